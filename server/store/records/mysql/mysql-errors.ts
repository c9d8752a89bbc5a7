import { StoreTimeout, StoreUnavailable } from '../../../core/model/store.ts'

type DatabaseError = Error & { code?: string; errno?: number; fatal?: boolean }

const OVER_TIME = new Set([1969, 3024])

/** Query interrupted. */
const INTERRUPTED = 1317

const BROKEN = new Set([
  1040, // too many connections
  1047, // not (or no longer) part of a Galera cluster that may work: "WSREP has not yet prepared node for application use"
  1053, // shutdown in progress
  1077, // normal shutdown
  1080, // forced close
  1152,
  1153,
  1154,
  1155,
  1156,
  1157,
  1158,
  1159,
  1160,
  1161,
  1184, // aborted connections and failed packets
  1203,
  1226, // too many connections of the user
  1290,
  1836, // read only
  INTERRUPTED,
  1927, // connection killed
  4031, // idle connection closed
])

export function isInterrupted(error: unknown): boolean {
  return (error as DatabaseError | null)?.errno === INTERRUPTED
}

/** Errors after which a statement or its transaction was rolled back and may be retried. Galera reports them at COMMIT. */
const ROLLED_BACK = new Set([
  1020,
  1205, // waited too long for a lock
  1213, // deadlock
  3101, // another server of a replication group was first
])

/** Galera's message, under several error numbers, of a server outside the primary component. */
const NO_QUORUM = /not connected to primary component/i

const NETWORK = /^(PROTOCOL_|E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_|ADDR))/

/** Connection errors: a retry on another connection may succeed. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreTimeout) return false
  const { code = '', errno, fatal } = error as DatabaseError
  return (
    (errno !== undefined && BROKEN.has(errno)) ||
    NO_QUORUM.test(error.message) ||
    NETWORK.test(code) ||
    (fatal === true && !isRefused(error))
  )
}

/** The server refused before executing, so even a write may be retried. */
export function isNotStarted(error: unknown): boolean {
  return [1040, 1047, 1290, 1836].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** A lost conflict, to be retried; a transaction as a whole after ROLLBACK. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has((error as DatabaseError | null)?.errno ?? 0)
}

/** Access denied or unknown database. */
export function isRefused(error: unknown): boolean {
  return [1044, 1045, 1049, 1130, 1698].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** MySQL reports required encryption; MariaDB only denies access. */
const ONLY_ENCRYPTED = 3159

/** Client and server disagree on encryption, which the operator must resolve. */
export function isUnsafe(error: unknown): boolean {
  const { code, errno, message } = (error ?? {}) as DatabaseError
  return (
    errno === ONLY_ENCRYPTED ||
    code === 'HANDSHAKE_NO_SSL_SUPPORT' ||
    (code === 'HANDSHAKE_SSL_ERROR' && /certificate/i.test(message))
  )
}

export function isForbidden(error: unknown): boolean {
  return [1044, 1142, 1143, 1227, 1370].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** Returns a `StoreTimeout` or `StoreUnavailable`, or the error itself. */
export function storeError(error: unknown): unknown {
  const overTime = OVER_TIME.has((error as DatabaseError | null)?.errno ?? 0)
  if (overTime)
    return new StoreTimeout('the database stopped the statement at its time limit', {
      cause: error,
    })
  if (isRolledBack(error))
    return new StoreUnavailable('the database has too many changes of the same rows at once', {
      cause: error,
    })
  if (isBroken(error) || isRefused(error))
    return new StoreUnavailable('the database does not respond', { cause: error })
  return error
}

/** Missing, or replaced during a statement. */
export function isMissingTable(error: unknown): boolean {
  return [1051, 1146, 1412].includes((error as DatabaseError | null)?.errno ?? 0)
}
