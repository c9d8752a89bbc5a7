import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTarget } from '../common/file-target.ts'
import { sealed } from '../common/checksums.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { syncFile, syncFolder, whenMissing } from '../../../core/runtime/files.ts'

export const DELIVERIES = 'deliveries'

export function spoolDirOf(dataDir: string): string {
  return join(dataDir, 'spool')
}

/** Marks the folder of an import that has not been published. */
export const UNPUBLISHED = 'unpublished'

interface FolderTarget extends FileTarget {
  /** Removes the mark of an unpublished import. */
  published(): Promise<void>
}

/** One import's folder, `deliveries/NUMBER`; the number is the catalog's version if free. */
export function folderTarget(
  dataDir: string,
  check: (file: DataFile) => Promise<unknown>,
): FolderTarget {
  let folder: Promise<string> | undefined
  return {
    async begin(name, version) {
      const file = `${await (folder ??= makeFolder(dataDir, version))}/${name}.parquet`
      return { file, path: join(dataDir, file) }
    },
    written: ({ path }) => sealed(path),
    async stored(files) {
      for (const file of files) await check(file)
      return files.map(({ file }) => join(dataDir, file))
    },
    release: async () => undefined,
    async sync() {
      if (folder === undefined) return
      await syncFolder(join(dataDir, await folder))
      for (const parent of [join(dataDir, DELIVERIES), dataDir]) await syncFile(parent)
    },
    async published() {
      if (folder !== undefined) await rm(join(dataDir, await folder, UNPUBLISHED), { force: true })
    },
  }
}

/** Never an existing folder, which may belong to a catalog that was rolled back. */
async function makeFolder(dataDir: string, version: number): Promise<string> {
  const taken = (await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([])))
    .map(Number)
    .filter(Number.isSafeInteger)
  const folder = `${DELIVERIES}/${Math.max(version, ...taken.map(number => number + 1))}`
  await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
  await (await open(join(dataDir, folder, UNPUBLISHED), 'w')).close()
  return folder
}

interface ImportFolder {
  folder: string
  /** Null if it is not a folder. */
  files: string[] | null
  isUnpublished: boolean
}

/** Folders of all imports, running and killed ones, too. */
export async function importFolders(dataDir: string): Promise<ImportFolder[]> {
  const names = await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))
  return await Promise.all(
    names.map(async name => {
      const folder = `${DELIVERIES}/${name}`
      const files = await readdir(join(dataDir, folder)).catch(() => null)
      return { folder, files, isUnpublished: files?.includes(UNPUBLISHED) === true }
    }),
  )
}
