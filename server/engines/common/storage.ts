import type { AuditLog } from '../../access/audit/audit-log.ts'
import type { ImportPlace } from '../../delivery/place.ts'
import type { KeyStore } from '../../access/keys/key-store.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import type { UserStore } from '../../access/users/user-store.ts'
import type { Metric } from '../../model/metric.ts'
import type { Store } from '../../model/store.ts'

/** Everything that a service keeps, in one place: under a data directory, or in a database that several nodes share. */
export interface Storage {
  keys: KeyStore
  users: UserStore
  /** What was done to all of this. */
  audit: AuditLog
  /** Where imports go. */
  imports: ImportPlace
  /** Tells people what was brought up to date on opening. Throws where this version cannot read the store. */
  layout: () => Promise<string>
  /** Names in the data directory that a store without data does not have, where the store is kept there. */
  foreignNames?: () => Promise<string[]>
  /** Folder for built files, which are of these data and no others. */
  spoolDir: string
  /** Counts requests per company and minute. */
  limiter: (limit: number) => RateLimiter
  /** The data engine that answers requests. */
  openStore: () => Promise<Store>
  /** What is to be watched beside the process and its requests. */
  metrics?: () => Metric[]
  close: () => Promise<void>
}
