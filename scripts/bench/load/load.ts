import { runService } from '../support/running-service.ts'
import type { Measurement } from '../support/measurement.ts'
import { type EngineName, withFilledStore } from './engines.ts'
import { loadBench } from './load-bench.ts'
import type { LoadOptions } from './options.ts'
import { SCENARIOS } from './scenarios.ts'
import { warmUp } from './warm-up.ts'

export async function load(options: LoadOptions): Promise<Measurement[]> {
  const found: Measurement[] = []
  for (const engine of options.engines) found.push(...(await loadOn(engine, options)))
  return found
}

async function loadOn(engine: EngineName, { seconds, only, profile }: LoadOptions): Promise<Measurement[]> {
  const found = await withFilledStore(engine, async store => {
    const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
    const service = await runService(store.dataDir, store.databaseUrl, { METRICS: 'on' }, profiling)
    try {
      const bench = loadBench(store, service, seconds)
      await warmUp(bench)
      const rows: Measurement[] = []
      for (const name of only) rows.push(...(await SCENARIOS[name]!(bench, name)))
      return rows
    } finally {
      await service.stop()
    }
  })
  return (found ?? []).map(row => ({ ...row, what: `${engine}, ${row.what}` }))
}
