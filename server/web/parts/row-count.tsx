import type { Format } from './use-format.ts'
import type { Page } from './pages-of.ts'

interface RowCountProps {
  /** Rows shown after local filters, rows loaded, and rows matched. */
  visible: number
  came: number
  matched: number
  format: Format
  /** Links to other pages; absent if the host does not let the view call tools. */
  pages?: readonly Page[]
  onPage?: ((page: Page) => void) | undefined
}

/** `63 of 140 shown, totals over all`; empty if nothing is left out. */
export function RowCount({ visible, came, matched, format, pages = [], onPage }: RowCountProps) {
  return (
    <p class="row m shown-of" role="status">
      {visible < matched && `${format.count(visible)} of ${format.count(matched)} shown`}
      {came < matched ? ', totals over all' : ''}
      {onPage !== undefined &&
        pages.map(page => (
          <button key={page.label} onClick={() => onPage(page)}>
            {page.label}
          </button>
        ))}
    </p>
  )
}
