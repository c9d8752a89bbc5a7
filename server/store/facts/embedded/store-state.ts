import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Print } from '../../../imports/progress.ts'
import { FileStates } from '../common/file-states.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { isIntact } from '../common/checksums.ts'
import { importFolders } from './folder-target.ts'

export function fileStates(dataDir: string, print: Print): FileStates {
  return new FileStates(part => problemOf(dataDir, part), print)
}

async function problemOf(
  dataDir: string,
  { file, bytes = 0, sha256 = '' }: DataFile,
): Promise<string | null> {
  try {
    const { size } = await stat(join(dataDir, file))
    if (size !== bytes) return `has ${size} bytes instead of ${bytes}`
    return (await isIntact(join(dataDir, file), { bytes, sha256 })) ? null : 'fails its checksum'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read: ${message}`
  }
}

/** Files of deliveries that the catalog does not name; ignores running and killed imports. */
export async function unknownFiles(dataDir: string, known: ReadonlySet<string>): Promise<string[]> {
  const folders = await importFolders(dataDir)
  return folders
    .filter(({ isUnpublished }) => !isUnpublished)
    .flatMap(({ folder, files }) => files?.map(name => `${folder}/${name}`) ?? [folder])
    .filter(file => !known.has(file))
    .sort()
}
