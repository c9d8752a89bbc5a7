import type { Erasure } from './erasure.ts'

/** What may be noted. `.failed`: what was noted before did not happen after all. */
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

/** Who did it: a system user at the CLI, who asked with a key or a login, or the service of its own accord (its demo). */
export type Actor = `operator:${string}` | `key:${string}` | `user:${string}` | 'service'

/** Never a secret, a key or a link. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[] | Readonly<Record<string, number>>>>

/** What was done, without who did it. */
export interface AuditEvent {
  action: AuditAction
  companyId?: number
  /** The changed object: `key:ID`, `user:ID`, `address:DIGEST`, `company:ID`, `app:ID`, `run:ID`, `version:N` of the data. */
  target: string
  details?: AuditDetails
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
  /** Only so many, the newest. */
  last?: number
}

/** Changes to keys, users, access and data. Entries are never removed; only an erasure changes one. */
export interface AuditLog {
  /** Adds an entry; once it resolves the entry survives a power cut. */
  append(event: AuditEvent & { actor: Actor }): Promise<void>
  /** Entries, oldest first, read as they are asked for. */
  entries(filter?: AuditFilter): AsyncIterable<AuditEntry>
  /**
   * Replaces a person's address, and what first logins say of the `users` with it (ids, beside those that the log itself names). Answers how many entries
   * have changed, or with `dryRun` would.
   */
  erase(erasure: Erasure, options?: { users?: readonly string[]; dryRun?: boolean }): Promise<number>
}

/** Most characters of a text and most items of a list in an entry: an entry stays small whatever somebody named something. */
const LONGEST_TEXT = 256
const LONGEST_LIST = 100

/** The entry of something that is done at the moment. */
export function auditEntry(
  { action, actor, companyId, target, details = {} }: AuditEvent & { actor: Actor },
  clock: () => number,
): AuditEntry {
  const bounded = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : Array.isArray(value) ? value.slice(0, LONGEST_LIST) : value,
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
