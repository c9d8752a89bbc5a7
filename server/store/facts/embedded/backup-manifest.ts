import { createHash } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeOpenFault, readPlainFile, syncFile } from '../../../core/runtime/files.ts'
import {
  count,
  faultIn,
  parseJson,
  type Shape,
  SHA256,
  text,
  timestamp,
} from '../../../core/model/shape.ts'

export const BACKUP_FILE = 'backup.json'

/** Versions before 1.3 wrote format 1. */
const FORMAT = 2

/** Enough for a million files. */
const LARGEST = 256 * 2 ** 20

/** No path segment starts with a dot, so none leaves the store. */
export const FILES_OF_STORE = /^(export-secret|(records|deliveries)(\/[\w-][\w.-]{0,199}){1,3})$/

export const STORE_IDS = /^[\w-]{1,100}$/

/** Lists the files of a backup; contents are in `files/`, named by SHA-256. */
export interface Backup {
  format: number
  /** ISO 8601, UTC. */
  createdAt: string
  storeId: string
  catalogVersion: number
  files: BackupFile[]
}

export interface BackupFile {
  file: string
  bytes: number
  sha256: string
}

const SHAPE: Shape = {
  format: count,
  createdAt: timestamp,
  storeId: text(STORE_IDS),
  catalogVersion: count,
  files: [{ file: text(FILES_OF_STORE), bytes: count, sha256: SHA256 }],
}

export function storedAt(folder: string, sha256: string): string {
  return join(folder, 'files', sha256)
}

/** @throws an Error for the operator if the manifest is missing, damaged, manipulated or newer */
export async function readBackup(folder: string): Promise<Backup> {
  const path = join(folder, BACKUP_FILE)
  const bytes = await readPlainFile(path, LARGEST).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(
      `${folder} is not a backup: ${BACKUP_FILE} ${cause.code === 'ENOENT' ? 'is missing' : describeOpenFault(cause)}`,
      {
        cause,
      },
    )
  })
  const { sha256, ...backup } = Object(parseJson(bytes.toString())) as Backup & { sha256?: unknown }
  if (Number(backup.format) > FORMAT)
    throw new Error(
      `a newer version of uascope wrote the backup in ${folder}: restore it with that version`,
    )
  if (Number(backup.format) < FORMAT)
    throw new Error(
      `a version of uascope before 1.3 wrote the backup in ${folder}: restore it with version 1.3`,
    )
  if (sha256 === undefined || sha256 !== sumOf(backup))
    throw new Error(`${path} is damaged: it fails its checksum`)
  const fault = faultIn(backup, SHAPE)
  if (fault !== undefined)
    throw new Error(`${path} has a value at backup${fault} that no backup writes`)
  const clash = clashIn(backup.files.map(({ file }) => file))
  if (clash !== undefined) throw new Error(`${path} names ${clash} twice`)
  return backup
}

/** Returns a name that is listed twice, or as both file and folder. */
function clashIn(files: readonly string[]): string | undefined {
  const [names, folders] = [new Set<string>(), new Set<string>()]
  for (const file of files) {
    if (names.has(file)) return file
    names.add(file)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  }
  return files.find(file => folders.has(file))
}

/** Names the newest backup, which a repair without a copy needs. */
const LAST_BACKUP = 'records/last-backup'

export async function noteBackup(
  dataDir: string,
  folder: string,
  { createdAt }: Pick<Backup, 'createdAt'>,
): Promise<void> {
  // Only a message needs it.
  await writeFile(join(dataDir, LAST_BACKUP), `${createdAt} in ${folder}`, { mode: 0o600 }).catch(
    () => undefined,
  )
}

export async function describeLastBackup(dataDir: string): Promise<string> {
  const backup = await readFile(join(dataDir, LAST_BACKUP), 'utf8').catch(() => '')
  return backup === '' ? 'a backup' : `the backup of ${backup}`
}

/** Atomic. Sync every listed file before. */
export async function writeBackup(folder: string, backup: Backup): Promise<void> {
  const path = join(folder, BACKUP_FILE)
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${JSON.stringify({ sha256: sumOf(backup), ...backup }, null, 1)}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  await syncFile(folder)
}

/** Undefined if nested too deeply for JSON. */
function sumOf(backup: Backup): string | undefined {
  try {
    return createHash('sha256').update(JSON.stringify(backup)).digest('hex')
  } catch {
    return undefined
  }
}
