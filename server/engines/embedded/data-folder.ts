import { DuckDBInstance } from '@duckdb/node-api'
import { randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { Fresh, type SteadyClock } from '../../model/shared-work.ts'
import { stagingIn, unwritable } from '../common/write-files.ts'
import { sealedText } from './sealed-record.ts'

export interface RecordFolder<Record> {
  /** Records by file name, as they were at most `age` milliseconds ago. The same map until something changes. */
  within(age: number): Promise<ReadonlyMap<string, Record>>
  /** All records as they are now. */
  read(): Promise<ReadonlyMap<string, Record>>
}

/** The end of a file's name that marks the record of the same id as revoked, whatever else is there. */
export const REVOKED = '.revoked'

/** The end of the name of a file that was set aside, since the audit log contradicts it. */
export const CONTRADICTED = '.contradicted'

/**
 * Reads a folder of small JSON files, and keeps up with it: looks at every file's state, reads only those that changed. What `parse`
 * turns down is left out: one damaged file must not lock everyone out.
 */
export function watchRecords<Record>(
  dir: string,
  parse: (name: string, text: string) => Record | null,
  clock?: SteadyClock,
): RecordFolder<Record> {
  let files = new Map<string, { state: string; record: Record | null }>()
  let records: ReadonlyMap<string, Record> = new Map()

  const look = async () => {
    const all = new Set(await readdir(dir).catch(whenMissing<string[]>([])))
    const names = [...all].filter(name => name.endsWith('.json') && !all.has(name.replace(/\.json$/, REVOKED)))
    let changed = names.length !== files.size
    const seen = await Promise.all(
      names.map(async name => {
        const state = await stateOf(join(dir, name))
        const known = files.get(name)
        if (known?.state === state) return [name, known] as const
        changed = true
        const text = await readRecordText(join(dir, name))
        return [name, { state, record: text === null ? null : parse(name, text) }] as const
      }),
    )
    files = new Map(seen)
    if (changed) records = new Map(seen.flatMap(([name, { record }]) => (record === null ? [] : [[name, record] as const])))
    return records
  }
  const fresh = new Fresh(look, clock)

  return { within: age => fresh.within(age), read: () => fresh.now() }
}

async function stateOf(path: string): Promise<string> {
  const seen = await stat(path).catch(whenMissing(null))
  return seen === null ? 'gone' : `${seen.ino} ${seen.size} ${seen.mtimeMs}`
}

/** The text of a record's file; empty if the disk cannot read it, null if it is gone. */
export async function readRecordText(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EIO' || error.code === 'EISDIR') return ''
    return whenMissing(null)(error)
  })
}

/** Handles a rejection: the value where the file is missing, otherwise the rejection again. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

/** The end of the names of files that are being written. */
export const ASIDE = '.tmp'

/** Makes a folder of records, for its user alone, that survives a power cut. */
export async function makeRecordFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = dir; ; made = dirname(made)) {
    await syncFile(dirname(made))
    if (made === first) return
  }
}

/**
 * Writes a new file, which survives a power cut once this resolves and is whole or absent before; false if there is one of that name, which stays.
 */
export async function createFile(dir: string, name: string, text: string): Promise<boolean> {
  const aside = await writeAside(dir, name, text)
  try {
    // Unlike a rename, a link never replaces a file that is there.
    await link(aside, join(dir, name))
    await syncFile(dir)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(aside)
  }
}

/** The same of a record, sealed. */
export function createRecord(dir: string, name: string, record: object): Promise<boolean> {
  return createFile(dir, name, sealedText(record))
}

/**
 * Writes a record, sealed, in the place of what the file holds; after a power cut that has the one or the other. With `inode` only if the file is still
 * that one: false if another process has renamed or removed it.
 */
export async function replaceRecord(
  dir: string,
  name: string,
  record: object,
  { inode, time }: { inode?: number; time?: Date } = {},
): Promise<boolean> {
  const path = join(dir, name)
  const aside = await writeAside(dir, name, sealedText(record))
  try {
    if (time !== undefined) await utimes(aside, time, time)
    // Both at once in this thread: between them another process has some microseconds, which `seal-records.ts` and those who remove files look after.
    if (inode !== undefined && statSync(path, { throwIfNoEntry: false })?.ino !== inode) return false
    renameSync(aside, path)
    await syncFile(dir)
    return true
  } finally {
    await rm(aside, { force: true })
  }
}

/** Removes a file for good; false if there is none. */
export async function removeFile(dir: string, name: string): Promise<boolean> {
  const path = join(dir, name)
  const isRemoved = await unlink(path)
    .then(() => true)
    .catch(whenMissing(false))
  if (isRemoved) await syncFile(dir)
  // Another process may have been sealing it.
  await unlink(path).catch(whenMissing(undefined))
  return isRemoved
}

async function writeAside(dir: string, name: string, text: string): Promise<string> {
  const path = join(dir, `${name}.${randomBytes(6).toString('hex')}${ASIDE}`)
  await writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true }).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  return path
}

/** Makes a file's content, or a directory's entries, survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const RETRY_MS = 200

/** Lock file; never read or written. */
const LOCK_FILE_OPTIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
}

/** Imports of this process by data directory: the lock of the operating system is held by a process, not by a caller in it. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while no other import works on the data directory, waiting for its turn. The lock is the one DuckDB takes on an
 * open database file; the operating system releases it however the process ends.
 */
export async function withLock<T>(dataDir: string, print: Print, work: () => Promise<T>): Promise<T> {
  const key = resolve(dataDir)
  const before = queues.get(key)
  if (before !== undefined) print('Waiting for another import to finish')
  const turn = (before ?? Promise.resolve()).then(() => locked(key, print, work))
  const settled = turn.then(
    () => {},
    () => {},
  )
  queues.set(key, settled)
  try {
    return await turn
  } finally {
    if (queues.get(key) === settled) queues.delete(key)
  }
}

async function locked<T>(dataDir: string, print: Print, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(join(await stagingIn(dataDir), 'lock.duckdb'), print)
  try {
    return await work()
  } finally {
    lock.closeSync()
  }
}

async function acquire(file: string, print: Print): Promise<DuckDBInstance> {
  for (let said = false; ; said = true) {
    const lock = await tryLock(file)
    if (lock instanceof DuckDBInstance) return lock
    if (!said) print('Waiting for another import to finish')
    await sleep(RETRY_MS)
  }
}

/**
 * Claims a data directory for one service. The operating system takes the claim back however the process ends.
 * @throws an Error for the operator where another service has the directory, or it cannot be written
 */
export async function claimFolder(dataDir: string): Promise<{ release: () => void }> {
  const claim = await tryLock(join(await stagingIn(dataDir), 'service.duckdb'))
  if (claim instanceof DuckDBInstance) return { release: () => claim.closeSync() }
  const process = claim.holder === null ? '' : ` (process ${claim.holder})`
  throw new Error(`DATA_DIR ${dataDir} is in use by another service${process}. Stop that one, or set DATA_DIR to another folder`)
}

/** The lock, or the number of the process that holds it as far as the system knows that. */
async function tryLock(file: string, isRepaired = false): Promise<DuckDBInstance | { holder: string | null }> {
  try {
    return await DuckDBInstance.create(file, LOCK_FILE_OPTIONS)
  } catch (error) {
    const message = String(error)
    if (/could not set lock/i.test(message)) return { holder: /\(PID (\d+)\)/.exec(message)?.[1] ?? null }
    if (isRepaired || !/corrupt|not a valid DuckDB database|serializ|read enough bytes/i.test(message)) throw unwritable(error)
    // Nobody holds it, and it has no content to lose: a power cut may have left it half written.
    await rm(file, { force: true })
    return await tryLock(file, true)
  }
}
