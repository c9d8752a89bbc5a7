import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { minimalDelivery } from '../../test/reference/minimal-delivery.ts'
import { administer, runMariaDb } from '../../test/support/mariadb.ts'
import { runFakeS3, S3_KEYS, S3_REGION } from '../../test/support/s3.ts'
import { startService, type TestService } from '../../test/support/service.ts'
import { withFolder } from './support/bench-store.ts'
import { measurement, type Measurement } from './support/measurement.ts'

const APPS = 24
const NODES = 4
const REQUESTS_EACH = 6

const BALANCE = {
  'round robin': 'balance roundrobin',
  'by appId': 'balance url_param appId\n  hash-type consistent',
}

/** Bytes that four nodes fetch for reports on all apps, behind HAProxy, of the bytes that there are. */
export function lakeRouting(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const cleanups: (() => unknown)[] = []
    try {
      const server = await runMariaDb([], remove => cleanups.unshift(remove))
      const s3 = await runFakeS3(join(folder, 's3'), stop => cleanups.unshift(stop))
      await administer(server.url('mysql'), 'CREATE DATABASE routing')
      const environment = {
        DATABASE_URL: server.url('routing'),
        EXPORT_SECRET: 'a secret of this bench',
        LAKE_URL: 's3://bench/routing',
        LAKE_ENDPOINT: s3.endpoint,
        LAKE_REGION: S3_REGION,
        AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
        RATE_LIMIT: '1000000',
      }
      const t = { teardown: (end: () => unknown) => void cleanups.unshift(end) }
      const importer = await startService(t, { environment, deliveries: Array.from({ length: APPS }, (_, index) => deliveryOf(index + 1)) })
      const key = await importer.keyOf(1)
      const whole = await sizeOf(join(folder, 's3'))
      const rows: Measurement[] = []
      for (const [name, balance] of Object.entries(BALANCE)) {
        const nodes = await Promise.all(Array.from({ length: NODES }, () => startService(t, { environment })))
        for (const node of nodes) await node.server.start()
        const url = await runHaproxy(join(folder, 'haproxy.cfg'), balance, nodes, stop => cleanups.unshift(stop))
        const before = s3.sent()
        for (let round = 0; round < REQUESTS_EACH; round++) {
          // In a fixed order, round robin would send an app to the same node each round.
          for (let asked = 0; asked < APPS; asked++) await askAll(url, key, 1 + Math.floor(Math.random() * APPS), round)
        }
        rows.push(measurement(`bytes fetched by ${NODES} nodes, ${name} / of the data`, s3.sent() - before, whole, 'bytes', 'at most 1.3'))
      }
      return rows
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

type Rows = Record<string, unknown>

/** The minimal delivery with other ids. */
function deliveryOf(appId: number): ReturnType<typeof minimalDelivery> {
  const renumbered = (row: Rows): Rows =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (name === 'app_id') return [name, appId]
        return /^(run|recommendation|alert|event)_id$/.test(name) ? [name, Number(value) + appId * 1000] : [name, value]
      }),
    )
  return Object.fromEntries(
    Object.entries(minimalDelivery()).map(([table, rows]) => [table, (rows as unknown as Rows[]).map(renumbered)]),
  ) as unknown as ReturnType<typeof minimalDelivery>
}

async function askAll(url: string, key: string, appId: number, round: number): Promise<void> {
  const report = `/v1/report?appId=${appId}&granularity=campaign&startDate=2026-03-01&metrics=spend&limit=${round + 1}`
  for (const path of [report, `/v1/recommendations?appId=${appId}`]) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    if (answer.status !== 200) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter(entry => entry.name.endsWith('.parquet') && /facts|identities|recommendations/.test(entry.name))
    .map(async entry => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function runHaproxy(
  path: string,
  balance: string,
  nodes: readonly TestService[],
  onEnd: (stop: () => unknown) => void,
): Promise<string> {
  const port = await freePort()
  const servers = nodes.map(({ server }, index) => `  server node${index} 127.0.0.1:${server.info.port}`)
  const timeouts = 'timeout connect 2s\n  timeout client 150s\n  timeout server 150s'
  await writeFile(
    path,
    `defaults\n  mode http\n  ${timeouts}\nfrontend all\n  bind 127.0.0.1:${port}\n  default_backend nodes\nbackend nodes\n  ${balance}\n${servers.join('\n')}\n`,
  )
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  onEnd(() => child.kill('SIGKILL'))
  await sleep(1000)
  return `http://127.0.0.1:${port}`
}
