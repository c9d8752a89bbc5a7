import { runService } from '../support/running-service.ts'
import type { Measurement } from '../support/measurement.ts'
import { COLD, coldStart } from './cold-start.ts'
import { type EngineName, withFilledStore } from './engines.ts'
import { loadBench, type LoadBench } from './load-bench.ts'
import type { LoadOptions } from './options.ts'
import { SCENARIOS } from './scenarios.ts'
import { today } from '../support/bench-store.ts'
import { Connections, type Outcome } from './connections.ts'
import { type Kind, usual } from './mix.ts'
import { CONNECTIONS, KINDS, PATIENCE } from './run-scenario.ts'
import { generateOpen } from './start-generator.ts'

export async function load(options: LoadOptions): Promise<Measurement[]> {
  const found: Measurement[] = []
  for (const engine of options.engines) found.push(...(await loadOn(engine, options)))
  return found
}

async function loadOn(
  engine: EngineName,
  { seconds, only, profile }: LoadOptions,
): Promise<Measurement[]> {
  const found = await withFilledStore(engine, async store => {
    const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    const rows = only.includes(COLD) ? await coldStart(store, profiling) : []
    const warm = only.filter(name => name !== COLD)
    if (warm.length === 0) return rows
    const service = await runService(store.dataDir, store.databaseUrl, { METRICS: 'on' }, profiling)
    try {
      const bench = loadBench(store, service, seconds)
      await warmUp(bench)
      for (const name of warm) rows.push(...(await SCENARIOS[name]!(bench, name)))
      return rows
    } finally {
      await service.stop()
    }
  })
  return (found ?? []).map(row => ({ ...row, what: `${engine}, ${row.what}` }))
}

const SECONDS = 8
const RATE = 500

const CALLERS = 8

/** Warms up the service: caches frequent requests, and lets the JIT compile. */
async function warmUp(
  { service: { url }, store: { companies } }: LoadBench,
  kinds: readonly Kind[] = KINDS,
): Promise<void> {
  console.error('Warming up')
  const mix = { companies, kinds, today }
  const remaining = usual(mix)[Symbol.iterator]()
  const connections = new Connections(url, CALLERS)
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let next = remaining.next(); next.done !== true; next = remaining.next()) {
        const { value } = next
        await new Promise<Outcome>(done => connections.send(value, done))
      }
    }),
  )
  connections.close()
  await generateOpen(
    {
      url,
      rate: RATE,
      warmUp: 0,
      seconds: SECONDS,
      connections: CONNECTIONS,
      seed: 1,
      patience: PATIENCE,
    },
    mix,
    () => undefined,
  )
}
