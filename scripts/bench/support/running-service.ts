import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { createInterface } from 'node:readline'
import { withStorage } from '../../../server/storage/open-storage.ts'
import type { LakeAddress } from '../../../server/model/storage-address.ts'

export interface Running {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

export async function runServer(module: string, environment: Record<string, string>, options: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...options, '--import', 'tsx', module], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', line => line.startsWith('Listening on ') && resolve(line.slice('Listening on '.length)))
    child.once('exit', (code, signal) => reject(new Error(`${module} ended with ${code ?? signal}`)))
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

/** The service over a data directory, without demo, log or a relevant rate limit. */
export async function runService(
  dataDir: string,
  databaseUrl: string | null = null,
  environment: Record<string, string> = {},
  options: readonly string[] = [],
  lake: LakeAddress | null = null,
): Promise<RunningService> {
  const database: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of the bench' }
  const quiet = { DEMO: 'off', LOG_LEVEL: 'silent', RATE_LIMIT: '1000000', PORT: '0', UV_THREADPOOL_SIZE: '16' }
  const running = await runServer('server/main.ts', { ...database, DATA_DIR: dataDir, ...quiet, ...environment }, options)
  const { key } = await withStorage({ dataDir, databaseUrl, lake }, ({ keys }) => keys.create({ companyId: 1, name: 'bench' }))
  return { ...running, key }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

/** Returns the number of bytes. Anything but 200 is an error. */
export function get(url: string, key = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { authorization: `Bearer ${key}` } }, response => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => (response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${response.statusCode} for ${url}`))))
        response.on('error', reject)
      })
      .on('error', reject)
  })
}

export function post(url: string, key: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const request = http.request(url, { agent, method: 'POST', headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${response.statusCode} for ${url}: ${text}`))
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function throughput(url: string, key: string, requests: number, connections = 8): Promise<number> {
  let left = requests
  const start = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await get(url, key)
    }),
  )
  return requests / ((performance.now() - start) / 1000)
}

async function resident(running: Running, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${running.process.pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The resident size of a process now, in MB (Linux). */
export function memory(running: Running): Promise<number> {
  return resident(running, 'VmRSS')
}

/** The largest resident size a process has had, in MB (Linux). */
export function peakMemory(running: Running): Promise<number> {
  return resident(running, 'VmHWM')
}
