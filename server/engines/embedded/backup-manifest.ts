import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile, whenMissing } from './data-folder.ts'

export const BACKUP_FILE = 'backup.json'

const FORMAT = 1

/** A manipulated manifest must not write elsewhere. */
export const FILES_OF_STORE = /^(catalog\.json|export-secret|store-id|(deliveries|keys|users|audit)(\/[\w-][\w.-]*)+)$/

/** Lists the files of a backup; contents are in `files/` under their SHA-256. */
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
  modified?: string
}

export function storedAt(folder: string, sha256: string): string {
  return join(folder, 'files', sha256)
}

/** @throws an Error for the operator if the manifest is missing, damaged or newer */
export async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, BACKUP_FILE), 'utf8').catch(whenMissing(null))
  if (text === null) throw new Error(`${folder} is not a backup: ${BACKUP_FILE} is missing`)
  const { sha256, ...backup } = parse(text) as Backup & { sha256?: unknown }
  if (Number(backup.format) > FORMAT)
    throw new Error(`a newer version of uascope wrote the backup in ${folder}: restore it with that version`)
  if (sha256 !== sumOf(backup)) throw new Error(`${join(folder, BACKUP_FILE)} is damaged: it fails its checksum`)
  const odd = backup.files.find(
    ({ file, sha256 }) => !FILES_OF_STORE.test(file) || file.split('/').includes('..') || !/^[0-9a-f]{64}$/.test(sha256),
  )
  if (odd !== undefined) throw new Error(`${join(folder, BACKUP_FILE)} names ${odd.file}, which is not a file of a store`)
  return backup
}

function parse(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {}
  } catch {
    return {}
  }
}

/** Atomic. Sync every named file before. */
export async function writeBackup(folder: string, backup: Backup): Promise<void> {
  const path = join(folder, BACKUP_FILE)
  const file = await open(`${path}.new`, 'w', 0o600)
  await file.writeFile(`${JSON.stringify({ sha256: sumOf(backup), ...backup }, null, 1)}\n`)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  await syncFile(folder)
}

function sumOf(backup: Backup): string {
  return createHash('sha256').update(JSON.stringify(backup)).digest('hex')
}
