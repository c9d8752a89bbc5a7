import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtServiceFolder } from '../../../test/support/built-service.ts'
import { LARGE_APP, writeVolume } from '../../simulate/volume.ts'
import { today } from '../support/bench-store.ts'
import { measurement } from '../support/measurement.ts'
import type { FilledStore } from './engines.ts'
import type { Beside } from './load-bench.ts'
import { type Use, watchProcess } from './watch-process.ts'

/** Interval of imports, s. */
const EVERY = 60

async function runImport(program: string, { dataDir, databaseUrl }: FilledStore, delivery: string): Promise<Use> {
  const database: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of the bench' }
  const child = spawn(process.execPath, [program, 'import', delivery, '--json'], {
    env: { ...process.env, ...database, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
  const start = performance.now()
  const stop = watchProcess(child.pid!)
  const code = await new Promise(resolve => child.once('exit', resolve))
  const seconds = (performance.now() - start) / 1000
  const use = await stop()
  if (code !== 0) throw new Error(`the import ended with ${String(code)}: ${Buffer.concat(output).toString()}`)
  return { ...use, seconds }
}

async function writeDelivery(runId: number): Promise<string> {
  const delivery = await mkdtemp(join(tmpdir(), 'uascope-bench-'))
  await writeVolume(delivery, { ...LARGE_APP, firstRun: runId }, { today, format: 'parquet' })
  return delivery
}

export const importBeside: Beside = async ({ store, seconds, once, newRun }) => {
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
    return [
      measurement(
        'import of 9.8 million revenue rows, beside the load / alone',
        most(use => use.seconds),
        alone.seconds,
        's',
        '-',
      ),
      measurement(
        'CPU of the import, beside the load / alone',
        most(use => use.cpu),
        alone.cpu,
        's',
        '-',
      ),
      measurement(
        'memory of the import at its largest',
        most(use => Math.max(...use.memory)),
        Math.max(...alone.memory),
        'MB',
        '-',
      ),
    ]
  }
}
