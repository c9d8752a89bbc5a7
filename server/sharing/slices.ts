/** How long, in ms, a long piece of work holds the thread before everybody else may go on. */
const SLICE = 5

const waiting: (() => void)[] = []

/**
 * Lets everything else that is ready go first, requests of others included. Of those who wait here, one goes on per round of the event
 * loop: several long pieces of work together hold the thread no longer at a time than one.
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

/** Does something with each item, in slices of time that are short whatever it costs. */
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

/** What something makes of each item, in the same slices. */
export async function mapInSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  await forEachInSlices(items, item => made.push(make(item)))
  return made
}
