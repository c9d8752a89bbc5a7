import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Agent, request } from 'undici'
import { withStorage } from '../../../../server/store/facts/open-storage.ts'

export interface Running {
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
}

/** The service over a data directory, without demo, log, warm-up or a relevant rate limit. */
export async function runService(
  dataDir: string,
  databaseUrl: string | null = null,
  environment: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<RunningService> {
  const database: Record<string, string> =
    databaseUrl === null
      ? {}
      : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of the bench' }
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
    { ...database, DATA_DIR: dataDir, ...quiet, ...environment },
    options,
  )
  const { key } = await withStorage({ dataDir, databaseUrl }, ({ keys }) =>
    keys.create({ companyId: 1, name: 'bench' }),
  )
  return { ...running, key }
}

const agent = new Agent({ connections: 64 })

/** Returns the number of bytes. Anything but 200 is an error. */
export async function get(url: string, key: string): Promise<number> {
  const { statusCode, body } = await request(url, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}` },
  })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200) throw new Error(`${statusCode} for ${url}`)
  return bytes
}

export async function post(url: string, key: string, text: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const { statusCode, body } = await request(url, {
    dispatcher: agent,
    method: 'POST',
    headers,
    body: text,
  })
  const answer = await body.text()
  if (statusCode !== 200) throw new Error(`${statusCode} for ${url}: ${answer}`)
  return answer
}

async function resident(
  running: { process: { pid?: number | undefined } },
  field: 'VmHWM' | 'VmRSS',
): Promise<number> {
  const status = await readFile(`/proc/${running.process.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The resident size of a process now, in MB (Linux). */
export function memory(running: Running): Promise<number> {
  return resident(running, 'VmRSS')
}

/** The largest resident size a process has had, in MB (Linux). */
export function peakMemory(running: { process: { pid?: number | undefined } }): Promise<number> {
  return resident(running, 'VmHWM')
}
