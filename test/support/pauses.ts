import { setTimeout as sleep } from 'node:timers/promises'

/** The uses of real time in tests. No test waits by them for an event: `until` does, as long as it takes. */

/** How long a part of the test takes, such as a stand-in's answer. Nothing depends on it being exact. */
export async function latency(ms: number): Promise<void> {
  await sleep(ms)
}

/** Lets time pass that the code under test measures. More of it never fails a test. */
export async function elapse(ms: number): Promise<void> {
  await sleep(ms)
}

/** The same by a page's own timers: those of the same length end in their order. */
export async function elapseIn(
  frame: { evaluate: (work: (ms: number) => Promise<void>, ms: number) => Promise<void> },
  ms: number,
): Promise<void> {
  await frame.evaluate(ms => new Promise(resolve => setTimeout(resolve, ms)), ms)
}

/** Waits for what must not happen. A busy machine may hide a failure, and never causes one. */
export async function quiet(ms: number): Promise<void> {
  await sleep(ms)
}

/** Rejects after a time in which everything ends that does not hang. */
export async function deadline(ms: number, message: string): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new Error(message)
}
