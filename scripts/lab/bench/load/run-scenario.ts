import { setTimeout as sleep } from 'node:timers/promises'
import { today } from '../support/bench-store.ts'
import type { Measurement } from '../support/measurement.ts'
import { loopDelay, treeUse, type Use, watchProcess } from './process-use.ts'
import type { Beside, LoadBench } from './load-bench.ts'
import { type Kind, shareOf, SHARES } from './mix.ts'
import { printScenario, type ScenarioResult } from './scenario-table.ts'
import { generateOpen } from './start-generator.ts'

export interface ScenarioOptions {
  name: string
  rate: number
  beside?: readonly Beside[]
  kinds?: readonly Kind[]
}

export const KINDS = Object.keys(SHARES) as Kind[]

/** Seconds: warm-up, maximum wait for the last responses, and pause before the final memory sample. */
const WARM_UP = 2
export const PATIENCE = 30
const SETTLE = 3
export const CONNECTIONS = 512
export const SEED = 20_261_122

export async function runScenario(
  bench: LoadBench,
  { name, rate, beside = [], kinds = KINDS }: ScenarioOptions,
): Promise<ScenarioResult> {
  const { service, store, seconds } = bench
  const prepared: Awaited<ReturnType<Beside>>[] = []
  for (const prepare of beside) prepared.push(await prepare(bench))
  const over = new AbortController()
  let besides: Promise<Measurement[][]> = Promise.resolve([])
  let stop: (() => Promise<Use>) | undefined
  console.error(`${name}: ${rate} requests a second for ${seconds} s`)
  const load = await generateOpen(
    {
      url: service.url,
      rate: rate * shareOf(kinds),
      warmUp: WARM_UP,
      seconds,
      connections: CONNECTIONS,
      seed: SEED,
      patience: PATIENCE,
    },
    { companies: store.companies, kinds, today },
    () => {
      stop = watchProcess(service.process.pid!)
      // Reading the metric resets it.
      void loopDelay(service.url)
      besides = Promise.all(prepared.map(run => run(over.signal)))
      besides.catch(() => undefined)
    },
  )
  over.abort()
  const [use, loop] = await Promise.all([stop!(), loopDelay(service.url)])
  const found = (await besides).flat()
  await sleep(SETTLE * 1000)
  const { memory: memoryAfter } = await treeUse(service.process.pid!)
  const result: ScenarioResult = { name, rate, load, use, memoryAfter, loop, beside: found }
  printScenario(result)
  return result
}
