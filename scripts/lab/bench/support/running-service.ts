import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Pool } from 'undici'
import type { StorageAddress } from '../../../../server/core/model/storage-address.ts'
import { withStorage } from '../../../../server/store/facts/open-storage.ts'
import { requestTo, send } from './bench-requests.ts'

interface Running {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

export async function runServer(
  module: string,
  environment: Record<string, string>,
  options: readonly string[] = [],
): Promise<Running> {
  const child = spawn(process.execPath, [...options, '--import', 'tsx', module], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on(
      'line',
      line => line.startsWith('Listening on ') && resolve(line.slice('Listening on '.length)),
    )
    child.once('exit', (code, signal) =>
      reject(new Error(`${module} ended with ${code ?? signal}`)),
    )
  })
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${module} had ended by itself, with ${child.exitCode ?? child.signalCode}`)
      }
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export interface RunningService extends Running {
  key: string
  /** A GET, or a POST of `body`. Any status but 200 is an error. */
  request(path: string, body?: string): Promise<void>
}

export function databaseEnvironment({ databaseUrl }: StorageAddress): Record<string, string> {
  return databaseUrl === null
    ? {}
    : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of the bench' }
}

/** The service without demo, log, warm-up or a relevant rate limit. */
export async function runService(
  address: StorageAddress,
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<RunningService> {
  const quiet = {
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    PORT: '0',
    WARM_UP: 'off',
    UV_THREADPOOL_SIZE: '16',
  }
  const running = await runServer(
    'server/main.ts',
    { ...databaseEnvironment(address), DATA_DIR: address.dataDir, ...quiet, ...environment },
    options,
  )
  const { key } = await withStorage(address, ({ keys }) =>
    keys.create({ companyId: 1, name: 'bench' }),
  )
  const pool = new Pool(running.url, { connections: 64 })
  return {
    ...running,
    key,
    async request(path, body) {
      const outcome = await send(pool, requestTo(path, key, body))
      if ('failed' in outcome || outcome.status !== 200)
        throw new Error(`${JSON.stringify(outcome)} for ${path}`)
    },
  }
}

/** The largest resident size that a process has had, in MB (Linux). */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
