import type { AuditEntry, AuditLog } from '../../access/audit.ts'
import { Fresh, type SteadyClock } from '../../runtime/shared-work.ts'
import { gauge, type Metric } from '../../runtime/metric.ts'
import type { Store } from '../../model/store.ts'
import { settleWithin } from './settle-within.ts'

/** Interval, ms, and number of last entries read. */
const LOOK_INTERVAL = 60_000
const NEWEST = 1000

const RESULTS = { 'import.refused': 'refused', 'import.loaded.failed': 'failed' } as const
type Result = 'loaded' | (typeof RESULTS)[keyof typeof RESULTS]

export class Imports {
  readonly #store: Pick<Store, 'catalog'>
  readonly #last = new Map<Result, AuditEntry>()
  readonly #look: Fresh<void>
  #published: { version: number; importedAt: string } | undefined

  constructor(store: Pick<Store, 'catalog'>, audit: AuditLog, clock?: SteadyClock) {
    this.#store = store
    this.#look = new Fresh(() => this.#read(audit), clock)
  }

  async metrics(): Promise<Metric[]> {
    await settleWithin(Promise.allSettled([this.#look.within(LOOK_INTERVAL), this.#readCatalog()]))
    const at =
      'Time of the last import with this result, in seconds since 1970, from the newest entries of the audit log, read once a minute.'
    const rows = 'Rows of the last loaded import, by table.'
    const took = 'Duration of the last loaded import in seconds, including waiting.'
    const { rows: tables = {}, seconds } = (this.#last.get('loaded')?.details ?? {}) as { rows?: Record<string, number>; seconds?: number }
    return [
      ...this.#catalog(),
      ...[...this.#last].map(([result, entry]) =>
        gauge('uascope_import_last_timestamp_seconds', at, Date.parse(entry.at) / 1000, { result }),
      ),
      // Earlier versions did not record it.
      ...(seconds === undefined ? [] : [gauge('uascope_import_last_seconds', took, seconds)]),
      ...Object.entries(tables).map(([table, count]) => gauge('uascope_import_last_rows', rows, count, { table })),
    ]
  }

  #catalog(): Metric[] {
    if (this.#published === undefined) return []
    const { version, importedAt } = this.#published
    return [
      gauge('uascope_data_version', 'Number of the served import or access change.', version),
      gauge(
        'uascope_data_imported_timestamp_seconds',
        'When the served data were imported, in seconds since 1970.',
        Date.parse(importedAt) / 1000,
      ),
    ]
  }

  async #readCatalog(): Promise<void> {
    const { version, imported_at: importedAt } = await this.#store.catalog()
    this.#published = { version, importedAt }
  }

  async #read(audit: AuditLog): Promise<void> {
    const loaded: AuditEntry[] = []
    for await (const entry of audit.entries({ last: NEWEST })) {
      if (entry.action === 'import.loaded') loaded.push(entry)
      // The entry was written before the import ran.
      if (entry.action === 'import.loaded.failed' && loaded.at(-1)?.target === entry.target) loaded.pop()
      if (Object.hasOwn(RESULTS, entry.action)) this.#last.set(RESULTS[entry.action as keyof typeof RESULTS], entry)
    }
    const last = loaded.at(-1)
    if (last !== undefined) this.#last.set('loaded', last)
  }
}
