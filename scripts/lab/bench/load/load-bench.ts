import type { RunningService } from '../support/running-service.ts'
import type { Measurement } from '../support/measurement.ts'
import type { FilledStore } from './engines.ts'

export interface LoadBench {
  store: FilledStore
  service: RunningService
  seconds: number
  once: <Result>(name: string, measure: () => Promise<Result>) => Promise<Result>
  newRun: () => number
}

/** Background work: the call prepares it; the returned function runs it until the signal fires. */
export type Beside = (bench: LoadBench) => Promise<(over: AbortSignal) => Promise<Measurement[]>>

export function loadBench(store: FilledStore, service: RunningService, seconds: number): LoadBench {
  const known = new Map<string, Promise<unknown>>()
  let run = 10_000
  return {
    store,
    service,
    seconds,
    once<Result>(name: string, measure: () => Promise<Result>) {
      if (!known.has(name)) known.set(name, measure())
      return known.get(name) as Promise<Result>
    },
    newRun: () => ++run,
  }
}
