import { DuckDBInstance } from '@duckdb/node-api'
import { createHash, randomBytes } from 'node:crypto'
import { renameSync, statSync } from 'node:fs'
import { link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { readPlainFile } from '../../model/plain-file.ts'
import { Fresh, type SteadyClock } from '../../model/shared-work.ts'
import { stagingIn, describeWriteError } from '../common/write-files.ts'

export interface RecordFolder<Record> {
  /** Records by file name, at most `age` ms old. The same map until something changes. */
  within(age: number): Promise<ReadonlyMap<string, Record>>
  read(): Promise<ReadonlyMap<string, Record>>
}

/** File name suffix of a revoked record; it overrides the record. */
export const REVOKED = '.revoked'

/** File name suffix of a record that contradicts the audit log. */
export const CONTRADICTED = '.contradicted'

/**
 * Caches a folder of small JSON files, rereading only changed ones. Skips what `parse` rejects: one damaged file must not lock everyone
 * out.
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

const LARGEST_RECORD = 1_048_576
const UNREADABLE = new Set(['EIO', 'EFTYPE', 'ELOOP', 'ENXIO', 'EFBIG'])

/** Empty if unreadable, null if missing. */
export async function readRecordText(path: string): Promise<string | null> {
  try {
    return (await readPlainFile(path, LARGEST_RECORD)).toString()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return UNREADABLE.has(code) ? '' : whenMissing(null)(error as NodeJS.ErrnoException)
  }
}

/** For `catch`: the value if the file is missing. */
export function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return error => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

/** JSON with the SHA-256 of the rest in its last field, `seal`. */
export function sealedText(record: object): string {
  const text = JSON.stringify(record)
  return JSON.stringify({ ...record, seal: createHash('sha256').update(text).digest('hex') })
}

export const ASIDE = '.tmp'

/** Private to the user, and synced. */
export async function makeRecordFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = dir; ; made = dirname(made)) {
    await syncFile(dirname(made))
    if (made === first) return
  }
}

/** Writes a new file atomically and durably; false if the name exists. */
export async function createFile(dir: string, name: string, text: string): Promise<boolean> {
  const aside = await writeAside(dir, name, text)
  try {
    // Unlike rename, link never replaces a file.
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

export function createRecord(dir: string, name: string, record: object): Promise<boolean> {
  return createFile(dir, name, sealedText(record))
}

/**
 * Replaces a record atomically and durably. With `inode`, only if the file is still that one; false if another process renamed or removed
 * it.
 */
export async function replaceRecord(dir: string, name: string, record: object, { inode }: { inode?: number } = {}): Promise<boolean> {
  const path = join(dir, name)
  const aside = await writeAside(dir, name, sealedText(record))
  try {
    // Both without yielding; `sealRecords` handles the microseconds left to other processes.
    if (inode !== undefined && statSync(path, { throwIfNoEntry: false })?.ino !== inode) return false
    renameSync(aside, path)
    await syncFile(dir)
    return true
  } finally {
    await rm(aside, { force: true })
  }
}

/** False if there is none. */
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

/** fsync of a file or directory. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const RETRY_MS = 200

const LOCK_FILE_OPTIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
}

/** By data directory: the system's lock belongs to a process, not a caller within it. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs `work` when no other import uses the data directory. The lock is DuckDB's on an open database file, which the system releases when
 * the process ends.
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
 * Claims a data directory for one service; the system releases the claim when the process ends.
 * @throws an Error for the operator if another service has it, or it is not writable
 */
export async function claimFolder(dataDir: string): Promise<{ release: () => void }> {
  const claim = await tryLock(join(await stagingIn(dataDir), 'service.duckdb'))
  if (claim instanceof DuckDBInstance) return { release: () => claim.closeSync() }
  const process = claim.holder === null ? '' : ` (process ${claim.holder})`
  throw new Error(`DATA_DIR ${dataDir} is in use by another service${process}. Stop that one, or set DATA_DIR to another folder`)
}

/** Returns the lock, or the holder's process id if known. */
async function tryLock(file: string, isRepaired = false): Promise<DuckDBInstance | { holder: string | null }> {
  try {
    return await DuckDBInstance.create(file, LOCK_FILE_OPTIONS)
  } catch (error) {
    const message = String(error)
    if (/could not set lock/i.test(message)) return { holder: /\(PID (\d+)\)/.exec(message)?.[1] ?? null }
    if (isRepaired || !/corrupt|not a valid DuckDB database|serializ|read enough bytes/i.test(message)) throw describeWriteError(error)
    // Not held and without content: a power cut may have truncated it.
    await rm(file, { force: true })
    return await tryLock(file, true)
  }
}
