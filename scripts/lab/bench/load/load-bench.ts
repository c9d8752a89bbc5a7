import { Pool } from 'undici'
import { freePort } from '../../../../test/support/mariadb.ts'
import { today } from '../support/bench-store.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { send } from '../support/bench-requests.ts'
import { runService, type RunningService } from '../support/running-service.ts'
import { withExportsAndImports } from './exports-import.ts'
import { type Engine, type FilledStore, withFilledStore } from './filled-store.ts'
import { generateLoad } from './generator.ts'
import { type Company, repeatedRequests } from './mix.ts'
import type { OpenLoopResult } from './open-loop.ts'
import { watchMemory } from './process-use.ts'

export const SCENARIOS = ['cold', 'steady-1000', 'exports-import'] as const
type Scenario = (typeof SCENARIOS)[number]

export interface LoadOptions {
  seconds: number
  only: readonly Scenario[]
  engines: readonly Engine[]
  /** Folder for CPU profiles; undefined: none. */
  profile: string | undefined
}

const LOOP = { rate: 1000, warmUp: 0, connections: 512, seed: 20_261_122, patience: 30 }
const COLD_SECONDS = 10

export async function load(options: LoadOptions): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const engine of options.engines) {
    for (const row of await withFilledStore(engine, store => measureOn(store, options)))
      rows.push({ ...row, what: `${engine}, ${row.what}` })
  }
  return rows
}

async function measureOn(
  store: FilledStore,
  { seconds, only, profile }: LoadOptions,
): Promise<Measurement[]> {
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const rows: Measurement[] = []
  if (only.includes('cold')) {
    for (const name of ['first start', 'restart'])
      rows.push(...(await measureStart(`cold, ${name}`, store, nodeOptions)))
  }
  if (!only.some(name => name !== 'cold')) return rows
  const service = await runService(store, {}, nodeOptions)
  try {
    await warmUp(service, store.companies)
    if (only.includes('steady-1000'))
      rows.push(...(await measureSteady('steady-1000', store, service, seconds)))
    if (!only.includes('exports-import')) return rows
    const beside = await withExportsAndImports({ url: service.url, seconds, store }, work =>
      measureSteady('exports-import', store, service, seconds, work),
    )
    return [...rows, ...beside]
  } finally {
    await service.stop()
  }
}

/** The mix of requests from the moment a service is ready. */
async function measureStart(
  name: string,
  store: FilledStore,
  nodeOptions: readonly string[],
): Promise<Measurement[]> {
  const port = await freePort()
  const start = performance.now()
  let ready = NaN
  // The generator, which takes a second to start, waits for the service.
  const loaded = generateLoad(
    {
      open: { ...LOOP, url: `http://127.0.0.1:${port}`, seconds: COLD_SECONDS },
      mix: { companies: store.companies, today },
      cold: true,
    },
    () => (ready = (performance.now() - start) / 1000),
  )
  const service = await runService(store, { PORT: String(port), WARM_UP: 'on' }, nodeOptions)
  try {
    const rows = rowsOf(name, await loaded)
    return [...rows, measurement(`${name}: until ready`, ready, NaN, 's')]
  } finally {
    await service.stop()
  }
}

/** Caches repeated requests, and lets the JIT compile. */
async function warmUp({ url }: RunningService, companies: readonly Company[]): Promise<void> {
  console.error('Warming up')
  const pool = new Pool(url, { connections: 8 })
  await Promise.all(Array.from(repeatedRequests(companies), request => send(pool, request)))
  await pool.destroy()
  const open = { ...LOOP, url, rate: 500, seconds: 8, seed: 1 }
  await generateLoad({ open, mix: { companies, today } }, () => undefined)
}

async function measureSteady(
  name: string,
  { companies }: FilledStore,
  { url, process: { pid } }: RunningService,
  seconds: number,
  work: (over: AbortSignal) => Promise<unknown> = () => Promise.resolve(),
): Promise<Measurement[]> {
  console.error(`${name}: ${LOOP.rate} requests a second for ${seconds} s`)
  const over = new AbortController()
  let memory = Promise.resolve<number[]>([])
  let working: Promise<unknown> = Promise.resolve()
  const open = { ...LOOP, url, warmUp: 2, seconds }
  const result = await generateLoad({ open, mix: { companies, today } }, () => {
    memory = watchMemory(pid!, over.signal)
    working = work(over.signal)
    working.catch(() => undefined)
  })
  over.abort()
  const sizes = await memory
  await working
  const what = `${name}: memory, largest / at the start`
  return [
    ...rowsOf(name, result),
    measurement(what, Math.max(...sizes), sizes[0]!, 'MB', 'value under 1200'),
  ]
}

const GOALS: Record<string, string> = {
  'first second, p99': 'under 100 ms',
  'lists and tools, p50': 'under 5 ms',
  'lists and tools, p99': 'under 50 ms',
  'reports, p99': 'under 300 ms',
}

function rowsOf(name: string, { all, groups, late }: OpenLoopResult): Measurement[] {
  const row = (what: string, value: number, unit: Measurement['unit']): Measurement =>
    measurement(`${name}: ${what}`, value, NaN, unit, GOALS[what])
  const errors = Object.values(all.errors).reduce((sum, count) => sum + count, 0)
  if (errors > 0) console.error(`${name}:`, all.errors)
  return [
    ...Object.entries(groups).flatMap(([group, { p50, p99 }]) => [
      row(`${group}, p50`, p50, 'ms'),
      row(`${group}, p99`, p99, 'ms'),
    ]),
    row('sent late, p99', late.p99, 'ms'),
    row('refused', all.refused, 'requests'),
    row('errors', errors, 'requests'),
  ]
}
