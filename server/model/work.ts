export interface Work {
  /** Null: nobody in particular. */
  companyId: number | null
  signal: AbortSignal
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('no caller waits for this any more')
  }
}

const AT_ONCE = 8

/** Processes items with bounded parallelism; starts no more after a failure. */
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
