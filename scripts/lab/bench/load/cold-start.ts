import { createServer, type AddressInfo } from 'node:net'
import { today } from '../support/bench-store.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { runService } from '../support/running-service.ts'
import type { FilledStore } from './engines.ts'
import { LIGHT } from './mix.ts'
import { type OpenLoopResult, secondName } from './open-loop.ts'
import { treeUse } from './process-use.ts'
import { CONNECTIONS, KINDS, PATIENCE, SEED } from './run-scenario.ts'
import { printLatencies } from './scenario-table.ts'
import { generateOpen } from './start-generator.ts'

/** The scenario's name on the command line. */
export const COLD = 'cold'

const RATE = 1000
const SECONDS = 10
const GROUPS = [...Array.from({ length: SECONDS }, (_, at) => secondName(at + 1)), LIGHT]

/** The mix of requests from the moment a service is ready: a first start after an import, then a restart. */
export async function coldStart(
  store: FilledStore,
  options: readonly string[],
): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const name of ['first start', 'restart']) {
    const { load, started, cpu } = await startUnder(store, options)
    console.log(
      `\n${COLD}, ${name}: ready after ${started.toFixed(1)} s; CPU of the service ${cpu.toFixed(1)} s, its start included`,
    )
    printLatencies(load, GROUPS)
    const seconds = GROUPS.map(group => load.groups[group]).filter(found => found !== undefined)
    for (const percentile of ['p50', 'p90', 'p99'] as const) {
      const worst = Math.max(...seconds.map(latencies => latencies[percentile]))
      const goal = percentile === 'p99' ? 'under 100 ms' : '-'
      rows.push(
        measurement(
          `${COLD}, ${name}: ${percentile} of the slowest second`,
          worst,
          NaN,
          'ms',
          goal,
        ),
      )
    }
    rows.push(measurement(`${COLD}, ${name}: until ready`, started, NaN, 's', '-'))
  }
  return rows
}

async function startUnder(
  { dataDir, databaseUrl, companies }: FilledStore,
  options: readonly string[],
): Promise<{ load: OpenLoopResult; started: number; cpu: number }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  let started = NaN
  // The generator, which takes a second to start, waits for the service.
  const loaded = generateOpen(
    {
      url,
      rate: RATE,
      warmUp: 0,
      seconds: SECONDS,
      connections: CONNECTIONS,
      seed: SEED,
      patience: PATIENCE,
      fromReady: true,
    },
    { companies, kinds: KINDS, today },
    () => (started = (performance.now() - begun) / 1000),
  )
  const service = await runService(
    dataDir,
    databaseUrl,
    { PORT: String(port), WARM_UP: 'on' },
    options,
  )
  try {
    const load = await loaded
    return { load, started, cpu: (await treeUse(service.process.pid!)).cpu }
  } finally {
    await service.stop()
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
