import type { ChartMark } from './charts/trend-shape.ts'
import type { Format } from './use-format.ts'
import { memo } from './memo.tsx'
import { Names } from './names-as-text.tsx'
import { countOf } from './words.ts'
import { eventNames } from '../../core/words/event-words.ts'

/** Something besides the campaigns that happened; a tool's context omits names that it does not concern. */
export interface Event extends Scope {
  title: string
  kind: string
  startDate: string
  endDate: string
}

/** With a letter that identifies the event on axes and in the list, the same in all charts of a view. */
export type Lettered<Known> = Known & { letter: string }

export type LetteredEvent = Lettered<Event>

const SCOPES = ['platform', 'network', 'campaign', 'country'] as const
type Scope = Partial<Record<(typeof SCOPES)[number], string | null>>

export function letterEvents<Known>(events: readonly Known[] = []): Lettered<Known>[] {
  return events.map((event, index) => ({
    ...event,
    letter: index < 26 ? String.fromCharCode(65 + index) : String(index + 1),
  }))
}

/** Events that concern the given names: an event without a name concerns all. */
export function eventsOf<Known extends Scope>(events: readonly Known[], names: Scope): Known[] {
  return events.filter(event =>
    SCOPES.every(name => !event[name] || !names[name] || event[name] === names[name]),
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

/** Earlier events are folded, so that the chart's next element stays near. */
const FEW = 3

interface EventListProps {
  events: readonly Lettered<Event>[]
  /** False if no chart marks them. */
  lettered?: boolean
  format: Format
}

/** The newest events by letter; earlier ones are folded. */
export const EventList = memo(function EventList({
  events,
  lettered = true,
  format,
}: EventListProps) {
  const earlier = events.slice(0, -FEW)
  const listOf = (events: EventListProps['events']) => (
    <ul class="m s event-list" aria-label="Events">
      {events.map(({ letter, startDate, endDate, ...event }) => (
        <li key={letter} class="clamp">
          <b>▲{lettered && ` ${letter}`}</b> {format.range(startDate, endDate)}:{' '}
          <Names of={eventNames(event)} join=", " />
        </li>
      ))}
    </ul>
  )
  return events.length === 0 ? null : (
    <>
      {listOf(events.slice(-FEW))}
      {earlier.length > 0 && (
        <details>
          <summary>{countOf(earlier.length, 'earlier event', format)}</summary>
          {listOf(earlier)}
        </details>
      )}
    </>
  )
})
