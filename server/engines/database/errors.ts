import { StoreTimeout, StoreUnavailable } from '../../model/store.ts'

type DatabaseError = Error & { code?: string; errno?: number; fatal?: boolean }

/** MariaDB's and MySQL's "the statement took longer than its limit". */
const OVER_TIME = new Set([1969, 3024])

/** The server's errors that come with the end of a connection, or in the place of one. */
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
  1317, // query interrupted
  1927, // connection killed
  4031, // idle connection closed
])

/**
 * The server's errors after which nothing is left of a statement, or of the transaction that it came in, which may come again: it lost against
 * another one. Galera tells so at COMMIT.
 */
const TAKEN_BACK = new Set([
  1020, // a row has changed since the transaction began
  1205, // waited too long for a lock
  1213, // deadlock
  3101, // another server of a replication group was first
])

/** What Galera says, under several numbers, when its server lost the others while a statement was at work. */
const NO_QUORUM = /not connected to primary component/i

const NETWORK = /^(PROTOCOL_|E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_|ADDR))/

/** Whether the error says that the connection, or the way to the server, is broken: another attempt may do better. */
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

/** Whether the server refused to begin with anything, another one or a later moment may do better, and even a writing statement can come again. */
export function isUnbegun(error: unknown): boolean {
  return [1040, 1047, 1290, 1836].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** Whether a statement lost against another one, and may be repeated; of a transaction all of it, after a ROLLBACK. */
export function isTakenBack(error: unknown): boolean {
  return TAKEN_BACK.has((error as DatabaseError | null)?.errno ?? 0)
}

/** Whether the server is there but does not let us in, or has no such database. */
export function isRefused(error: unknown): boolean {
  return [1044, 1045, 1049, 1130, 1698].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** MySQL's "only encrypted connections are let in"; MariaDB just denies access. */
const ONLY_ENCRYPTED = 3159

/** Whether the two ends do not agree on how the connection is encrypted: the operator has to change something. */
export function isUnsafe(error: unknown): boolean {
  const { code, errno, message } = (error ?? {}) as DatabaseError
  return errno === ONLY_ENCRYPTED || code === 'HANDSHAKE_NO_SSL_SUPPORT' || (code === 'HANDSHAKE_SSL_ERROR' && /certificate/i.test(message))
}

/** Whether the user lacks a privilege for the statement. */
export function isForbidden(error: unknown): boolean {
  return [1044, 1142, 1143, 1227, 1370].includes((error as DatabaseError | null)?.errno ?? 0)
}

/** Whether a row with the same key exists. */
export function isDuplicate(error: unknown): boolean {
  return (error as DatabaseError | null)?.errno === 1062
}

/** An error as the store's callers know it: `StoreTimeout`, `StoreUnavailable`, or itself. */
export function storeError(error: unknown): unknown {
  const overTime = OVER_TIME.has((error as DatabaseError | null)?.errno ?? 0)
  if (overTime) return new StoreTimeout('the database stopped the statement at its time limit', { cause: error })
  if (isTakenBack(error)) return new StoreUnavailable('the database has too many changes of the same rows at once', { cause: error })
  if (isBroken(error) || isRefused(error)) return new StoreUnavailable('the database does not answer', { cause: error })
  return error
}

/** Whether a table does not exist, or was replaced while a statement was at work on it. */
export function isMissingTable(error: unknown): boolean {
  return [1051, 1146, 1412].includes((error as DatabaseError | null)?.errno ?? 0)
}
