const AT_ONCE = 8

/** Maps items in order, at most `limit` concurrently; starts none after a failure. */
export async function mapAtOnce<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Promise<Made>,
  limit = AT_ONCE,
): Promise<Made[]> {
  const remaining = items.entries()
  const made: Made[] = []
  let hasFailed = false
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) {
      if (hasFailed) return
      made[index] = await make(item, index).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  return made
}
