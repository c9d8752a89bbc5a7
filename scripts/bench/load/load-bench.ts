import type { RunningService } from '../support/running-service.ts'
import type { Measurement } from '../support/measurement.ts'
import type { FilledStore } from './engines.ts'

/** State shared by the scenarios of one engine. */
export interface LoadBench {
  store: FilledStore
  service: RunningService
  /** Duration of each scenario. */
  seconds: number
  /** Named one-time measurements. */
  once: <Result>(name: string, measure: () => Promise<Result>) => Promise<Result>
  /** An id for a run that is new to the store. */
  newRun: () => number
}

/** Something that goes on beside the load: called, it prepares itself; what it answers then goes on until the signal fires. */
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
