/** Maximum values per query. */
const MAX_VALUES = 64

interface Waiting<Found> {
  value: string
  resolve: (found: Found | null) => void
  reject: (error: unknown) => void
}

/**
 * Batches look-ups: values requested while a query runs share the next one, so made-up keys cost few queries. `read` returns found items
 * by value. If it fails, all waiting callers fail: otherwise each further query to a hung server would take its whole time limit.
 */
export function readTogether<Found>(
  read: (values: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (value: string) => Promise<Found | null> {
  let waiting: Waiting<Found>[] = []
  let isReading = false

  const readWaiting = async (): Promise<void> => {
    isReading = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_VALUES)
      waiting = waiting.slice(MAX_VALUES)
      try {
        const found = await read([...new Set(batch.map(({ value }) => value))])
        for (const { value, resolve } of batch) resolve(found.get(value) ?? null)
      } catch (error) {
        for (const { reject } of [...batch, ...waiting]) reject(error)
        waiting = []
      }
    }
    isReading = false
  }

  return value =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject })
      if (!isReading) void readWaiting()
    })
}
