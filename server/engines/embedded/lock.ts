import { DuckDBInstance } from '@duckdb/node-api'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../delivery/progress.ts'
import { stagingIn, unwritable } from '../common/staging.ts'

const RETRY_MS = 200
/** The file is there to be locked: nothing is ever read from it or told to it. */
export const LOCK_FILE_OPTIONS = {
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
    try {
      return await DuckDBInstance.create(file, LOCK_FILE_OPTIONS)
    } catch (error) {
      if (!/could not set lock/i.test(String(error))) throw unwritable(error)
      if (!said) print('Waiting for another import to finish')
      await sleep(RETRY_MS)
    }
  }
}
