import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOG_FILE, readCatalog } from './catalog-file.ts'
import { type Catalog, EMPTY_CATALOG } from '../../model/catalog.ts'
import { Fresh, type SteadyClock } from '../../model/fresh.ts'

/** Milliseconds for which a look at the file is good; far below the 5 s in which a running server must see an import. */
const FRESH_FOR = 250

/** The catalog of a data directory as other processes replace it: read again when the file behind the name changes. */
export class CatalogWatch {
  readonly #dataDir: string
  #catalog: Catalog = EMPTY_CATALOG
  #seen = ''
  readonly #fresh: Fresh<Catalog>

  constructor(dataDir: string, clock?: SteadyClock) {
    this.#dataDir = dataDir
    this.#fresh = new Fresh(() => this.#look(), clock)
  }

  current(): Promise<Catalog> {
    return this.#fresh.within(FRESH_FOR)
  }

  async #look(): Promise<Catalog> {
    const file = await stat(join(this.#dataDir, CATALOG_FILE), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    const seen = file ? `${file.ino}:${file.mtimeNs}:${file.ctimeNs}:${file.size}` : 'missing'
    if (seen !== this.#seen) {
      this.#catalog = await readCatalog(this.#dataDir)
      this.#seen = seen
    }
    return this.#catalog
  }
}
