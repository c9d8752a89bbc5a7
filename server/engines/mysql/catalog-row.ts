import { sql } from '../../model/sql.ts'
import { catalogFault, FILES_OF_DATABASE } from '../../model/catalog-shape.ts'
import { type Catalog, EMPTY_CATALOG } from '../../model/catalog.ts'
import { withVersions } from '../../model/content-names.ts'
import { Fresh, type SteadyClock } from '../../model/fresh.ts'
import type { HeldConnection } from './connection.ts'

/** Milliseconds for which a look at the version is good; far below the 5 s in which every node must see an import. */
const FRESH_FOR = 500

/** Reads the catalog that the database keeps. @throws when it is not of this format. */
export async function readCatalogRow(database: Pick<HeldConnection, 'read'>): Promise<Catalog> {
  const [row] = await database.read(sql`SELECT body FROM catalog WHERE id = 1`)
  if (!row) return structuredClone(EMPTY_CATALOG)
  const catalog = JSON.parse(String(row.body)) as Catalog
  if (catalog.format !== EMPTY_CATALOG.format) throw new Error(`the database's catalog is not of format ${EMPTY_CATALOG.format}`)
  const fault = catalogFault(catalog, FILES_OF_DATABASE)
  if (fault !== undefined) throw new Error(`the database's catalog has a value at ${fault} that no import writes: restore a backup`)
  return withVersions(catalog)
}

/** The catalog as imports on any machine replace it: read again when its version has changed. */
export class CatalogRow {
  readonly #database: Pick<HeldConnection, 'read'>
  #catalog: Catalog = EMPTY_CATALOG
  readonly #fresh: Fresh<Catalog>

  constructor(database: Pick<HeldConnection, 'read'>, clock?: SteadyClock) {
    this.#database = database
    this.#fresh = new Fresh(() => this.#look(), clock)
  }

  current(): Promise<Catalog> {
    return this.#fresh.within(FRESH_FOR)
  }

  async #look(): Promise<Catalog> {
    const [row] = await this.#database.read(sql`SELECT version FROM catalog WHERE id = 1`)
    if (Number(row?.version ?? 0) !== this.#catalog.version) this.#catalog = await readCatalogRow(this.#database)
    return this.#catalog
  }
}
