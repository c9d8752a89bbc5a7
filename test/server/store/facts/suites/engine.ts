import type { Test } from 'tap'
import type { Storage } from '../../../../../server/store/facts/common/storage.ts'
import type { SteadyClock } from '../../../../../server/core/runtime/shared-work.ts'

/** What the suites test of an engine. */
export type EngineStorage = Pick<Storage, 'imports' | 'audit' | 'openStore' | 'close'>

/** A store of a test, without data at first. */
export interface EngineStore {
  /** One more way to it, as another node or process has. */
  open: (steady: SteadyClock) => Promise<EngineStorage>
  /** The names of all data that are kept, published or not, with what an import calls them left out: a list per run or app, and counts of rows. */
  content(): Promise<string[]>
  /** Lets the locks of imports at work expire, as if those had stood still for long. */
  expireLocks?(): Promise<void>
}

/** What some engines cannot do, or have no need to. */
export type Trait =
  /** Imports of different apps are at work at once. */
  | 'appsAtOnce'
  /** A killed import leaves data behind. */
  | 'leftovers'
  /** A lock is lost while its import is at work. */
  | 'lostLock'
  /** An import fills the disk. */
  | 'disk'

export interface Engine {
  /** What it keeps on this machine's disk is in `folder`. Undefined, the test being skipped, where the engine's server is missing. */
  empty(t: Test, folder: string): Promise<EngineStore | undefined>
  /** Days for which it keeps retired data. */
  keepsDays?: number
  /** Traits that the engine does not have, and why. */
  without: Partial<Record<Trait, string>>
}
