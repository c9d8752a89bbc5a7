import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTarget } from '../common/write-files.ts'
import { syncFile } from './catalog-file.ts'
import { DELIVERIES } from './tidy.ts'

/** A folder of an import's own in a data directory. */
export function folderTarget(dataDir: string, version: number): FileTarget {
  const folder = `${DELIVERIES}/${version}`
  return {
    async prepare() {
      await mkdir(join(dataDir, folder), { recursive: true })
    },
    async begin(name) {
      const file = `${folder}/${name}.parquet`
      return { file, path: join(dataDir, file) }
    },
    written: async () => ({}),
    stored: async segments => segments.map(({ file }) => join(dataDir, file)),
    withBounds: false,
    async sync() {
      for (const name of await readdir(join(dataDir, folder))) await syncFile(join(dataDir, folder, name))
      for (const path of [folder, DELIVERIES, '.']) await syncFile(join(dataDir, path))
    },
  }
}
