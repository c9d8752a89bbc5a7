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
