import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DELIVERIES } from './trash.ts'
import { dataFiles, dataParts, type Catalog } from '../../model/catalog.ts'
import { CatalogWatch } from './catalog-file.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { type Store, StoreDamaged } from '../../model/store.ts'
import { Encoder } from '../../files/encoder.ts'
import type { SteadyClock } from '../../model/shared-work.ts'
import { scrub } from './verify-store.ts'
import { VerifiedFiles } from './verified-files.ts'

export function spoolDirOf(dataDir: string): string {
  return join(dataDir, 'spool')
}

interface DuckdbStoreOptions {
  /** Time limit of a session, s. */
  timeLimit?: number | undefined
  steady?: SteadyClock | undefined
  onDamage?: (line: string) => void
}

export async function openDuckdbStore(
  dataDir: string,
  { timeLimit, steady, onDamage = () => {} }: DuckdbStoreOptions = {},
): Promise<Store> {
  const directories = [join(dataDir, DELIVERIES), spoolDirOf(dataDir)]
  const encoder = await Encoder.start({ dataDir, directories, ...(timeLimit === undefined ? {} : { timeLimit }) })
  const watch = new CatalogWatch(dataDir, steady)
  const files = new VerifiedFiles(dataDir, ({ message }) =>
    onDamage(`Damaged: ${message}. Its data are not served. Run \`admin verify\` for what to do`),
  )
  const scrubbing = scrub(async () => dataParts(await watch.current()), files)
  // After all files were found once, only their folders are checked.
  let found: Catalog | undefined

  const store = parquetStore({
    catalogs: watch,
    files,
    encoder,

    async size(catalog, appId) {
      const sizes = await Promise.all([...dataFiles(catalog, appId)].map(async file => (await stat(join(dataDir, file))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    },

    async ready() {
      await access(dataDir)
      const catalog = await watch.current()
      const names = dataFiles(catalog)
      await requireAll(dataDir, catalog === found ? new Set([...names].map(dirname)) : names)
      found = catalog
      const damage = await files.damage(dataParts(catalog))
      if (damage !== undefined) throw damage
      await encoder.ready()
    },
  })
  return {
    ...store,
    metrics: () => [...(store.metrics?.() ?? []), ...files.metrics()],
    async close() {
      await scrubbing.stop()
      await store.close()
    },
  }
}

async function requireAll(dataDir: string, paths: Iterable<string>): Promise<void> {
  await Promise.all(
    [...paths].map(path =>
      access(join(dataDir, path)).catch((cause: unknown) => {
        throw new StoreDamaged(path, `${path} is missing`, { cause })
      }),
    ),
  )
}
