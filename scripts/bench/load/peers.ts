import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBenchApp } from '../support/bench-app.ts'
import { today, withFolder } from '../support/bench-store.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { runServer } from '../support/running-service.ts'
import { COMPANIES, IDS_FROM, writeBenchCompanies } from './bench-companies.ts'
import type { FilledStore } from './engines.ts'
import { exportsBeside } from './exports-beside.ts'
import { loadBench, type LoadBench } from './load-bench.ts'
import type { Kind } from './mix.ts'
import { runScenario } from './run-scenario.ts'
import type { ScenarioResult } from './scenario-table.ts'
import { warmUp } from './warm-up.ts'

/** What peers answer too: everything but tool calls. */
const REST: Kind[] = ['recommendations', 'apps', 'alerts', 'reports']
const RATE = 1000

interface Peer {
  name: string
  /** A module beside package.json of `peers`. */
  module: string
  /** What must have been installed there. */
  needs: readonly string[]
  exports: boolean
}

const PEERS: Peer[] = [
  { name: 'bare Hapi', module: 'bare-hapi.mjs', needs: [], exports: false },
  { name: 'Fastify over DuckDB', module: 'fastify-duckdb.mjs', needs: ['fastify'], exports: true },
  { name: 'Fastify over chDB', module: 'fastify-chdb.mjs', needs: ['fastify', 'chdb'], exports: true },
]

const FOLDER = fileURLToPath(new URL('../peers', import.meta.url))

/** The service beside others on the same data: REST alone, then two exports beside it, each for half the time of a scenario. */
export async function peers(whole: LoadBench): Promise<Measurement[]> {
  if (whole.store.databaseUrl !== null) {
    console.error('SKIPPED: peers. They are measured beside the embedded engine.')
    return []
  }
  const bench = { ...whole, seconds: Math.ceil(whole.seconds / 2) }
  return withFolder(async data => {
    await writePeerData(data, bench)
    const own = await both(bench, 'uascope', true)
    const rows: Measurement[] = []
    for (const { name, module, needs, exports } of PEERS) {
      const missing = needs.filter(need => !existsSync(join(FOLDER, 'node_modules', need)))
      if (missing.length > 0) {
        console.error(
          `SKIPPED: the peer ${name}. ${missing.join(' and ')} not installed: npm install --ignore-scripts --prefix scripts/bench/peers`,
        )
        continue
      }
      const found = await withFolder(async scratch => {
        const running = await runServer(join(FOLDER, module), { PEER_DATA: data, PEER_SCRATCH: scratch, UV_THREADPOOL_SIZE: '16' })
        try {
          const peer = loadBench(bench.store, { ...running, key: '' }, bench.seconds)
          await warmUp(peer, REST)
          return await both(peer, name, exports)
        } finally {
          await running.stop()
        }
      })
      found.forEach((results, index) => rows.push(...compared(own[index]!, results, name)))
    }
    return rows
  })
}

async function both(bench: LoadBench, name: string, exports: boolean): Promise<ScenarioResult[]> {
  const steady = await runScenario(bench, { name: `${name}, REST alone`, rate: RATE, kinds: REST })
  if (!exports) return [steady]
  return [steady, await runScenario(bench, { name: `${name}, REST and two exports`, rate: RATE, kinds: REST, beside: [exportsBeside] })]
}

function compared(own: ScenarioResult, other: ScenarioResult, name: string): Measurement[] {
  const what = own.name.replace('uascope, ', '')
  return [
    ...REST.flatMap(kind =>
      (['p50', 'p99'] as const).map(percentile => {
        const of = ({ load }: ScenarioResult): number => load.groups[kind]?.[percentile] ?? NaN
        return measurement(`${what}: ${kind}, ${percentile} / ${name}`, of(own), of(other), 'ms', '-')
      }),
    ),
    measurement(`${what}: CPU / ${name}`, own.use.cpu, other.use.cpu, 's', '-'),
    measurement(`${what}: memory / ${name}`, Math.max(...own.use.memory), Math.max(...other.use.memory), 'MB', '-'),
    // Seconds of each export.
    ...own.beside
      .filter(({ unit }) => unit === 's')
      .map(({ what: file, value }, index) =>
        measurement(`${what}: ${file.replace(/,.*/, '')} / ${name}`, value, other.beside[index]!.value, 's', '-'),
      ),
  ]
}

/** The data of the store as it was delivered, the keys' hashes, and ready answers of one company. */
async function writePeerData(data: string, { service, store }: LoadBench): Promise<void> {
  console.error('Writing the data of peers')
  await writeBenchCompanies(join(data, 'companies'), today)
  await mkdir(join(data, 'large'))
  await writeBenchApp(join(data, 'large'), { appId: store.large.appId, today, format: 'parquet' })
  await writeFile(join(data, 'apps.json'), JSON.stringify(catalogOf(store)))
  const { appId, key } = store.companies[0]!
  for (const [name, path] of [
    ['recommendations', `recommendations?appId=${appId}`],
    ['apps', 'apps'],
    ['alerts', `alerts?appId=${appId}`],
    ['report', `report?appId=${appId}&granularity=campaign`],
  ] as const) {
    const answer = await fetch(`${service.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    await writeFile(join(data, `${name}.bytes`), Buffer.from(await answer.arrayBuffer()))
  }
}

function catalogOf({ companies, large }: FilledStore): object {
  const app = (id: number, runId: number) => ({
    id,
    name: `App ${id}`,
    createdAt: '2024-01-01T00:00:00.000Z',
    companyId: id,
    runId,
    alertRunId: IDS_FROM + COMPANIES.first + COMPANIES.count + id,
  })
  return {
    keys: Object.fromEntries([...companies, large].map(({ appId, key }) => [createHash('sha256').update(key).digest('hex'), appId])),
    apps: [...companies.map(({ appId }) => app(appId, IDS_FROM + appId)), app(large.appId, large.appId)],
  }
}
