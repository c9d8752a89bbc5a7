import { exportsBeside } from './exports-beside.ts'
import { importBeside } from './import-beside.ts'
import type { Beside, LoadBench } from './load-bench.ts'
import { runScenario } from './run-scenario.ts'
import { measured } from './scenario-table.ts'
import { tools } from './tool-calls.ts'
import type { Measurement } from '../support/measurement.ts'

export type Scenario = (bench: LoadBench, name: string) => Promise<Measurement[]>

function steady(rate: number, ...beside: Beside[]): Scenario {
  return async (bench, name) => measured(await runScenario(bench, { name, rate, beside }))
}

/** Every scenario by its name on the command line, in the order in which they run. */
export const SCENARIOS: Record<string, Scenario> = {
  'steady-500': steady(500),
  'steady-1000': steady(1000),
  'steady-2000': steady(2000),
  exports: steady(1000, exportsBeside),
  import: steady(1000, importBeside),
  'exports-import': steady(1000, exportsBeside, importBeside),
  tools,
}
