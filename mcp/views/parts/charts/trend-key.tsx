import type { ComponentChildren } from 'preact'

export type KeyEntry = 'actual' | 'forecast' | 'interval' | 'partly' | 'target' | 'event' | 'first' | 'hold'

const ENTRIES: Record<KeyEntry, [words: string, drawing: ComponentChildren]> = {
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
  interval: ['80% interval', <rect class="ch-band" y="2" width="26" height="10" />],
  partly: ['partly actual, or days missing', <path class="ch-hatch" d="M4,13l8,-12M10,13l8,-12M16,13l8,-12" />],
  target: ['target', <path class="ch-target" d="M1,7h24" />],
  event: ['event', <path class="ch-event" d="M9,12h8l-4,-7z" />],
  first: ['first estimate', <path class="ch-first" d="M13,2v10M9,2h8" />],
  hold: [
    'HOLD band around the target',
    <>
      <rect class="ch-hold" x="6" width="14" height="14" />
      <path class="ch-at" d="M13,0v14" />
    </>,
  ],
}

/** The meaning of the marks of charts. */
export function TrendKey({ entries }: { entries: readonly KeyEntry[] }) {
  return (
    <ul class="ch-key" aria-label="Key">
      {entries.map(entry => (
        <li key={entry}>
          <svg width="26" height="14" aria-hidden="true">
            {ENTRIES[entry][1]}
          </svg>
          {ENTRIES[entry][0]}
        </li>
      ))}
    </ul>
  )
}
