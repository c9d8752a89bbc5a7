import type { Catalog, Segment } from '../../model/catalog.ts'
import type { DataFile } from './parquet-groups.ts'

/** What a file holds: a table, and whose rows of it, an app's or a run's. */
export interface Held {
  table: 'identities' | 'snapshots' | 'alerts' | 'recommendations' | 'facts'
  id: number
}

/** A catalog with what it says of every file put in place of what it said; some are asked for at once, 8 unless told otherwise. */
export async function mapFiles(
  catalog: Catalog,
  change: <Part extends DataFile>(part: Part, held: Held) => Promise<Part>,
  atOnce?: number,
): Promise<Catalog> {
  const next = structuredClone({ ...catalog, retired: [] })
  const changes: (() => Promise<void>)[] = []
  const put = <Part extends DataFile>(part: Part | undefined, held: Held, into: (part: Part) => void): void => {
    if (part !== undefined) changes.push(async () => into(await change(part, held)))
  }
  for (const [app, files] of Object.entries(next.files)) {
    const id = Number(app)
    put(files.identities, { table: 'identities', id }, part => (files.identities = part))
    for (const table of ['snapshots', 'alerts'] as const) {
      files[table].forEach((part: Segment, index) => put(part, { table, id }, part => (files[table][index] = part)))
    }
  }
  for (const run of next.runs) {
    put(run.recommendations, { table: 'recommendations', id: run.run_id }, part => (run.recommendations = part))
    put(run.facts, { table: 'facts', id: run.run_id }, part => (run.facts = part))
  }
  await each(changes, change => change(), atOnce)
  return next
}

/** Requests to the lake at once, of one import. */
const AT_ONCE = 8

/** Does something with each of many, some at a time; begins nothing more where one fails. */
export async function each<Item>(
  items: readonly Item[],
  use: (item: Item, index: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const left = items.entries()
  let failed = false
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (failed) return
      await use(item, index).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}
