import type { AuditLog } from '../../../core/access/audit.ts'
import type { RateLimiter } from '../../../core/model/caller.ts'
import type { KeyStore } from '../../../core/access/keys.ts'
import type { UserStore } from '../../../core/access/users.ts'
import type { ImportDestination } from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import type { Metric } from '../../../core/runtime/metric.ts'
import type { Store } from '../../../core/model/store.ts'
import type { Finding } from '../../../core/model/finding.ts'

export interface Storage {
  keys: KeyStore
  users: UserStore
  audit: AuditLog
  imports: ImportDestination
  /** Returns the upgrades made on opening. Throws if this version cannot read the store. */
  layout: () => Promise<string>
  /** Called with erased apps: deletes this machine's remains of them outside the spool. */
  onErased?: (apps: readonly number[]) => Promise<void>
  /** Announces that a service uses the data, until stopped. */
  announce?: () => { stop: () => Promise<void> }
  /** Names in the data directory that an empty store does not have, if the store is in it. */
  foreignNames?: () => Promise<string[]>
  verify?: (options: VerifyOptions) => Promise<Verification>
  /** Permanently deletes trashed files of any age; `dryRun` only counts. Absent without a trash. */
  emptyTrash?: (options: {
    dryRun: boolean
    print: Print
  }) => Promise<{ files: number; bytes: number }>
  /** Folder for files built only from these data. */
  spoolDir: string
  /** Counts requests for all nodes; absent if the data have only one. */
  limiter?: (limit: number) => RateLimiter
  openStore: () => Promise<Store>
  metrics?: () => Metric[]
  close: () => Promise<void>
}

export interface Verification {
  /** Version of the catalog; null if it cannot be read. */
  version: number | null
  /** Number and bytes of the data files read. */
  files: number
  bytes: number
  findings: Finding[]
  repaired: string[]
}

export interface VerifyOptions {
  /** Whether to list all objects of a lake, to find those that nothing references. */
  list?: boolean
  repair: boolean
  /** EXPORT_SECRET, by which a repair finds erased addresses; null: the store's own. */
  secret?: string | null
  print: Print
}
