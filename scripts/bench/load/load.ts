import { runService } from '../support/running-service.ts'
import type { Measurement } from '../support/measurement.ts'
import { COLD, coldStart } from './cold-start.ts'
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
