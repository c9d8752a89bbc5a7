import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Beside, LoadBench } from './load-bench.ts'
import { runScenario } from './run-scenario.ts'
import { measured } from './scenario-table.ts'
import { type Measurement, measurement, median } from '../support/measurement.ts'
import type { LoadRequest } from './connections.ts'
import { type Company, requestTo, toolCall } from './mix.ts'
import { generateClosed } from './start-generator.ts'
import { builtServiceFolder } from '../../../../test/support/built-service.ts'
import { LARGE_APP, writeVolume } from '../../world/volume.ts'
import { today } from '../support/bench-store.ts'
import type { FilledStore } from './engines.ts'
import { type Use, watchProcess } from './process-use.ts'
import { addDays } from '../../../../server/core/model/dates.ts'

const ROUNDS = 3
const MANY = 32
const WARM_UP = 1

async function tools({
  service: { url },
  store: { companies },
  seconds,
}: LoadBench): Promise<Measurement[]> {
  const { appId, key } = companies[0]!
  const restRequest = requestTo(`/v1/recommendations?appId=${appId}`, key)
  const call = requestTo('/v1/mcp', key, toolCall('svc_get_recommendations', { appId }))
  const list = requestTo(
    '/v1/mcp',
    key,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  )
  const ask = async (
    request: LoadRequest,
    connections: number,
  ): Promise<{ perSecond: number; p50: number }> => {
    const { perSecond, latencies } = await generateClosed({
      url,
      request,
      connections,
      warmUp: WARM_UP,
      seconds: Math.max(2, seconds / 10),
    })
    const [error] = Object.keys(latencies.errors)
    if (error !== undefined) throw new Error(`${error} for ${request.path}`)
    return { perSecond, p50: latencies.p50 }
  }
  const measureOnce = async () => ({
    rest: (await ask(restRequest, MANY)).perSecond,
    call: (await ask(call, MANY)).perSecond,
    list: (await ask(list, MANY)).perSecond,
    oneRest: (await ask(restRequest, 1)).p50,
    oneCall: (await ask(call, 1)).p50,
  })
  const rounds: Awaited<ReturnType<typeof measureOnce>>[] = []
  // In turn, so that drift affects both equally.
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureOnce())
  const medianOf = (name: keyof (typeof rounds)[number]): number =>
    median(rounds.map(round => round[name]))
  const most = `at most ${(1.3 * medianOf('oneRest') + 0.5).toFixed(2)} ms`
  return [
    measurement(
      `svc_get_recommendations / REST, repeated, ${MANY} connections`,
      medianOf('call'),
      medianOf('rest'),
      'req/s',
      'at least 0.5',
    ),
    measurement(
      'svc_get_recommendations / REST, repeated, one connection, p50',
      medianOf('oneCall'),
      medianOf('oneRest'),
      'ms',
      most,
    ),
    measurement(
      `tools/list, ${MANY} connections`,
      medianOf('list'),
      NaN,
      'req/s',
      'at least 10,000',
    ),
  ]
}

/** Interval of imports, s. */
const EVERY = 60

async function runImport(
  program: string,
  { dataDir, databaseUrl }: FilledStore,
  delivery: string,
): Promise<Use> {
  const database: Record<string, string> =
    databaseUrl === null
      ? {}
      : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of the bench' }
  const child = spawn(process.execPath, [program, 'import', delivery, '--json'], {
    env: { ...process.env, ...database, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => output.push(bytes))
  const start = performance.now()
  const stop = watchProcess(child.pid!)
  const code = await new Promise(resolve => child.once('exit', resolve))
  const seconds = (performance.now() - start) / 1000
  const use = await stop()
  if (code !== 0)
    throw new Error(`the import ended with ${String(code)}: ${Buffer.concat(output).toString()}`)
  return { ...use, seconds }
}

async function writeDelivery(runId: number): Promise<string> {
  const delivery = await mkdtemp(join(tmpdir(), 'uascope-bench-'))
  await writeVolume(delivery, { ...LARGE_APP, firstRun: runId }, { today, format: 'parquet' })
  return delivery
}

const importBeside: Beside = async ({ store, seconds, once, newRun }) => {
  // Built, as users run it: compiling its sources would take a second of processor time beside the load.
  const program = join(await once('built service', builtServiceFolder), 'admin.js')
  const load = async (delivery: string): Promise<Use> => {
    try {
      return await runImport(program, store, delivery)
    } finally {
      await rm(delivery, { recursive: true, force: true })
    }
  }
  const alone = await once('import alone', async () => load(await writeDelivery(newRun())))
  const deliveries: string[] = []
  // Written in advance, since that is the bench's own work.
  for (let at = 0; at < seconds; at += EVERY) deliveries.push(await writeDelivery(newRun()))
  return async over => {
    const uses: Use[] = []
    for (const delivery of deliveries) {
      const next = sleep(EVERY * 1000, undefined, { signal: over }).catch(() => undefined)
      if (over.aborted) await rm(delivery, { recursive: true, force: true })
      else uses.push(await load(delivery))
      await next
    }
    const most = (value: (use: Use) => number): number => Math.max(...uses.map(value))
    const row = (what: string, unit: 's' | 'MB', of: (use: Use) => number) =>
      measurement(what, most(of), of(alone), unit, '-')
    return [
      row('import of 9.8 million revenue rows, beside the load / alone', 's', use => use.seconds),
      row('CPU of the import, beside the load / alone', 's', use => use.cpu),
      row('memory of the import at its largest', 'MB', use => Math.max(...use.memory)),
    ]
  }
}

const FORMATS = ['parquet', 'csv'] as const
type Format = (typeof FORMATS)[number]

/** Seconds of each export, by format, and the number of refusals. */
interface Exports {
  parquet: number[]
  csv: number[]
  refused: number
}

let asked = 0

/** A full report of the large app, for a new range. */
function exportPath(appId: number, format: Format): string {
  const n = asked++
  const parameters = {
    appId: String(appId),
    granularity: 'campaign_geo',
    installGrouping: 'daily',
    metrics: 'ltv,roas',
    roasTypes: 'paid,incremental_blended,full_blended',
    revenueTypes: 'gross,net',
    dsiValues: ['7,365', '30,365', '3,180'][Math.floor(n / 200) % 3]!,
    startDate: addDays(today, -455 + (n % 20)),
    endDate: addDays(today, -1 - (Math.floor(n / 20) % 10)),
    format,
  }
  return `/v1/report?${new URLSearchParams(parameters).toString()}`
}

/** Returns the delay, ms, requested by a refusal. */
async function download(url: string, key: string): Promise<number> {
  const { statusCode, headers, body } = await request(url, {
    headers: { authorization: `Bearer ${key}` },
  })
  for await (const _ of body);
  if (statusCode === 200) return 0
  if (statusCode === 503 && headers['retry-after'] !== undefined)
    return Number(headers['retry-after']) * 1000
  throw new Error(`${statusCode} for an export`)
}

/** Runs one export after another. One that ends after the signal counts only if none ended before. */
async function loop(
  url: string,
  { appId, key }: Company,
  format: Format,
  into: Exports,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const start = performance.now()
    for (let wait = -1; wait !== 0;) {
      wait = await download(`${url}${exportPath(appId, format)}`, key)
      if (wait > 0) into.refused++
      await sleep(Math.max(0, wait))
    }
    if (!over.aborted || into[format].length === 0)
      into[format].push((performance.now() - start) / 1000)
  }
}

async function exportBoth(url: string, company: Company, over: AbortSignal): Promise<Exports> {
  const done: Exports = { parquet: [], csv: [], refused: 0 }
  await Promise.all(FORMATS.map(format => loop(url, company, format, done, over)))
  return done
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const exportsBeside: Beside = async ({ service, store, seconds, once }) => {
  const both = (over: AbortSignal): Promise<Exports> => exportBoth(service.url, store.large, over)
  const alone = await once('exports alone', async () => {
    // The first is slower than the rest.
    await both(AbortSignal.timeout(1))
    return both(AbortSignal.timeout(Math.min(seconds, 15) * 1000))
  })
  return async over => {
    const beside = await both(over)
    const compare = (format: Format, name: string): Measurement => {
      const what = `full export as ${name}, ${beside[format].length} beside the load / alone`
      return measurement(what, mean(beside[format]), mean(alone[format]), 's', 'at most 1.5')
    }
    return [
      compare('parquet', 'Parquet'),
      compare('csv', 'CSV'),
      measurement(
        'exports refused with Retry-After',
        beside.refused,
        alone.refused,
        'requests',
        '-',
      ),
    ]
  }
}

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
