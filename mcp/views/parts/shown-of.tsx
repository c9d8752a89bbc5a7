import type { Format } from './format.ts'
import type { Page } from './pages-of.ts'

interface ShownOfProps {
  /** Rows that are shown after local filters, that came, and that matched. */
  shown: number
  came: number
  matched: number
  format: Format
  /** Ways to the other rows, and how to go there; absent: the host lets the view ask nothing. */
  pages?: readonly Page[]
  onPage?: ((page: Page) => void) | undefined
}

/** How much of it one looks at: 63 of 140 shown, totals over all. */
export function ShownOf({ shown, came, matched, format, pages = [], onPage }: ShownOfProps) {
  return (
    <p class="shown-of" role="status">
      {format.count(shown)} of {format.count(matched)} shown{came < matched ? ', totals over all' : ''}
      {onPage !== undefined &&
        pages.map(page => (
          <button key={page.label} onClick={() => onPage(page)}>
            {page.label}
          </button>
        ))}
    </p>
  )
}
