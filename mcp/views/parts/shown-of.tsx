import type { Format } from './format.ts'

interface ShownOfProps {
  /** Rows that are shown after local filters, that came, and that matched. */
  shown: number
  came: number
  matched: number
  format: Format
  /** Asks for more rows; absent: there is no way to. */
  more?: (() => void) | undefined
}

/** How much of it one looks at: 63 of 140 shown, totals over all. */
export function ShownOf({ shown, came, matched, format, more }: ShownOfProps) {
  return (
    <p class="shown-of" role="status">
      {format.count(shown)} of {format.count(matched)} shown{came < matched ? ', totals over all' : ''}
      {came < matched && more !== undefined && <button onClick={more}>Show more</button>}
    </p>
  )
}
