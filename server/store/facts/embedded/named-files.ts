import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import { sql, type Sql } from '../../../core/model/sql.ts'
import { FILES_OF_FOLDER, rowFaults } from '../../../core/model/catalog-document.ts'
import { readState, readWholeCatalog } from '../../records/read-catalog.ts'
import type { Records, Statements } from '../../records/records.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { openRecords } from './open-records.ts'

type Reads = Pick<Statements, 'read'>

const FAULTS = rowFaults(FILES_OF_FOLDER)

/** Everything, including all runs: for commands and checks. */
export async function wholeCatalog(records: Pick<Records, 'transaction'>): Promise<Catalog> {
  return await records.transaction(held => readWholeCatalog(held, FAULTS), { readOnly: true })
}

export async function catalogIn(dataDir: string): Promise<Catalog> {
  const records = await openRecords(dataDir)
  try {
    return await wholeCatalog(records)
  } finally {
    await records.close()
  }
}

export async function namedParts(records: Pick<Records, 'transaction'>): Promise<DataFile[]> {
  return dataParts(await wholeCatalog(records))
}

const TABLES = [
  ['app', sql`SELECT app_id AS id, body FROM catalog_apps`],
  ['run', sql`SELECT run_id AS id, body FROM catalog_runs`],
] as const satisfies readonly (readonly [string, Sql])[]

/** Names of all data files in the catalog, read from changed rows without parsing them, since they may be many. */
export class NamedFiles {
  readonly #records: Reads
  readonly #byRow = new Map<string, string[]>()
  #seq = -1
  #names: ReadonlySet<string> = new Set()

  constructor(records: Reads) {
    this.#records = records
  }

  /** Returns the same set until the next publish. */
  async current(): Promise<ReadonlySet<string>> {
    const { seq } = await readState(this.#records)
    if (seq === this.#seq) return this.#names
    for (const [kind, rows] of TABLES) {
      for (const row of await this.#records.read(sql`${rows} WHERE seq > ${this.#seq}`)) {
        const names = [...String(row['body']).matchAll(/"file":"([^"]*)"/g)].map(
          ([, name]) => name!,
        )
        this.#byRow.set(`${kind} ${String(row['id'])}`, names)
      }
    }
    this.#seq = seq
    this.#names = new Set([...this.#byRow.values()].flat())
    return this.#names
  }
}

export async function fileNames(records: Reads): Promise<ReadonlySet<string>> {
  return await new NamedFiles(records).current()
}
