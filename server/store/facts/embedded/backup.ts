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
import { type Catalog, dataParts, type Sealed } from '../../../core/model/catalog.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import { openPlainFile, syncFile, whenMissing } from '../../../core/runtime/files.ts'
import { sql } from '../../../core/model/sql.ts'
import { checkFile } from '../../records/sqlite/check-file.ts'
import { readState } from '../../records/read-catalog.ts'
import { RECORDS_FILE, type Statements } from '../../records/records.ts'
import { EXPORT_SECRET } from './export-secret.ts'
import { wholeCatalog } from './named-files.ts'
import { openRecords, withFile } from './open-records.ts'
import { sum } from '../../../core/formulas/sums.ts'

export interface BackedUp extends Pick<Backup, 'createdAt' | 'catalogVersion'> {
  files: number
  bytes: number
  /** Number of new files, and their bytes. */
  copied: { files: number; bytes: number }
}

/** A store that may be in use. */
export interface BackupSource {
  records: Pick<Statements, 'read'>
  /** Writes the records of one moment to a new SQLite file. */
  copyRecords(path: string): Promise<void>
  /** Copies a file that these records name to a new file, and syncs it. Rejects with FileGone if it is missing. */
  copyFile(file: string, path: string): Promise<Sealed>
  /** Files that the records do not name, if they exist. */
  others: readonly string[]
}

export class FileGone extends Error {}

interface BackupOptions {
  folder: string
  print: Print
  now?: Date
}

/** Backs up an embedded store. */
export async function backUp({
  dataDir,
  ...options
}: BackupOptions & { dataDir: string }): Promise<BackedUp> {
  const folder = resolve(options.folder)
  if (`${folder}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Error(`${options.folder} is in DATA_DIR: name a folder outside it`)
  const records = await openRecords(dataDir, options.print)
  try {
    const done = await backUpStore(
      {
        records,
        copyRecords: path => records.copyTo(path),
        copyFile: (file, path) => copyFileOf(dataDir, file, path),
        others: [EXPORT_SECRET],
      },
      options,
    )
    await noteBackup(dataDir, folder, done)
    return done
  } finally {
    await records.close()
  }
}

async function copyFileOf(dataDir: string, file: string, to: string): Promise<Sealed> {
  const path = join(dataDir, file)
  const stats = await stat(path).catch(whenMissing(null))
  if (stats === null) throw new FileGone(`${file} is missing`)
  return await copySealed(open(path), to, stats.size).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' && error.path === path
      ? new FileGone(`${file} is missing`)
      : error
  })
}

/**
 * Copies a store: data files are immutable, and the records are copied first, in one consistent state. Files are checked while copied
 * and named by SHA-256, so that existing ones are skipped. The manifest comes last, atomically: an interruption leaves the previous
 * backup or the new one.
 */
export async function backUpStore(
  source: BackupSource,
  { folder, print, now = new Date() }: BackupOptions,
): Promise<BackedUp> {
  const before = await openFolder(folder)
  const [row] = await source.records.read(sql`SELECT id FROM store`)
  const storeId = String(row!['id'])
  if (before !== null && before.storeId !== storeId) {
    throw new Error(
      `${folder} holds a backup of another store, of ${before.createdAt}: name an empty folder`,
    )
  }
  const copy = new Copying(source, folder, print)
  const { version, files } = await copyAll(copy, source)
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
  return {
    createdAt: backup.createdAt,
    catalogVersion: version,
    files: files.length,
    bytes: sum(files, file => file.bytes),
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
  const foreign = names.find(name => name !== 'files' && name !== `${BACKUP_FILE}.new`)
  if (foreign !== undefined)
    throw new Error(
      `${folder} is not empty and not a backup (it contains ${foreign}): give an empty folder`,
    )
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  return null
}

/** Repeats if files were deleted during the copy, long after an import replaced them. */
async function copyAll(
  copy: Copying,
  source: BackupSource,
): Promise<{ version: number; files: BackupFile[] }> {
  for (;;) {
    const [records, catalog] = await copy.records()
    const { version } = catalog
    try {
      return { version, files: [records, ...(await copy.data(catalog)), ...(await copy.others())] }
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      if ((await readState(source.records)).seq === version)
        throw new Error(`${error.message}: run \`admin verify\``, { cause: error })
      copy.print('An import was published: continuing with its catalog')
    }
  }
}

class Copying {
  readonly print: Print
  readonly copied = { files: 0, bytes: 0 }
  readonly #source: BackupSource
  readonly #folder: string

  constructor(source: BackupSource, folder: string, print: Print) {
    this.#source = source
    this.#folder = folder
    this.print = print
  }

  /** @throws an Error for the operator if the copy is damaged */
  async records(): Promise<[file: BackupFile, catalog: Catalog]> {
    const aside = this.#aside()
    await this.#source.copyRecords(aside)
    const [problem] = checkFile(aside)
    if (problem !== undefined)
      throw new Error(`${RECORDS_FILE} ${problem}, and nothing was backed up: run \`admin verify\``)
    const catalog = await withFile(aside, wholeCatalog)
    await syncFile(aside)
    return [await this.#place(aside, { file: RECORDS_FILE, ...(await sealed(aside)) }), catalog]
  }

  async data(catalog: Catalog): Promise<BackupFile[]> {
    const parts = dataParts(catalog)
    let files = 0
    return await mapAtOnce(parts, async ({ file, bytes, sha256 }) => {
      const copied = await this.#file(file, { bytes: bytes!, sha256: sha256! })
      this.print(`Copied ${++files} of ${parts.length} data files`, true)
      return copied
    })
  }

  async others(): Promise<BackupFile[]> {
    const files: BackupFile[] = []
    for (const name of this.#source.others) {
      const copied = await this.#file(name).catch((error: unknown) => {
        if (!(error instanceof FileGone)) throw error
      })
      if (copied) files.push(copied)
    }
    return files
  }

  /** `seal` comes from the catalog. @throws an Error for the operator if the file is damaged */
  async #file(file: string, seal?: Sealed): Promise<BackupFile> {
    if (seal !== undefined && (await this.#has(seal))) return { file, ...seal }
    const aside = this.#aside()
    try {
      const copied = await this.#source.copyFile(file, aside)
      if (seal !== undefined && (copied.sha256 !== seal.sha256 || copied.bytes !== seal.bytes)) {
        throw new Error(
          `${file} fails its checksum, and nothing was backed up: run \`admin verify\`. The earlier backup, if any, is unchanged`,
        )
      }
      return await this.#place(aside, { file, ...copied })
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }

  async #has({ sha256, bytes }: Sealed): Promise<boolean> {
    return (await stat(storedAt(this.#folder, sha256)).catch(whenMissing(null)))?.size === bytes
  }

  #aside(): string {
    return join(this.#folder, 'files', `${randomBytes(8).toString('hex')}.part`)
  }

  async #place(aside: string, file: BackupFile): Promise<BackupFile> {
    if (await this.#has(file)) await rm(aside)
    else {
      await rename(aside, storedAt(this.#folder, file.sha256))
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
