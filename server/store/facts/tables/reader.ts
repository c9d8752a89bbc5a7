import type { Catalog, Run } from '../../../core/model/catalog.ts'
import { mapInSlices } from '../../../core/runtime/slices.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import type { Lanes } from '../../../core/runtime/turns.ts'
import type { Work } from '../../../core/runtime/work.ts'
import type { KeptCatalog } from '../../records/kept-catalog.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { isMissingTable } from '../../records/mysql/mysql-errors.ts'

/** For data identified by a run alone. */
export const ANY_VERSION = { version: Infinity }

/** The data on which a read depends. */
export interface Reading {
  catalog: Pick<Catalog, 'version'>
  appId: number
  runs: readonly Run[]
}

export type DatabaseRow = Awaited<ReturnType<Database['read']>>[number]

/** Reads data of a catalog, which a concurrent import may remove. */
export class Reader {
  readonly database: Database
  readonly lanes: Lanes
  readonly #kept: KeptCatalog

  constructor(database: Database, lanes: Lanes, catalog: KeptCatalog) {
    this.database = database
    this.lanes = lanes
    this.#kept = catalog
  }

  /** Reads rows in a turn of this cost. Rejects like `whileNamed`. */
  rows<Row>(
    work: Work,
    cost: number,
    {
      reading,
      read,
      toRow,
    }: {
      reading: Reading
      read: (database: Database) => Promise<readonly DatabaseRow[]>
      toRow: (row: DatabaseRow) => Row
    },
  ): Promise<Row[]> {
    return this.lanes.during(
      work,
      cost,
      async () =>
        await mapInSlices(await this.whileNamed(reading, () => read(this.database)), toRow),
    )
  }

  /**
   * @throws StoreUnavailable if data were removed during the read, since a retry reads the newer catalog; StoreDamaged if a listed table is missing
   */
  async whileNamed<Result>(
    { catalog, appId, runs }: Reading,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const result = await read().catch(async (error: unknown) => {
      if (!isMissingTable(error)) throw error
      await this.#kept.requireStill(catalog, appId, runs)
      throw new StoreDamaged(
        runs[0]?.facts?.file ?? 'facts',
        `A table of the data of app ${appId} is missing from the database`,
        {
          cause: error,
        },
      )
    })
    await this.#kept.requireStill(catalog, appId, runs)
    return result
  }
}
