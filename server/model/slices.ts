/** Maximum time, ms, that work holds the event loop. */
const SLICE = 5

const waiting: (() => void)[] = []

/**
 * Yields to everything that is ready. One waiter continues per round of the event loop, so that several long tasks hold it no longer than
 * one.
 */
export function nextSlice(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(callNext)
  })
}

function callNext(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(callNext)
}

export async function forEachInSlices<Item>(items: readonly Item[], use: (item: Item, index: number) => void): Promise<void> {
  let began = performance.now()
  for (let index = 0; index < items.length; index++) {
    if (performance.now() - began > SLICE) {
      await nextSlice()
      began = performance.now()
    }
    use(items[index]!, index)
  }
}

export async function mapInSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  await forEachInSlices(items, item => made.push(make(item)))
  return made
}

/** Runs `steps` to their end; they yield where others may work. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let began = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - began <= SLICE) continue
    await nextSlice()
    began = performance.now()
  }
}

/** Parses this service's own JSON lists, a line per row, without holding the event loop. */
export async function parseInSlices(text: string): Promise<unknown> {
  if (!text.startsWith('[{')) return JSON.parse(text) as unknown
  await nextSlice()
  return await mapInSlices(text.slice(1, -1).split(',\n'), row => JSON.parse(row) as unknown)
}
