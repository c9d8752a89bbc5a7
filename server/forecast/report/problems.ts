import type { Day } from '../../model/days.ts'
import { eventNotes, insteadOf } from '../delivery/events.ts'
import { median } from '../sentinel/baseline.ts'
import type { DataEvent } from '../sentinel/events.ts'
import { toldAges } from '../sentinel/series.ts'
import { dateText, datesText, escaped, moneyText } from './page.ts'
import type { Report } from './report-data.ts'

const DAYS = 56
const MAX_ROWS = 12

/** Faults found in the data, with the days that they fell on, and everything else that was noted. */
export function problems({ config, raw, recommendations, events, notes, asOf }: Report): string {
  const found = events.toSorted((one, other) => other.to - one.to)
  const shown = found.slice(0, MAX_ROWS)
  const letters = new Map(shown.map((event, at) => [event, String.fromCharCode(65 + at)]))
  const days = dailySums(raw, asOf)
  const marks = shown.filter(({ to }) => to > asOf - DAYS)
  const list =
    shown.length === 0
      ? '<p>No day of any platform, network, country or large campaign looks wrong.</p>'
      : `<ol class="card events">${shown
          .map(
            event =>
              `<li><b>${letters.get(event)}</b><span class="mute">${datesText(event.from, event.to, asOf)}</span>` +
              `<div>${escaped(event.title.replaceAll(' %', '%'))} <span class="tag">${event.kind}</span><div class="mute small">${escaped(usesText(event))}</div></div></li>`,
          )
          .join('\n')}</ol>`
  const own = new Set(eventNotes(events, asOf, recommendations))
  const others = notes.filter(note => !own.has(note))
  const { currency } = config.app
  return `<h2>Data problems</h2>
${list}${found.length > MAX_ROWS ? `<p class="mute">${found.length - MAX_ROWS} earlier ones are in the events.</p>` : ''}
<div class="panels">
${strip('Spend', days.spend, { asOf, marks, letters, text: value => moneyText(value, currency) })}
${strip('Installs, paid and organic', days.installs, { asOf, marks, letters, text: value => Math.round(value).toLocaleString('en') })}
${strip(`Gross revenue of the day${agesText(raw)}`, days.revenue, { asOf, marks, letters, text: value => moneyText(value, currency) })}
</div>
${others.length === 0 ? '' : `<ul>${others.map(note => `<li>${escaped(note)}</li>`).join('')}</ul>`}`
}

function usesText({ findings, kind }: DataEvent): string {
  if (findings.length > 0) return insteadOf(findings.at(-1)!.repair)
  return kind === 'outage' || kind === 'attribution'
    ? 'Configured: forecasts and advice leave these days out.'
    : 'Configured: nothing unusual is reported on these days.'
}

/** As delivered, by calendar day: index 0 is the oldest of `DAYS`. */
function dailySums({ cells, revenue }: Report['raw'], asOf: Day): Record<'spend' | 'installs' | 'revenue', Float64Array> {
  const sums = { spend: new Float64Array(DAYS), installs: new Float64Array(DAYS), revenue: new Float64Array(DAYS) }
  const first = asOf - DAYS + 1
  const isTold = revenue.map(toldAges)
  for (let i = 0; i < cells.count && cells.day[i]! <= asOf; i++) {
    const at = cells.day[i]! - first
    if (at >= 0) {
      sums.spend[at]! += cells.spend[i]!
      sums.installs[at]! += cells.installs[i]!
    }
    for (const [k, { start, age, gross }] of revenue.entries()) {
      for (let row = start[i]!; row < start[i + 1]! && at + age[row]! < DAYS; row++) {
        if (at + age[row]! >= 0 && isTold[k]![age[row]!] === 1) sums.revenue[at + age[row]!]! += gross[row]!
      }
    }
  }
  return sums
}

/** Columns further apart leave the days between unknown. */
function agesText({ revenue }: Report['raw']): string {
  const last = Math.min(...revenue.map(kind => (kind.told === undefined ? Infinity : toldAges(kind).lastIndexOf(1))))
  return last === Infinity ? '' : `, ages 0 to ${last}`
}

const OFF_SCALE = 3
const BOX = { width: 360, height: 130, left: 60, right: 8, top: 8, bottom: 36 }

function strip(
  title: string,
  values: Float64Array,
  {
    asOf,
    marks,
    letters,
    text,
  }: { asOf: Day; marks: readonly DataEvent[]; letters: ReadonlyMap<DataEvent, string>; text: (value: number) => string },
): string {
  const [right, bottom] = [BOX.width - BOX.right, BOX.height - BOX.bottom]
  // A day off the scale, such as one with wrong spend, would hide all others.
  const most = Math.min(Math.max(...values), OFF_SCALE * median([...values])) || 1
  const round = (value: number): number => Math.round(value * 10) / 10
  const x = (day: Day): number => round(BOX.left + ((day - asOf + DAYS - 1) / (DAYS - 1)) * (right - BOX.left))
  const y = (value: number): number => round(bottom - (Math.min(value, most) / most) * (bottom - BOX.top))
  const points = Array.from(values, (value, at) => `${x(asOf - DAYS + 1 + at)},${y(value)}`).join(' ')
  const ticks = [asOf - DAYS + 1, asOf - Math.round(DAYS / 2), asOf]
  const anchors = ['start', 'middle', 'end']
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${BOX.width} ${BOX.height}" role="img" aria-label="${escaped(`${title} by day, at most ${text(most)}`)}">
<line class="axis" x1="${BOX.left}" x2="${right}" y1="${bottom}" y2="${bottom}"/><line class="grid" x1="${BOX.left}" x2="${right}" y1="${y(most)}" y2="${y(most)}"/>
<text text-anchor="end" x="${BOX.left - 5}" y="${bottom + 4}">0</text><text text-anchor="end" x="${BOX.left - 5}" y="${y(most) + 4}">${escaped(text(most))}</text>
<polyline class="data" points="${points}"/>${marked(marks, event => x(Math.max(event.from, asOf - DAYS + 1)))
    .map(
      ({ at, events }) =>
        `<path class="event" d="M${at - 4} ${bottom + 8}l4 -7l4 7z"/><text class="strong" text-anchor="middle" x="${at}" y="${bottom + 19}">${events.map(event => letters.get(event)).join('')}</text>`,
    )
    .join(
      '',
    )}${ticks.map((day, at) => `<text text-anchor="${anchors[at]}" x="${x(day)}" y="${BOX.height - 4}">${dateText(day, asOf)}</text>`).join('')}</svg></figure>`
}

const LETTER_WIDTH = 10

/** Events by place on the axis; letters that would overlap are written as one. */
function marked(events: readonly DataEvent[], x: (event: DataEvent) => number): { at: number; events: DataEvent[] }[] {
  const marks: { at: number; events: DataEvent[] }[] = []
  for (const event of events) {
    const near = marks.find(({ at, events: some }) => Math.abs(at - x(event)) < LETTER_WIDTH * some.length)
    if (near === undefined) marks.push({ at: x(event), events: [event] })
    else near.events.push(event)
  }
  return marks
}
