import { DuckDBInstance } from '@duckdb/node-api'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { stagingIn, unwritable } from '../common/write-files.ts'

const RETRY_MS = 200
/** The file is there to be locked: nothing is ever read from it or told to it. */
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
