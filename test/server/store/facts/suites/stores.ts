import type { Test } from 'tap'
import { importInto, type ImportSummary } from '../../../../../server/imports/load/import.ts'
import type {
  ImportDestination,
  OpenDestination,
} from '../../../../../server/imports/import-destination.ts'
import type { Catalog } from '../../../../../server/core/model/catalog.ts'
import { steadyClock } from '../../../../../server/core/runtime/shared-work.ts'
import type { Store } from '../../../../../server/core/model/store.ts'
import type { Delivery } from '../../../../reference/delivery.ts'
import type { Engine, EngineStorage, EngineStore, Trait } from './engine.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { withDelivery } from '../../../../support/delivery-folder.ts'

export interface LoadOptions {
  now?: Date
  print?: (line: string) => void
  /** The node's unless given. */
  imports?: ImportDestination
  /** Changes what the import sees of the store. */
  change?: (place: OpenDestination) => OpenDestination
}

/** One way to a test's store, closed with the test. */
export interface TestNode extends EngineStorage {
  store: Store
  load(delivery: Delivery, options?: LoadOptions): Promise<ImportSummary>
  /** The catalog of an app, as it is now. */
  catalog(appId?: number): Promise<Catalog>
  /** Advances the store's clock by `ms`. */
  pass(milliseconds: number): void
}

export interface TestStore extends Omit<EngineStore, 'open'> {
  open(): Promise<TestNode>
}

/** An empty store of an engine, gone with the test; on the disk of `folder` where that is given. */
export async function emptyStore(
  t: Test,
  engine: Engine,
  folder?: string,
): Promise<TestStore | undefined> {
  const empty = await engine.empty(t, temporaryFolder(t, 'engine', folder))
  if (empty === undefined) return undefined
  return { ...empty, open: () => openNode(t, empty.open) }
}

async function openNode(t: Test, open: EngineStore['open']): Promise<TestNode> {
  let passed = 0
  const storage = await open(() => steadyClock() + passed)
  t.teardown(() => storage.close())
  const store = await storage.openStore()
  t.teardown(() => store.close())
  return {
    ...storage,
    store,
    async load(
      delivery,
      {
        now = new Date(),
        print = () => undefined,
        imports = storage.imports,
        change = (place: OpenDestination) => place,
      } = {},
    ) {
      return await withDelivery(delivery, folder =>
        importInto(changed(imports, change), { delivery: folder, progress: print, now: () => now }),
      )
    },
    pass: milliseconds => void (passed += milliseconds),
    async catalog(appId) {
      // Beyond which no engine takes a catalog for current without a look.
      passed += 1000
      return await store.catalog(appId)
    },
  }
}

/** A place of which imports see what `change` makes of it. */
function changed(
  imports: ImportDestination,
  change: (place: OpenDestination) => OpenDestination,
): ImportDestination {
  return { opened: (print, work) => imports.opened(print, place => work(change(place))) }
}

/** Runs a behavior, or says why the engine does not have it. */
export async function behaves(
  t: Test,
  engine: Engine,
  name: string,
  test: (t: Test) => Promise<void>,
  trait?: Trait,
): Promise<void> {
  const reason = trait && engine.without[trait]
  if (reason === undefined) await t.test(name, test)
  else t.pass(`does not apply, since ${reason}: ${name}`)
}
