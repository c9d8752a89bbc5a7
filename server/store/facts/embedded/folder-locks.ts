import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Print } from '../../../imports/progress.ts'
import { steadyClock } from '../../../core/runtime/shared-work.ts'
import { describeWriteError, stagingIn } from '../common/write-files.ts'
import { sql } from '../../../core/model/sql.ts'
import { connect, type Connection } from '../../records/sqlite/driver.ts'
import { holderOf, isBusy, noteHolder } from '../../records/sqlite/sqlite-errors.ts'

const RETRY_MS = 200

/** Maximum wait for the lock of a service, ms. */
const PATIENCE_MS = 1000

/** By data directory: imports of one process run in order of arrival. */
const queues = new Map<string, Promise<unknown>>()

/** Runs `work` when no other import uses the data directory. */
export async function withImportLock<T>(
  dataDir: string,
  print: Print,
  work: () => Promise<T>,
): Promise<T> {
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
  const path = join(await stagingIn(dataDir), 'imports.lock')
  for (let said = false; ; said = true) {
    const lock = take(path)
    if ('release' in lock) return await work().finally(lock.release)
    if (!said) print('Waiting for another import to finish')
    await sleep(RETRY_MS)
  }
}

/**
 * Claims a data directory for one service, until the process ends.
 * @throws an Error for the operator if another service has claimed it, or it is not writable
 */
export async function claimFolder(dataDir: string): Promise<{ release: () => void }> {
  const path = join(await stagingIn(dataDir), 'service.lock')
  let claim = take(path)
  // A command holds it for a moment, to see whether a service does.
  const start = steadyClock()
  while ('holder' in claim && steadyClock() - start < PATIENCE_MS) {
    await sleep(RETRY_MS)
    claim = take(path)
  }
  if ('release' in claim) return claim
  const holder = claim.holder === null ? '' : ` (process ${claim.holder})`
  throw new Error(
    `DATA_DIR ${dataDir} is in use by another service${holder}. Stop that one, or set DATA_DIR to another folder`,
  )
}

function take(path: string): ReturnType<typeof tryLockFile> {
  try {
    return tryLockFile(path)
  } catch (error) {
    throw describeWriteError(error)
  }
}

/** Whether another process is the service of a data directory. */
export async function isServed(dataDir: string): Promise<boolean> {
  const lock = take(join(await stagingIn(dataDir), 'service.lock'))
  if ('holder' in lock) return lock.holder !== String(process.pid)
  lock.release()
  return false
}

/**
 * Takes an exclusive lock on a dedicated file, which the system releases when the process ends. The file stays empty, so it cannot be damaged
 * and needs no space; `.pid` next to it names the holder. If another process holds the lock, returns its id, if known.
 */
function tryLockFile(path: string): { release: () => void } | { holder: string | null } {
  const connection = connect(path)
  try {
    // Writes nothing and leaves no journal.
    connection.all(sql`PRAGMA journal_mode = MEMORY`)
    connection.run(sql`BEGIN IMMEDIATE`)
  } catch (error) {
    connection.close()
    if (!isBusy(error)) throw error
    return { holder: holderOf(path) }
  }
  noteHolder(path)
  return { release: () => release(connection) }
}

function release(connection: Connection): void {
  connection.run(sql`ROLLBACK`)
  connection.close()
}
