import './charts.css'
import type { ComponentChildren } from 'preact'
import type { TrendData, TrendPoint } from './trend-shape.ts'

const MARKS = {
  actual: [
    'actual',
    <>
      <path class="ch-line" d="M1,7h24" />
      <circle class="ch-dot" cx="13" cy="7" r="2.6" />
    </>,
  ],
  forecast: [
    'forecast',
    <>
      <path class="ch-line ch-forecast" d="M1,7h24" />
      <circle class="ch-dot ch-hollow" cx="13" cy="7" r="2.6" />
    </>,
  ],
  line: ['', <path class="ch-line" d="M1,7h24" />],
  one: ['', <path class="ch-line ch-one" d="M1,7h24" />],
  bar: ['', <rect class="ch-bar ch-partly" x="1" y="2" width="24" height="10" />],
  interval: ['80% interval', <rect class="ch-band" y="2" width="26" height="10" />],
  partly: ['partly actual', <path class="ch-hatch" d="M4,13l8,-12M10,13l8,-12M16,13l8,-12" />],
  part: ['part of a period', <rect class="ch-part" x="4" y="1" width="18" height="12" />],
  young: ['', <rect class="ch-young" y="2" width="26" height="10" />],
  settled: ['', <rect class="ch-settled" y="2" width="26" height="10" />],
  target: ['target', <path class="ch-target" d="M1,7h24" />],
  event: ['event', <path class="ch-event" d="M9,12h8l-4,-7z" />],
  cut: ['above the scale', <path class="ch-cut" d="M9,11l4,-7l4,7z" />],
  first: ['first estimate', <path class="ch-first" d="M13,2v10M9,2h8" />],
  hold: [
    'HOLD band around the target',
    <>
      <rect class="ch-hold" x="6" width="14" height="14" />
      <path class="ch-at" d="M13,0v14" />
    </>,
  ],
  today: ['today', <circle class="ch-step" cx="13" cy="7" r="4.5" />],
  planned: [
    'this plan, 80% interval of its change',
    <>
      <path class="ch-whisker" d="M13,0v14M9,0.9h8M9,13.1h8" />
      <circle class="ch-dot" cx="13" cy="7" r="3.4" />
    </>,
  ],
} satisfies Record<string, [words: string, drawing: ComponentChildren]>

export type Mark = keyof typeof MARKS

/** Marks without words of their own. */
type Unnamed = 'line' | 'one' | 'bar' | 'young' | 'settled'

/** A mark with its usual or other words, in a series' color. */
export type KeyEntry = Exclude<Mark, Unnamed> | { mark: Mark; words: string; series?: number }

/** The marks that these charts use. */
export function keyOf(trends: readonly TrendData[], targetWords = 'target'): (KeyEntry | false)[] {
  const points = trends.flatMap(({ lines }) =>
    lines.flatMap(({ points }) => points.filter(({ value }) => value !== null)),
  )
  const has = (test: (point: TrendPoint) => boolean) => points.some(test)
  const names = trends[0]?.lines ?? []
  const isOne = names.length === 1
  return [
    ...(isOne
      ? []
      : names.map(({ name }, index): KeyEntry => ({
          mark: 'line',
          words: name,
          series: index % 5,
        }))),
    has(({ actualShare }) => actualShare >= 1) && 'actual',
    has(({ actualShare }) => actualShare < 1) && 'forecast',
    has(({ low }) => typeof low === 'number') && 'interval',
    isOne && has(({ actualShare }) => actualShare > 0 && actualShare < 1) && 'partly',
    has(({ note }) => note !== undefined) && 'part',
    has(({ first }) => typeof first === 'number') && 'first',
    trends.some(({ target }) => target !== null) && { mark: 'target', words: targetWords },
    trends.some(({ marks }) => marks.length > 0) && 'event',
  ]
}

/** The meaning of chart marks; false entries are omitted. */
export function TrendKey({ entries }: { entries: readonly (KeyEntry | false)[] }) {
  return (
    <ul class="ch-key" aria-label="Key">
      {entries
        .filter(entry => entry !== false)
        .map(entry => (typeof entry === 'string' ? { mark: entry, words: MARKS[entry][0] } : entry))
        .map(({ mark, words, series }) => (
          <li key={words}>
            <svg
              class={series === undefined ? undefined : `series-${series}`}
              width="26"
              height="14"
              aria-hidden="true"
            >
              {MARKS[mark][1]}
            </svg>
            {words}
          </li>
        ))}
    </ul>
  )
}
