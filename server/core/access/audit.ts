import { userInfo } from 'node:os'
import { messageOf } from '../runtime/print.ts'

export type AuditAction = Act | `${Act}.failed`

type Act =
  | 'key.created'
  | 'key.revoked'
  | 'user.invited'
  | 'user.removed'
  | 'user.connected'
  | 'access.granted'
  | 'access.revoked'
  | 'company.removed'
  | 'run.withdrawn'
  | 'run.restored'
  | 'import.loaded'
  | 'import.refused'
  | 'user.erased'
  | 'export.made'
  | 'store.restored'
  | 'store.pruned'
  | 'store.repaired'
  | 'app.removed'
  | 'events.removed'
  | 'budgets.removed'

/** The actor: a system user at the CLI, a caller with a key or a login, or the service itself (its demo). */
export type Actor = `operator:${string}` | `key:${string}` | `user:${string}` | 'service'

export type AuditDetails = Readonly<
  Record<
    string,
    string | number | boolean | null | readonly string[] | Readonly<Record<string, number>>
  >
>

export interface AuditEvent {
  action: AuditAction
  companyId?: number
  /** The changed object: `key:ID`, `user:ID`, `address:DIGEST`, `company:ID`, `app:ID`, `run:ID`, `version:N` of the data. */
  target: string
  details?: AuditDetails
}

/** An event and who caused it. */
export interface ActorEvent extends AuditEvent {
  actor: Actor
}

export interface AuditEntry extends AuditEvent {
  /** ISO 8601, UTC. */
  at: string
  actor: Actor
  details: AuditDetails
}

export interface AuditFilter {
  /** First day, `YYYY-MM-DD`, UTC. */
  since?: string
  companyId?: number
  /** Beginning of the action. */
  action?: string
  target?: string
  /** Maximum number of entries, the newest. */
  last?: number
}

/** The log of changes by operators and companies. */
export interface AuditLog {
  /** Adds an entry; once it resolves the entry survives a power cut. */
  append(event: ActorEvent): Promise<void>
  /** Entries, oldest first, read lazily. */
  entries(filter?: AuditFilter): AsyncIterable<AuditEntry>
  /**
   * Removes an address from the log, and the subject and name of its users' first logins (`users`: ids, besides those found in the log).
   * Returns how many entries changed or, with `dryRun`, would change.
   */
  erase(
    erasure: Erasure,
    options?: { users?: readonly string[]; dryRun?: boolean },
  ): Promise<number>
  /**
   * Deletes entries from before a moment, except those that say what was revoked, removed, withdrawn or erased, or what ended that. Returns
   * their number.
   */
  prune(before: string): Promise<number>
}

/** Maximum characters of a text and items of a list in an entry. */
const LONGEST_TEXT = 256
const LONGEST_LIST = 100

export function auditEntry(
  { action, actor, companyId, target, details = {} }: ActorEvent,
  clock: () => number,
): AuditEntry {
  const bounded = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? value.slice(0, LONGEST_TEXT)
      : Array.isArray(value)
        ? value.slice(0, LONGEST_LIST)
        : value,
  ])
  return {
    at: new Date(clock()).toISOString(),
    action,
    actor: actor.slice(0, LONGEST_TEXT) as Actor,
    ...(companyId === undefined ? {} : { companyId }),
    target,
    details: Object.fromEntries(bounded) as AuditDetails,
  }
}

/** Entries that repairs and restores act on, whatever their age. */
export const LASTING: readonly Act[] = [
  'key.revoked',
  'user.removed',
  'user.erased',
  'access.revoked',
  'access.granted',
  'company.removed',
  'app.removed',
  'run.withdrawn',
  'run.restored',
  'events.removed',
  'budgets.removed',
]

/** Revocations, which proceed even if logging fails, for example on a full disk. */
const TAKES_AWAY: ReadonlySet<AuditAction> = new Set(['access.revoked', 'company.removed'])

/** The log cannot be written. The message says whether the action was done. */
export class NotLogged extends Error {}

export function refusedWithoutLog(cause: unknown): NotLogged {
  return new NotLogged(
    `the audit log cannot be written, so nothing was done: ${messageOf(cause)}`,
    { cause },
  )
}

export function doneWithoutLog({ action, target }: ActorEvent, cause: unknown): NotLogged {
  return new NotLogged(
    `done (${action} ${target}), but the audit log cannot be written: ${messageOf(cause)}`,
    { cause },
  )
}

/**
 * Runs an action that writes its audit entry in its own transaction. A failed one leaves the entry and a second one, `.failed`, as far as the
 * log can be written.
 */
export async function withFailureEntry<Result>(
  log: AuditLog,
  event: ActorEvent,
  act: (event: ActorEvent) => Promise<Result>,
): Promise<Result> {
  return await act(event).catch(async (error: unknown) => {
    if (!(error instanceof NotLogged))
      await log.append(event).then(() => appendFailure(log, event), ignore)
    throw error
  })
}

/**
 * Runs an action with its audit entry. The entry is written first, so that none is missing if the process dies; a failed action adds a
 * second one, `.failed`. If the log cannot be written, actions are refused, except revocations: these run, and unless the log can be written
 * by then, reject with an Error that says so.
 */
export async function withAuditEntry<Result>(
  log: AuditLog,
  event: ActorEvent,
  act: () => Promise<Result>,
): Promise<Result> {
  const fault = await log.append(event).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (fault !== null && !TAKES_AWAY.has(event.action)) throw refusedWithoutLog(fault.error)
  const result = await act().catch(async (error: unknown) => {
    await appendFailure(log, event)
    throw error
  })
  // The revocation may have freed disk space.
  if (fault !== null)
    await log.append(event).catch(() => Promise.reject(doneWithoutLog(event, fault.error)))
  return result
}

async function appendFailure(log: AuditLog, event: ActorEvent): Promise<void> {
  await log.append({ ...event, action: `${event.action}.failed` as AuditAction }).catch(ignore)
}

function ignore(): void {
  // The action's own error is thrown.
}

export function operator(): Actor {
  try {
    return `operator:${userInfo().username}`
  } catch {
    return `operator:${process.getuid?.() ?? 'unknown'}`
  }
}

export interface Erasure {
  /** In the form in which addresses are compared (`comparableAddress`). */
  address: string
  digest: string
  /** The digest of a text, cut or padded to `length`. */
  replace(text: string, length: number): string
}
