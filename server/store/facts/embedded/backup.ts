import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Print } from '../../../imports/progress.ts'
import { copySealed, sealed } from '../common/checksums.ts'
import {
  type Backup,
  type BackupFile,
  BACKUP_FILE,
  noteBackup,
  readBackup,
  storedAt,
  writeBackup,
} from './backup-manifest.ts'
import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import { openPlainFile, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { sql } from '../../../core/model/sql.ts'
import { checkFile } from '../../records/sqlite/check-file.ts'
import { RECORDS_FILE } from '../../records/records.ts'
import { EXPORT_SECRET } from './export-secret.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, withFile } from './open-records.ts'
import { sum } from '../../../core/formulas/sums.ts'

export const PULLED = 'pulled'

export interface BackupOptions {
  dataDir: string
  folder: string
  print: Print
  now?: Date
}

export interface BackedUp extends Pick<Backup, 'createdAt' | 'catalogVersion'> {
  files: number
  bytes: number
  /** Number of new files, and their bytes. */
  copied: { files: number; bytes: number }
}

class FileGone extends Error {}

/**
 * Copies a store that may be in use: data files are immutable, and the records are copied first, in one consistent state. Files are checked
 * while copied and named by SHA-256, so that existing ones are skipped. The manifest comes last, atomically: an interruption leaves the previous
 * backup or the new one.
 */
export async function backUp({
  dataDir,
  folder,
  print,
  now = new Date(),
}: BackupOptions): Promise<BackedUp> {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Error(`${folder} is in DATA_DIR: name a folder outside it`)
  const before = await openFolder(folder)
  const copy = new Copying(dataDir, folder, print)
  const { storeId, version, files } = await copyStore(copy, dataDir, before)
  await syncFile(join(folder, 'files'))
  const backup: Backup = {
    format: 2,
    createdAt: now.toISOString(),
    storeId,
    catalogVersion: version,
    files,
  }
  await writeBackup(folder, backup)
  await removeUnlisted(folder, backup)
  await noteBackup(dataDir, resolve(folder), backup)
  const bytes = sum(files, file => file.bytes)
  return {
    createdAt: backup.createdAt,
    catalogVersion: version,
    files: files.length,
    bytes,
    copied: copy.copied,
  }
}

/** Null for an empty folder, which is created. */
async function openFolder(folder: string): Promise<Backup | null> {
  await mkdir(join(folder), { recursive: true, mode: 0o700 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' || error.code === 'ENOTDIR'
        ? new Error(`${folder} is not a folder`, { cause: error })
        : error
    },
  )
  const names = await readdir(folder)
  if (names.includes(BACKUP_FILE)) return await readBackup(folder)
  const foreign = names.find(
    name => name !== 'files' && name !== PULLED && name !== `${BACKUP_FILE}.new`,
  )
  if (foreign !== undefined)
    throw new Error(
      `${folder} is not empty and not a backup (it contains ${foreign}): give an empty folder`,
    )
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  return null
}

type Copied = Pick<Backup, 'storeId' | 'files'> & { version: number }

/** Repeats if files were deleted during the copy, long after an import replaced them. */
async function copyStore(copy: Copying, dataDir: string, before: Backup | null): Promise<Copied> {
  const records = await openRecords(dataDir, copy.print)
  try {
    const [row] = await records.read(sql`SELECT id FROM store`)
    const storeId = String(row!['id'])
    if (before !== null && before.storeId !== storeId) {
      throw new Error(
        `${copy.folder} holds a backup of another store, of ${before.createdAt}: name an empty folder`,
      )
    }
    for (;;) {
      const aside = copy.aside()
      await records.copyTo(aside)
      const catalog = await catalogIn(aside)
      try {
        const files = [
          await copy.keep(aside, RECORDS_FILE),
          ...(await copyData(copy, catalog)),
          ...(await copySecret(copy)),
        ]
        return { storeId, version: catalog.version, files }
      } catch (error) {
        if (!(error instanceof FileGone)) throw error
        if ((await wholeCatalog(records)).version === catalog.version)
          throw new Error(`${error.message}: run \`admin verify\``, { cause: error })
        copy.print('An import was published: continuing with its catalog')
      }
    }
  } finally {
    await records.close()
  }
}

/** @throws an Error for the operator if the copy is damaged */
async function catalogIn(file: string): Promise<Catalog> {
  const [problem] = checkFile(file)
  if (problem !== undefined)
    throw new Error(`${RECORDS_FILE} ${problem}, and nothing was backed up: run \`admin verify\``)
  return await withFile(file, wholeCatalog)
}

async function copyData(copy: Copying, catalog: Catalog): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const parts = dataParts(catalog)
  for (const [index, part] of parts.entries()) {
    files.push(await copy.file(part.file, { bytes: part.bytes!, sha256: part.sha256! }))
    copy.print(`Copied ${index + 1} of ${parts.length} data files`, true)
  }
  return files
}

async function copySecret(copy: Copying): Promise<BackupFile[]> {
  return await copy.file(EXPORT_SECRET).then(
    file => [file],
    (error: unknown) => {
      if (error instanceof FileGone) return []
      throw error
    },
  )
}

class Copying {
  readonly print: Print
  readonly copied = { files: 0, bytes: 0 }
  readonly #dataDir: string
  readonly folder: string

  constructor(dataDir: string, folder: string, print: Print) {
    this.#dataDir = dataDir
    this.folder = folder
    this.print = print
  }

  /** `seal` comes from the catalog. Rejects with FileGone if missing, with an Error for the operator if damaged. */
  async file(name: string, seal?: { bytes: number; sha256: string }): Promise<BackupFile> {
    if (seal !== undefined && (await this.#has(seal.sha256, seal.bytes)))
      return { file: name, bytes: seal.bytes, sha256: seal.sha256 }
    const path = join(this.#dataDir, name)
    const stats = await stat(path).catch(whenMissing(null))
    if (stats === null) throw new FileGone(`${name} is missing`)
    const aside = this.aside()
    const copied = await copySealed(open(path), aside, stats.size).catch(
      async (error: NodeJS.ErrnoException) => {
        await rm(aside, { force: true })
        throw error.code === 'ENOENT' && error.path === path
          ? new FileGone(`${name} is missing`)
          : error
      },
    )
    if (seal !== undefined && (copied.sha256 !== seal.sha256 || copied.bytes !== seal.bytes)) {
      await rm(aside, { force: true })
      throw new Error(
        `${name} fails its checksum, and nothing was backed up: run \`admin verify\`. The earlier backup, if any, is unchanged`,
      )
    }
    return await this.#place(aside, { file: name, ...copied })
  }

  /** Moves a file into the backup's folder as `name`. */
  async keep(aside: string, name: string): Promise<BackupFile> {
    await syncFile(aside)
    const { bytes, sha256 } = await sealed(aside)
    return await this.#place(aside, { file: name, bytes, sha256 })
  }

  async #has(sha256: string, bytes: number): Promise<boolean> {
    return (await stat(storedAt(this.folder, sha256)).catch(whenMissing(null)))?.size === bytes
  }

  aside(): string {
    return join(this.folder, 'files', `${randomBytes(8).toString('hex')}.part`)
  }

  async #place(aside: string, file: BackupFile): Promise<BackupFile> {
    if (await this.#has(file.sha256, file.bytes)) await rm(aside)
    else {
      await rename(aside, storedAt(this.folder, file.sha256))
      this.copied.files++
      this.copied.bytes += file.bytes
    }
    return file
  }
}

async function removeUnlisted(folder: string, { files }: Backup): Promise<void> {
  const listed = new Set(files.map(({ sha256 }) => sha256))
  for (const name of await readdir(join(folder, 'files')))
    if (!listed.has(name)) await rm(join(folder, 'files', name), { force: true })
}

/** Unpacks a backup, checking every file. Rejects with an Error for the operator that names damaged ones; remove the folder then. */
export async function unpack(
  backup: Backup,
  folder: string,
  target: string,
  print: Print,
): Promise<void> {
  const damaged: string[] = []
  const folders = new Set<string>()
  for (const [index, { file, bytes, sha256 }] of backup.files.entries()) {
    const path = join(target, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    folders.add(dirname(path))
    // Reading one byte more than listed shows that the file is longer.
    const copied = await copySealed(openPlainFile(storedAt(folder, sha256)), path, bytes + 1).catch(
      unlessOdd,
    )
    if (copied?.sha256 !== sha256 || copied.bytes !== bytes)
      damaged.push(`${file} (files/${sha256})`)
    print(`Checked and copied ${index + 1} of ${backup.files.length} files`, true)
  }
  if (damaged.length > 0) {
    const some = damaged.slice(0, 20).join(', ')
    throw new Error(
      `the backup in ${folder} is damaged, and nothing was restored: ${some}${damaged.length > 20 ? ` and ${damaged.length - 20} more` : ''}`,
    )
  }
  await requireCatalog(backup, folder, target)
  for (const path of folders) await syncFile(path)
}

/** For `catch`: null if the file is missing or not a regular file. */
function unlessOdd(error: NodeJS.ErrnoException): null {
  if (error.code === 'EFTYPE' || error.code === 'ELOOP') return null
  return whenMissing(null)(error)
}

/** The records come last, after the replaced store has moved: by then they and the files they list must be known to be intact. */
async function requireCatalog(
  { catalogVersion, files }: Backup,
  folder: string,
  target: string,
): Promise<void> {
  const damaged = (what: string): Error =>
    new Error(`the backup in ${folder} is damaged, and nothing was restored: ${what}`)
  const listed = new Map(files.map(({ file, sha256 }) => [file, sha256]))
  const name = RECORDS_FILE
  if (!listed.has(name)) throw damaged(`it has no ${name}`)
  const [problem] = checkFile(join(target, name))
  if (problem !== undefined) throw damaged(`${name} ${problem}`)
  const catalog = await withFile(join(target, name), wholeCatalog).catch((error: Error) => {
    throw damaged(error.message)
  })
  if (catalog.version !== catalogVersion)
    throw damaged(`${name} is version ${catalog.version}, not ${catalogVersion}`)
  const lost = dataParts(catalog).find(
    ({ file, sha256 }) => !listed.has(file) || (sha256 ?? listed.get(file)) !== listed.get(file),
  )
  if (lost !== undefined) throw damaged(`it lacks ${lost.file}, which ${name} names`)
}
