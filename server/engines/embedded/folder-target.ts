import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTarget } from '../common/write-files.ts'
import { sealed } from '../common/sealed.ts'
import { dataFiles } from '../../model/catalog.ts'
import { readCatalog, syncFile } from './catalog-file.ts'
import { whenMissing } from './record-folder.ts'
import { DELIVERIES, UNPUBLISHED } from './tidy.ts'

/** The files of one import, in a folder of its own in a data directory: `deliveries/NUMBER`, the catalog's version where that is free. */
export interface FolderTarget extends FileTarget {
  /** To be called when the catalog names the files. */
  published(): Promise<void>
  /** Removes the files, unless the catalog names them after all. */
  abandon(): Promise<void>
}

export function folderTarget(dataDir: string, version: number): FolderTarget {
  let folder: Promise<string> | undefined
  const own = (): Promise<string> => (folder ??= makeFolder(dataDir, version))
  return {
    prepare: async () => void (await own()),
    async begin(name) {
      const file = `${await own()}/${name}.parquet`
      return { file, path: join(dataDir, file) }
    },
    async written({ path }) {
      const { bytes, sha256 } = await sealed(path)
      return { bytes, sha256 }
    },
    stored: async segments => segments.map(({ file }) => join(dataDir, file)),
    withBounds: false,
    async sync() {
      if (folder === undefined) return
      const path = join(dataDir, await folder)
      for (const name of await readdir(path)) await syncFile(join(path, name))
      for (const parent of [path, join(dataDir, DELIVERIES), dataDir]) await syncFile(parent)
    },
    async published() {
      if (folder !== undefined) await rm(join(dataDir, await folder, UNPUBLISHED), { force: true })
    },
    async abandon() {
      if (folder === undefined) return
      const own = await folder
      const named = [...dataFiles(await readCatalog(dataDir))]
      if (!named.some(file => file.startsWith(`${own}/`))) await rm(join(dataDir, own), { recursive: true, force: true })
    },
  }
}

/** Never a folder that is there: it may belong to a catalog that was replaced by an older one. */
async function makeFolder(dataDir: string, version: number): Promise<string> {
  const taken = (await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))).map(Number).filter(Number.isSafeInteger)
  const folder = `${DELIVERIES}/${Math.max(version, ...taken.map(number => number + 1))}`
  await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  await (await open(join(dataDir, folder, UNPUBLISHED), 'w')).close()
  return folder
}
