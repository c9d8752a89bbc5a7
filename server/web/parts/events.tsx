import './events.css'
import type { ChartMark } from './charts/line-chart.tsx'
import type { Format } from './use-format.ts'
import type { Answer } from './read-result.ts'
import { eventNames } from '../../core/words/event-words.ts'

/** Something besides the campaigns that happened, as a tool's context lists it. */
type Event = Answer<'svc_get_report'>['context']['events'][number]

/** With a letter that identifies the event on axes and in the list, the same in all charts of a view. */
export type Lettered<Known> = Known & { letter: string }

export type LetteredEvent = Lettered<Event>

const NAMES = ['platform', 'network', 'campaign', 'country'] as const
type Names = Partial<Record<(typeof NAMES)[number], string | null>>

export function letterEvents<Known>(events: readonly Known[] = []): Lettered<Known>[] {
  return events.map((event, index) => ({
    ...event,
    letter: index < 26 ? String.fromCharCode(65 + index) : String(index + 1),
  }))
}

/** Events that concern the given names: an event without a name concerns all. */
export function eventsOf<Known extends Names>(events: readonly Known[], names: Names): Known[] {
  return events.filter(event =>
    NAMES.every(name => !event[name] || !names[name] || event[name] === names[name]),
  )
}

type Dated = Lettered<Pick<Event, 'startDate' | 'endDate'>>

/** Letters by the period in which an event begins (or the first one, if earlier); periods ascend by first day. */
export function eventsByPeriod(
  events: readonly Dated[],
  periods: readonly string[],
): Map<number, string[]> {
  const lettersByPeriod = new Map<number, string[]>()
  for (const { letter, startDate, endDate } of events) {
    if (periods.length === 0 || endDate < periods[0]!) continue
    const index = Math.max(
      0,
      periods.findLastIndex(period => period <= startDate),
    )
    lettersByPeriod.set(index, [...(lettersByPeriod.get(index) ?? []), letter])
  }
  return lettersByPeriod
}

/** Events as marks of a chart with a stop for each period. */
export function marksOf(events: readonly Dated[], periods: readonly string[]): ChartMark[] {
  return [...eventsByPeriod(events, periods)].flatMap(([index, letters]) =>
    letters.map(letter => ({ index, letter })),
  )
}

interface EventListProps {
  events: readonly LetteredEvent[]
  /** False if no chart marks them. */
  lettered?: boolean
  format: Format
}

/** The events by letter. */
export function EventList({ events, lettered = true, format }: EventListProps) {
  if (events.length === 0) return null
  return (
    <ul class="event-list" aria-label="Events">
      {events.map(event => (
        <li key={event.letter}>
          <span class="event-letter">▲{lettered && ` ${event.letter}`}</span>{' '}
          {daysOf(event, format)}: <bdi>{event.title}</bdi>
          <span class="muted">
            {eventNames(event)
              .slice(1)
              .map(name => (
                <>
                  , <bdi>{name}</bdi>
                </>
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function daysOf({ startDate, endDate }: Event, format: Format): string {
  return endDate === startDate ? format.day(startDate) : format.range(startDate, endDate)
}
