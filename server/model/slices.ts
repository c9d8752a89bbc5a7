import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How long, in ms, a long piece of work holds the thread before everybody else may go on. */
const SLICE = 5

const waiting: (() => void)[] = []

/**
 * Lets everything else that is ready go first, requests of others included. One waiter continues per round of the event
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

/** Maps items in the same slices. */
export async function mapInSlices<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  await forEachInSlices(items, item => made.push(make(item)))
  return made
}

/** Parses the JSON of this service's own answers, whose lists have a line per row: however long, without holding the thread. */
export async function parseInSlices(text: string): Promise<unknown> {
  if (!text.startsWith('[{')) return JSON.parse(text) as unknown
  await nextSlice()
  return await mapInSlices(text.slice(1, -1).split(',\n'), row => JSON.parse(row) as unknown)
}

/**
 * Lets a process's work, and what it starts from here on, wait for everybody else's: best effort, it never fails. On Linux each
 * thread has a priority of its own, and the disk goes by it too while no I/O class is set: nice 19 is the lowest of its class.
 *
 * Where Linux groups processes by their session (`sched_autogroup_enabled`, see sched(7)), nice counts within a session only, and an
 * import from a terminal would take as much as the service: the process must lead a session of its own (`detached`), whose priority is
 * lowered too.
 * @param nice 0 to 19, the lowest
 * @param pid of the process, which was started detached
 */
export function lowerPriority(nice: number, pid: number): void {
  tryTo(() => writeFileSync(`/proc/${pid}/autogroup`, String(nice)))
  for (const id of threadsOf(pid)) tryTo(() => setPriority(id, nice))
}

/** The thread ended, or the system forbids or lacks priorities. */
function tryTo(lower: () => void): void {
  try {
    lower()
  } catch {
    // Best effort.
  }
}

/** The ids of a process's threads; its own, for the whole of it, where they are not known. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}
