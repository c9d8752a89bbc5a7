import {
  addressOf,
  filesWith,
  type Grant,
  loginOf,
  statusOf,
} from '../../support/store/granted-store.ts'
import { openService, type OpenService } from '../../support/store/open-service.ts'
import type { Add } from './inspect.ts'

/** What a store must say: `either` until it has answered once, because the command that decides was killed. */
type Expected = 'in' | 'out' | 'either'

/** What commands confirmed, and what the store has answered since. */
export class Ledger {
  readonly keys = new Map<Grant, Expected>()
  /** Users by name. */
  readonly users = new Map<string, Expected>()
  readonly erased = new Set<string>()
  /** Runs that an import loaded. */
  readonly runs = new Map<number, Expected>()

  copy(): Ledger {
    const copied = new Ledger()
    for (const name of ['keys', 'users', 'runs'] as const)
      for (const [item, expected] of this[name])
        (copied[name] as Map<unknown, Expected>).set(item, expected)
    for (const name of this.erased) copied.erased.add(name)
    return copied
  }

  valid(): Grant[] {
    return [...this.keys].flatMap(([grant, expected]) => (expected === 'in' ? [grant] : []))
  }

  /** Starts a service and compares. Returns false if it does not start. */
  async compare(dir: string, add: Add): Promise<boolean> {
    const service = await openService(dir)
    try {
      // As at a start.
      await service.storage.layout()
    } catch (error) {
      add('no start', String(error))
      await service.stop()
      return false
    }
    try {
      await this.#compareKeys(service, add)
      await this.#compareUsers(service, add)
      await this.#compareRuns(service, add)
    } finally {
      await service.stop()
    }
    for (const name of this.erased) {
      const files = await filesWith(dir, addressOf(name))
      if (files.length > 0) add('an erased address is in a file', `${name}: ${files.join(', ')}`)
    }
    return true
  }

  async #compareKeys(service: OpenService, add: Add): Promise<void> {
    for (const [grant, expected] of this.keys) {
      const status = await statusOf(service, grant)
      if (status !== 200 && status !== 401) add(`a key is answered ${status}`, grant.id)
      else
        this.keys.set(
          grant,
          settle(expected, status === 200, what => add(`a key ${what}`, grant.id)),
        )
    }
  }

  async #compareUsers({ users }: OpenService, add: Add): Promise<void> {
    for (const [name, expected] of this.users) {
      const user = await users.connect(loginOf(name))
      this.users.set(
        name,
        settle(expected, user !== null, what => add(`a user ${what}`, name)),
      )
    }
  }

  async #compareRuns({ store }: OpenService, add: Add): Promise<void> {
    const runs = new Set((await store.catalog(1)).runs.map(run => run.run_id))
    for (const [run, expected] of this.runs)
      this.runs.set(
        run,
        settle(expected, runs.has(run), what => add(`a run ${what}`, String(run))),
      )
  }
}

function settle(expected: Expected, isIn: boolean, add: (what: string) => void): Expected {
  if (expected === 'in' && !isIn) add('that was confirmed is lost')
  if (expected === 'out' && isIn) add('that was taken away is back')
  return isIn ? 'in' : 'out'
}
