/** Maximum time, ms, that work may block the event loop. */
const SLICE = 5

const waiting: (() => void)[] = []

/**
 * Yields to everything that is ready. One waiting task continues per round of the event loop, so that several long tasks block it no longer
 * than one.
 */
export function nextSlice(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(callNext)
  })
}

function callNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(callNext)
}

export async function forEachInSlices<Item>(
  items: readonly Item[],
  use: (item: Item, index: number) => void,
): Promise<void> {
  let began = performance.now()
  for (let index = 0; index < items.length; index++) {
    if (performance.now() - began > SLICE) {
      await nextSlice()
      began = performance.now()
    }
    use(items[index]!, index)
  }
}

export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  await forEachInSlices(items, (item, index) => made.push(make(item, index)))
  return made
}

export async function filterInSlices<Item>(
  items: readonly Item[],
  isIn: (item: Item) => boolean,
): Promise<Item[]> {
  const matches: Item[] = []
  await forEachInSlices(items, item => {
    if (isIn(item)) matches.push(item)
  })
  return matches
}

/** Number of items sorted without yielding, in less than a millisecond. */
const SORTED_AT_ONCE = 500

/** Stable, like `toSorted`. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  return await runInSlices(sortSteps(items, compare))
}

function* sortSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  let runs: Item[][] = []
  for (const some of chunks(items, SORTED_AT_ONCE)) {
    runs.push(some.sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merge(runs[index]!, runs[index + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<Item>(
  first: Item[],
  right: Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = []
  for (let [a, b] = [0, 0]; a < first.length || b < right.length;) {
    const isLeft = b === right.length || (a < first.length && compare(first[a]!, right[b]!) <= 0)
    merged.push(isLeft ? first[a++]! : right[b++]!)
    if (merged.length % SORTED_AT_ONCE === 0) yield
  }
  return merged
}

/** Runs `steps` to the end; each `yield` lets other work run. */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let began = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - began <= SLICE) continue
    await nextSlice()
    began = performance.now()
  }
}

const [OPEN, NEWLINE] = [0x7b, 0x0a]

/**
 * Parses this service's own JSON, in which exactly the rows of a long list are lines that start with `{` (see `reply-json.ts`). Neither
 * blocks the event loop nor decodes the whole.
 */
export async function parseInSlices(bytes: Buffer): Promise<unknown> {
  const others: string[] = []
  const lists: { name: string | undefined; rows: unknown[] }[] = []
  let began = performance.now()
  for (let start = 0; start < bytes.length;) {
    if (performance.now() - began > SLICE) {
      await nextSlice()
      began = performance.now()
    }
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    const list = lists.at(-1)
    const line = bytes.toString('utf8', start, end)
    if (list !== undefined && bytes[start] === OPEN)
      list.rows.push(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line))
    else {
      others.push(line)
      if (line.endsWith('[')) lists.push({ name: /"(\w+)":\[$/.exec(line)?.[1], rows: [] })
    }
    start = end + 1
  }
  const value = JSON.parse(others.join('\n')) as unknown
  const [first] = lists
  if (first !== undefined && first.name === undefined) return first.rows
  for (const { name, rows } of lists)
    if (rows.length > 0) (value as Record<string, unknown>)[name!] = rows
  return value
}

export function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
