import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Print } from '../../delivery/progress.ts'
import {
  type Backup,
  type BackupFile,
  BACKUP_FILE,
  FILES_OF_STORE,
  readBackup,
  STORE_IDS,
  storedAt,
  writeBackup,
} from './backup-manifest.ts'
import { dataParts } from '../../model/catalog.ts'
import { openPlainFile } from '../../model/plain-file.ts'
import { CATALOG_FILE, openCatalog, parseCatalog, readCatalog } from './catalog-file.ts'
import { EXPORT_SECRET } from './records.ts'
import { syncFile, whenMissing } from './data-folder.ts'

/** Identifies a store and its backups. */
const STORE_ID = 'store-id'

/** The audit log comes last: it may know more than the others, not less. */
const RECORDS = ['keys', 'users', 'audit']

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
  /** New files, and their bytes. */
  copied: { files: number; bytes: number }
}

class FileGone extends Error {}

/**
 * Copies a store that may be in use: data files are immutable, and the catalog is read first. Files are checked while copied and named by
 * SHA-256, so that known ones are skipped. The manifest comes last, atomically: an interruption leaves the earlier backup or the new one.
 */
export async function backUp({ dataDir, folder, print, now = new Date() }: BackupOptions): Promise<BackedUp> {
  if (`${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`))
    throw new Error(`${folder} is in DATA_DIR: name a folder outside it`)
  const before = await openFolder(folder)
  const storeId = await idOf(dataDir)
  if (before !== null && before.storeId !== storeId) {
    throw new Error(`${folder} holds a backup of another store, of ${before.createdAt}: name an empty folder`)
  }
  const copy = new Copying(dataDir, folder, print)
  const { version, files } = await copyData(copy, dataDir)
  files.push(...(await copyRecords(copy, dataDir)))
  await syncFile(join(folder, 'files'))
  const backup: Backup = { format: 1, createdAt: now.toISOString(), storeId, catalogVersion: version, files }
  await writeBackup(folder, backup)
  await removeUnlisted(folder, backup)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { createdAt: backup.createdAt, catalogVersion: version, files: files.length, bytes, copied: copy.copied }
}

/** Null for an empty folder, which is created. */
async function openFolder(folder: string): Promise<Backup | null> {
  await mkdir(join(folder), { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? new Error(`${folder} is not a folder`, { cause: error }) : error
  })
  const names = await readdir(folder)
  if (names.includes(BACKUP_FILE)) return await readBackup(folder)
  const foreign = names.find(name => name !== 'files' && name !== PULLED && name !== `${BACKUP_FILE}.new`)
  if (foreign !== undefined) throw new Error(`${folder} is not empty and not a backup (it contains ${foreign}): give an empty folder`)
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 })
  return null
}

async function idOf(dataDir: string): Promise<string> {
  const known = await readFile(join(dataDir, STORE_ID), 'utf8').catch(whenMissing(null))
  if (known !== null && STORE_IDS.test(known)) return known
  if (known !== null) throw new Error(`${join(dataDir, STORE_ID)} is damaged: delete it, then back up into an empty folder`)
  const id = randomBytes(16).toString('hex')
  const file = await open(join(dataDir, STORE_ID), 'wx', 0o600)
  await file.writeFile(id)
  await file.sync()
  await file.close()
  return id
}

/** Repeats if an import moved files to the trash during the copy. */
async function copyData(copy: Copying, dataDir: string): Promise<{ version: number; files: BackupFile[] }> {
  for (;;) {
    // Must be readable, and newer than its copies.
    await readCatalog(dataDir)
    const text = await readFile(join(dataDir, CATALOG_FILE), 'utf8')
    const catalog = parseCatalog(text, CATALOG_FILE, dataDir)
    const files: BackupFile[] = [await copy.text(CATALOG_FILE, text)]
    try {
      const parts = dataParts(catalog)
      for (const [index, part] of parts.entries()) {
        files.push(await copy.file(part.file, part.sha256 === undefined ? undefined : { bytes: part.bytes!, sha256: part.sha256 }))
        copy.print(`Copied ${index + 1} of ${parts.length} data files`, true)
      }
      return { version: catalog.version, files }
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      if ((await readCatalog(dataDir)).version === catalog.version)
        throw new Error(`${error.message}: run \`admin verify\``, { cause: error })
      copy.print('An import was published: continuing with its catalog')
    }
  }
}

async function copyRecords(copy: Copying, dataDir: string): Promise<BackupFile[]> {
  const names: string[] = [EXPORT_SECRET, STORE_ID]
  for (const folder of RECORDS) {
    const entries = await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(whenMissing([]))
    const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
    // The log's sizes before the log: they must not cover missing entries.
    names.push(...files.sort((one, other) => Number(one.endsWith('.jsonl')) - Number(other.endsWith('.jsonl')) || (one < other ? -1 : 1)))
  }
  const copied: BackupFile[] = []
  for (const name of names.filter(name => FILES_OF_STORE.test(name))) {
    // Records may change during the copy.
    const file = await copy.file(name).catch((error: unknown) => {
      if (error instanceof FileGone) return null
      throw error
    })
    if (file !== null) copied.push(file)
  }
  return copied
}

class Copying {
  readonly print: Print
  readonly copied = { files: 0, bytes: 0 }
  readonly #dataDir: string
  readonly #folder: string

  constructor(dataDir: string, folder: string, print: Print) {
    this.#dataDir = dataDir
    this.#folder = folder
    this.print = print
  }

  async text(name: string, text: string): Promise<BackupFile> {
    const bytes = Buffer.from(text)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (await this.#has(sha256, bytes.length)) return { file: name, bytes: bytes.length, sha256 }
    const aside = this.#aside()
    const file = await open(aside, 'wx', 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    return await this.#keep(aside, { file: name, bytes: bytes.length, sha256 })
  }

  /** `seal` is from the catalog. Rejects with FileGone if missing, with an Error for the operator if damaged. */
  async file(name: string, seal?: { bytes: number; sha256: string }): Promise<BackupFile> {
    if (seal !== undefined && (await this.#has(seal.sha256, seal.bytes))) return { file: name, bytes: seal.bytes, sha256: seal.sha256 }
    const path = join(this.#dataDir, name)
    const found = await stat(path).catch(whenMissing(null))
    if (found === null) throw new FileGone(`${name} is missing`)
    const aside = this.#aside()
    const copied = await copyHashed(open(path), aside, found.size).catch(async (error: NodeJS.ErrnoException) => {
      await rm(aside, { force: true })
      throw error.code === 'ENOENT' && error.path === path ? new FileGone(`${name} is missing`) : error
    })
    if (seal !== undefined && (copied.sha256 !== seal.sha256 || copied.bytes !== seal.bytes)) {
      await rm(aside, { force: true })
      throw new Error(
        `${name} fails its checksum, and nothing was backed up: run \`admin verify\`. The earlier backup, if any, is unchanged`,
      )
    }
    // The time of an empty file is the key's last use.
    const modified = name.startsWith('keys/last-used/') ? { modified: found.mtime.toISOString() } : {}
    return await this.#keep(aside, { file: name, ...copied, ...modified })
  }

  async #has(sha256: string, bytes: number): Promise<boolean> {
    return (await stat(storedAt(this.#folder, sha256)).catch(whenMissing(null)))?.size === bytes
  }

  #aside(): string {
    return join(this.#folder, 'files', `${randomBytes(8).toString('hex')}.part`)
  }

  async #keep(aside: string, file: BackupFile): Promise<BackupFile> {
    if (await this.#has(file.sha256, file.bytes)) await rm(aside)
    else {
      await rename(aside, storedAt(this.#folder, file.sha256))
      this.copied.files++
      this.copied.bytes += file.bytes
    }
    return file
  }
}

/** Copies at most `most` bytes, since a file may grow, and syncs. */
async function copyHashed(from: Promise<FileHandle>, to: string, most: number): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  const source = await from
  try {
    if (most === 0) await (await open(to, 'wx', 0o600)).close()
    else {
      const input = source.createReadStream({ autoClose: false, highWaterMark: 1_048_576, end: most - 1 })
      await pipeline(input, hashing, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }))
    }
  } finally {
    await source.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function removeUnlisted(folder: string, { files }: Backup): Promise<void> {
  const listed = new Set(files.map(({ sha256 }) => sha256))
  for (const name of await readdir(join(folder, 'files'))) if (!listed.has(name)) await rm(join(folder, 'files', name), { force: true })
}

/** Unpacks a backup, checking every file. Rejects with an Error for the operator that names damaged ones; remove the folder then. */
export async function unpack(backup: Backup, folder: string, target: string, print: Print): Promise<void> {
  const damaged: string[] = []
  const folders = new Set<string>()
  for (const [index, { file, bytes, sha256, modified }] of backup.files.entries()) {
    const path = join(target, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    folders.add(dirname(path))
    // A byte more than listed shows that the file is longer.
    const copied = await copyHashed(openPlainFile(storedAt(folder, sha256)), path, bytes + 1).catch(unlessOdd)
    if (copied?.sha256 !== sha256 || copied.bytes !== bytes) damaged.push(`${file} (files/${sha256})`)
    else if (modified !== undefined) await utimes(path, new Date(modified), new Date(modified))
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

/** For `catch`: null for a file that is missing, or is not a regular one. */
function unlessOdd(error: NodeJS.ErrnoException): null {
  if (error.code === 'EFTYPE' || error.code === 'ELOOP') return null
  return whenMissing(null)(error)
}

/** The catalog comes last, when the store that it replaces has moved: by then it must be known to be one. */
async function requireCatalog({ catalogVersion, files }: Backup, folder: string, target: string): Promise<void> {
  const damaged = (what: string): Error => new Error(`the backup in ${folder} is damaged, and nothing was restored: ${what}`)
  const text = await readFile(join(target, CATALOG_FILE), 'utf8').catch(whenMissing(null))
  if (text === null) throw damaged(`it has no ${CATALOG_FILE}`)
  const catalog = openCatalog(text)
  if ('problem' in catalog) throw damaged(`${CATALOG_FILE} ${catalog.problem}`)
  if (catalog.version !== catalogVersion) throw damaged(`${CATALOG_FILE} is version ${catalog.version}, not ${catalogVersion}`)
  const listed = new Map(files.map(({ file, sha256 }) => [file, sha256]))
  const lost = dataParts(catalog).find(({ file, sha256 }) => !listed.has(file) || (sha256 ?? listed.get(file)) !== listed.get(file))
  if (lost !== undefined) throw damaged(`it lacks ${lost.file}, which ${CATALOG_FILE} names`)
}
