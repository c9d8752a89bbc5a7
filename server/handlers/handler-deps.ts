import type { ExportLinks } from '../access/export-links.ts'
import type { Store } from '../model/store.ts'
import type { ResolvedReport } from './resolve-report.ts'

/** What handlers work with. `clock` is what "today" goes by. */
export interface HandlerDeps {
  store: Store
  links: ExportLinks<ResolvedReport>
  clock: () => Date
}
