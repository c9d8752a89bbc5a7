import type { AuditLog } from '../../access/audit.ts'
import type { RateLimiter } from '../../access/callers.ts'
import type { KeyRecord, KeyStore } from '../../access/keys.ts'
import type { UserRecord, UserStore } from '../../access/users.ts'
import type { ImportPlace } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import type { Metric } from '../../model/metric.ts'
import type { Store } from '../../model/store.ts'
import type { Verification, VerifyOptions } from './stored-files.ts'

/** Everything that a service keeps, in one place: under a data directory, or in a database that several nodes share. */
export interface Storage {
  keys: KeyStore
  users: UserStore
  /** The actions taken. */
  audit: AuditLog
  /** Where imports go. */
  imports: ImportPlace
  /** Tells people what was brought up to date on opening. Throws where this version cannot read the store. */
  layout: () => Promise<string>
  /** Told of apps that were erased from the store: removes what this machine keeps of them beside the spool. */
  onErased?: (apps: readonly number[]) => Promise<void>
  /** Tells others that use the same data that a service serves from them, until it is stopped. */
  announce?: () => { stop: () => Promise<void> }
  /** Names in the data directory that a store without data does not have, where the store is kept there. */
  foreignNames?: () => Promise<string[]>
  /** Checks all that is kept, and repairs it if asked. */
  verify?: (options: VerifyOptions) => Promise<Verification>
  /** Deletes removed files for good, however short a time ago they were removed; `dryRun` only counts. Absent if the engine has no trash. */
  emptyTrash?: (options: { dryRun: boolean; print: Print }) => Promise<{ files: number; bytes: number }>
  /** Folder for built files, which are of these data and no others. */
  spoolDir: string
  /** Counts requests per company and minute. */
  limiter: (limit: number) => RateLimiter
  /** The data engine that answers requests. */
  openStore: () => Promise<Store>
  /** Metrics of the storage. */
  metrics?: () => Metric[]
  close: () => Promise<void>
}

/** A key as any store keeps it. */
export interface MovedKey extends KeyRecord {
  /** Hash of the whole key, hexadecimal. */
  sha256: string
  last_used_at: string | null
}

/** A user as any store keeps them; without a login an open invitation. */
export interface MovedUser extends UserRecord {
  login: { issuer: string; subject: string } | null
}

/** Keys and users on their way from one store to another. */
export interface Records {
  keys: MovedKey[]
  users: MovedUser[]
}
