import type { AuditEvent } from '../access/audit.ts'
import type { Sql } from '../model/sql.ts'
import type { Catalog, RunFacts, Segment } from '../model/catalog.ts'
import type { Workspace } from './workspace.ts'
import type { Print } from './progress.ts'

/** A store as imports see it. */
export interface ImportPlace {
  /** Gives `work` the store to load into, and takes away afterwards what was only for that. Nothing is waited for yet: see `OpenPlace.lock`. */
  opened<Result>(print: Print, work: (place: OpenPlace) => Promise<Result>): Promise<Result>
}

/** Parts of a store that an import reads and changes, as far as known beforehand. */
export interface ImportScope {
  apps: readonly number[]
  /** Runs that it brings: ids that others may have taken, be it for other apps. */
  runs: readonly number[]
}

/** A store that one import works on, which changes a copy of the catalog and then has it published. */
export interface OpenPlace {
  /** A folder of this import's own for what does not fit into memory. */
  scratch: string
  /** Folders that the workspace reads and writes beside the delivery. */
  directories: readonly string[]
  /**
   * Waits while another import is at work on one of the apps, and keeps others from them until this one ends; call it once. Returns the
   * catalog, with runs and files of these apps at least and whatever other runs have these ids.
   */
  lock(scope: ImportScope, now: Date): Promise<Catalog>
  /** SQL, in `workspace`, for an app's stored identities: `id`, `campaign_id` and the names. */
  identities(workspace: Workspace, appId: number, stored: Segment): Promise<Sql>
  /** SQL, in `workspace`, for a column `id`: of the ids of the relation `delivered`, at least those that the store has already. */
  takenIds(workspace: Workspace, catalog: Catalog, table: 'recommendations' | 'alerts', delivered: Sql): Promise<Sql>
  /** `next` is the catalog to publish: its rows of apps and runs are complete, its files are not. */
  writer(workspace: Workspace, next: Catalog, print: Print): DeliveryWriter
  /**
   * Makes everything that was written visible at once: of the apps in scope all, of companies and networks those that differ from what `lock` answered,
   * or are gone.
   * `event` is what the audit log is to say of it. Returns the catalog's version, which is later than in `next` if others published first.
   * Afterwards it removes what no reader can be at work on any more: what killed imports have left, retired data, and every byte of the apps that
   * `next.erased` names. Nothing is removed before.
   */
  publish(next: Catalog, event: AuditEvent): Promise<number>
  /** After `publish`: the files that were deleted of the apps in `next.erased`, if the store keeps files on this machine. */
  erased?(): ErasedFiles | undefined
  /** Looks for what may have failed the import. @throws StoreDamaged where a file that it read is damaged */
  damage?(): Promise<void>
  /** Removes what this import has written and not published. */
  abandoned(): Promise<void>
  /** Told of a delivery that is refused, in the words of the audit log. */
  refused(event: AuditEvent): Promise<void>
}

export interface ErasedFiles {
  deleted: { files: number; bytes: number }
  /** Files that may hold data of the apps, but nothing says whose they are: they stay. */
  unknown: readonly string[]
}

/** Tables whose segments hold rows of several runs. */
export type RunRows = 'snapshots' | 'alerts'

/** Writes a checked delivery's rows into a store, where nobody sees them before they are published. */
export interface DeliveryWriter {
  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void>
  /** All identities of an app that has `rows` of them; `stored` are those it had. */
  identities(appId: number, rows: number, stored: Segment | undefined): Promise<Segment>
  /** Undefined for a run without cohorts. */
  facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined>
  recommendations(runId: number): Promise<Segment | undefined>
  /** The app's segments with the delivery's rows among them. */
  snapshots(appId: number, stored: Segment[]): Promise<Segment[]>
  alerts(appId: number, stored: Segment[]): Promise<Segment[]>
  /** The rows that each segment of a table has of some runs. */
  countRows(table: RunRows, appId: number, stored: Segment[], runs: readonly number[]): Promise<{ segment: Segment; rows: number }[]>
  /** The segments of a table without the rows of some runs. Segments that hold none of these rows stay as they are. */
  without(table: RunRows, appId: number, stored: Segment[], runs: readonly number[]): Promise<Segment[]>
  /** Makes what was written survive a power cut. */
  sync(): Promise<void>
}

/** A delivered run and its place in the workspace's numbering. */
export interface NumberedRun {
  run_id: number
  slot: number
}

export interface NumberedDsi {
  dsi: number
  slot: number
}
