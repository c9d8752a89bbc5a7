/** How long, in ms, a long piece of work holds the thread before everybody else gets a turn. */
const SLICE = 5

const waiting: (() => void)[] = []

/**
 * Lets everything else that is ready go first, requests of others included. Of those who wait here, one goes on per round of the event
 * loop: several long pieces of work together hold the thread no longer at a time than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(callNext)
  })
}

function callNext(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(callNext)
}

/** Does something with each item, in turns that are short whatever it costs. */
export async function forEachInTurns<Item>(items: readonly Item[], use: (item: Item, index: number) => void): Promise<void> {
  let began = performance.now()
  for (let index = 0; index < items.length; index++) {
    if (performance.now() - began > SLICE) {
      await nextTurn()
      began = performance.now()
    }
    use(items[index]!, index)
  }
}

/** What something makes of each item, in the same turns. */
export async function mapInTurns<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  await forEachInTurns(items, item => made.push(make(item)))
  return made
}
