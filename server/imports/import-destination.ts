import type { AuditEvent } from '../core/access/audit.ts'
import type { Sql } from '../core/model/sql.ts'
import type { Catalog, RunFacts, Segment } from '../core/model/catalog.ts'
import type { BroughtRecords, MovedRecords, RecordsDocument } from './moved-records.ts'
import type { Workspace } from './workspace.ts'
import type { Print } from './progress.ts'

export interface ImportDestination {
  /** Runs `work` with the store to load into, then discards temporary data. Does not wait: see `OpenDestination.lock`. */
  opened<Result>(
    print: Print,
    work: (destination: OpenDestination) => Promise<Result>,
  ): Promise<Result>
}

export interface ImportScope {
  apps: readonly number[]
  /** Delivered runs, whose ids other imports may have used, even for other apps. */
  runs: readonly number[]
}

export interface OpenDestination {
  /** Private folder for data that exceed memory. */
  scratch: string
  directories: readonly string[]
  /**
   * Waits for imports of the same apps and blocks others until this one ends; call it once. Returns the catalog with at least the runs and
   * files of these apps, and any runs with the delivered ids.
   */
  lock(scope: ImportScope, now: Date): Promise<Catalog>
  /** SQL in `workspace` for an app's stored identities: `id`, `campaign_id` and the names. */
  identities(workspace: Workspace, appId: number, stored: Segment): Promise<Sql>
  /** SQL in `workspace` for a column `id` with at least the stored ids of the relation `delivered`. */
  takenIds(
    workspace: Workspace,
    catalog: Catalog,
    table: 'recommendations' | 'alerts',
    delivered: Sql,
  ): Promise<Sql>
  /** Local path of a stored file, in the form in which imports write it and checked; until the work ends. */
  stored(workspace: Workspace, file: StoredFile): Promise<string>
  /** Keys, users and log. */
  records(): Promise<MovedRecords>
  writer(workspace: Workspace, next: Catalog, print: Print): DeliveryWriter
  /**
   * Makes everything visible at once: all data of the apps in scope, and changed or removed companies and networks. `event` is the audit entry.
   * Returns the catalog's version, later than in `next` if others published first. Then removes leftovers of killed imports, retired data,
   * and every byte of the apps in `next.erased`. Brings an export's records in the same transaction.
   */
  publish(next: Catalog, event: AuditEvent, moved?: MovedIn): Promise<number>
  /** Call after `publish`: deleted files of the apps in `next.erased`, if the store's files are on this machine. */
  erased?(): ErasedFiles | undefined
  /** @throws StoreDamaged if a file that was read is damaged */
  damage?(): Promise<void>
  abandoned(): Promise<void>
  refused?(event: AuditEvent): Promise<void>
  /** Deletes audit entries that the operator does not keep; returns their number. */
  pruneAudit?(now: Date): Promise<number>
}

export interface StoredFile {
  table: 'identities' | 'snapshots' | 'alerts' | 'recommendations' | 'facts'
  /** The run of recommendations and facts, the app of other tables. */
  id: number
  app: number
  part: Segment | RunFacts
}

export interface MovedIn {
  records: RecordsDocument
  /** EXPORT_SECRET of this store. */
  secret: string
  onBrought: (brought: BroughtRecords) => void
}

export interface ErasedFiles {
  deleted: { files: number; bytes: number }
  unknown: readonly string[]
}

export type RunRows = 'snapshots' | 'alerts'

/** Writes a checked delivery's rows, invisible until published. */
export interface DeliveryWriter {
  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void>
  /** All `rows` identities of an app; `stored` are the earlier ones. */
  identities(appId: number, rows: number, stored: Segment | undefined): Promise<Segment>
  /** Undefined for a run without cohorts. */
  facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined>
  recommendations(runId: number): Promise<Segment | undefined>
  snapshots(appId: number, stored: Segment[]): Promise<Segment[]>
  alerts(appId: number, stored: Segment[]): Promise<Segment[]>
  countRows(
    table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<{ segment: Segment; rows: number }[]>
  /** Segments without the rows of some runs; unaffected segments stay. */
  without(
    table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<Segment[]>
  /** Makes the written data survive a power cut. */
  sync(): Promise<void>
}

export interface NumberedRun {
  run_id: number
  slot: number
}

export interface NumberedDsi {
  dsi: number
  slot: number
}
