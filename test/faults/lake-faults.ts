/**
 * Sends COUNT (10,000) random requests to two nodes of a lake whose credentials rotate each minute, for at least SECONDS (0), and holds every
 * answer against the reference: `node --import tsx test/faults/lake-faults.ts [COUNT] [SECONDS] [SEED]`. Meanwhile the storage fails, stalls, cuts
 * and damages what it gives, imports are killed, cache files removed or changed, database connections ended, nodes replaced and credentials
 * revoked; with FAULTS=off nothing goes wrong but the rotation, and every answer must be 200.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { arbitraryDelivery } from '../reference/arbitrary.ts'
import { compareFile, compareList, compareObject } from '../reference/compare.ts'
import type { Delivery } from '../reference/delivery.ts'
import { reference } from '../reference/reference.ts'
import { toUrl } from '../reference/request-types.ts'
import { arbitraryRequest } from '../reference/requests.ts'
import { builtServiceFolder } from '../support/built-service.ts'
import fc from '../support/fast-check.ts'
import { administer, emptyDatabase } from '../support/mariadb.ts'
import { runMetadataServer } from '../support/metadata.ts'
import { fakeS3, S3_REGION, type S3Fault } from '../support/s3.ts'
import { startService, type TestService } from '../support/started-service.ts'
import { below, freshSeed, randomOf } from '../support/seed.ts'
import { deliver } from '../support/delivery-folder.ts'
import { latency } from '../support/pauses.ts'

const [count = 10_000, seconds = 0, seed = freshSeed()] = process.argv.slice(2).map(Number)
const random = randomOf(seed)
const withFaults = process.env['FAULTS'] !== 'off'
const TODAY = '2026-03-20'
const AT_ONCE = 6
const REQUESTS_EACH = withFaults ? 1000 : 300

const endings: (() => unknown)[] = []
const t = {
  teardown: (end: () => unknown) => void endings.unshift(end),
  fail: (what: string) => console.error(what),
  comment: console.error,
} as unknown as Test

const seen = new Map<string, number>()

function note(what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

function chance(share: number): boolean {
  return withFaults && random() < share
}

function storageFault(): S3Fault | undefined {
  const fault = (
    [
      [0.02, { status: 503 }],
      [0.005, { status: 500 }],
      [0.02, { delay: random() * 1000 }],
      [0.002, { delay: 10_000 }],
      [0.01, { cut: below(random, 20_000) }],
      [0.002, { cut: 100, stall: true }],
      [0.005, { wrong: below(random, 5000) }],
    ] as const
  ).find(([share]) => chance(share))?.[1]
  if (fault) note('(storage fault)')
  return fault
}

/** Removes or changes every cached file of a node. */
async function spoilCache({ dataDir }: TestService): Promise<void> {
  note('(cache spoiled)')
  for (const entry of await readdir(join(dataDir, 'cache'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) continue
    if (!chance(0.3)) await rm(path, { force: true })
    else
      await open(path, 'r+').then(
        async file => await file.write('x'.repeat(16), 200).finally(() => file.close()),
        () => undefined,
      )
  }
}

async function endConnections(databaseUrl: string): Promise<void> {
  note('(connections ended)')
  const name = new URL(databaseUrl).pathname.slice(1)
  const rows = await administer(
    databaseUrl,
    `SELECT id FROM information_schema.processlist WHERE db = '${name}' AND id <> connection_id()`,
  )
  for (const { id } of rows) await administer(databaseUrl, `KILL ${id}`).catch(() => undefined)
}

try {
  console.log(
    `${count} requests, at least ${seconds} s, ${withFaults ? 'with faults' : 'without faults'}, seed ${seed}`,
  )
  const databaseUrl = (await emptyDatabase(t))!
  const [s3, metadata] = [
    await fakeS3(t),
    await runMetadataServer({ rotates: 60_000, overlap: 0 }, stop => t.teardown(stop)),
  ]
  s3.accept(metadata.check)
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
  const settings = {
    AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url,
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_CONFIG_FILE: '/nowhere',
  }
  Object.assign(process.env, settings)
  const environment = {
    DATABASE_URL: databaseUrl,
    EXPORT_SECRET: 'a secret of this run',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    LAKE_URL: 's3://bucket/prefix',
    LAKE_ENDPOINT: s3.endpoint,
    LAKE_REGION: S3_REGION,
  }
  const startNode = (): Promise<TestService> =>
    startService(t, { now: `${TODAY}T12:00:00Z`, environment })
  const nodes = [await startNode(), await startNode()]
  const adminModule = join(await builtServiceFolder(), 'admin.js')

  /** In a process of its own, killed at some moment. */
  const importKilled = async (delivery: Required<Delivery>, dataDir: string): Promise<void> => {
    const folder = await deliver(t, delivery, 'parquet')
    const child = spawn(process.execPath, [adminModule, 'import', folder], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...settings,
        ...environment,
        DATA_DIR: dataDir,
      },
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    const killed = latency(400 + random() * 2000).then(() => child.kill('SIGKILL'))
    const [, signal] = await exit
    await killed
    note(signal === 'SIGKILL' ? '(import killed)' : '(import ended first)')
  }

  /** Killed, or cut off from the database, after it had published. */
  const isLoaded = async ({ runs: [run] }: Required<Delivery>): Promise<boolean> => {
    if (run === undefined) return false
    const rows = await administer(
      databaseUrl,
      `SELECT 1 FROM catalog_runs WHERE run_id = ${run.run_id}`,
    )
    return rows.length > 0
  }

  const importUntilDone = async (delivery: Required<Delivery>): Promise<void> => {
    if (chance(0.7)) await importKilled(delivery, nodes[0]!.dataDir)
    for (let tries = 1; ; tries++) {
      if (await isLoaded(delivery)) return note('(loaded before it ended)')
      try {
        await nodes[tries % 2]!.import(delivery, tries % 2 === 0 ? 'csv' : 'parquet')
        note('(imported)')
        return
      } catch (error) {
        note('(import failed)')
        if (!withFaults || tries === 20) throw error
        await latency(500)
      }
    }
  }

  let isDown = false
  const stopStorage = async (): Promise<void> => {
    isDown = true
    await s3.down()
    await latency(1000)
    await s3.up()
    isDown = false
  }

  /** Requests under way, by node: a stopped one ends them only over sockets. */
  const underWay = new Map<TestService, number>()
  const start = Date.now()
  const imported: Required<Delivery>[] = []
  let sent = 0
  for (let index = 0; sent < count || Date.now() - start < seconds * 1000; index++) {
    const options = { numRuns: 1, seed: seed + index }
    const delivery = fc.sample(
      arbitraryDelivery({ today: TODAY, firstId: 1 + index * 100_000 }),
      options,
    )[0]!
    s3.fault(() => undefined)
    if (withFaults) s3.fault(storageFault)
    await importUntilDone(delivery)
    for (const node of nodes) node.passSecond()
    imported.push(delivery)
    // A later delivery may name networks of earlier ones.
    const answer = reference(imported, TODAY)
    const requests = fc
      .sample(arbitraryRequest(delivery, TODAY), { numRuns: REQUESTS_EACH, seed: seed + index })
      .values()
    const ask = async (): Promise<void> => {
      for (const request of requests) {
        if (sent >= count && Date.now() - start >= seconds * 1000) return
        sent++
        const which = below(random, nodes.length)
        const node = nodes[which]!
        underWay.set(node, (underWay.get(node) ?? 0) + 1)
        if (chance(0.03) || (!withFaults && sent % 20 === 0)) await spoilCache(node)
        if (chance(0.003)) await endConnections(databaseUrl)
        if (chance(0.002)) metadata.revoke()
        if (chance(0.002) && !isDown) void stopStorage()
        if (chance(0.001)) {
          nodes[which] = await startNode()
          note('(node replaced)')
          void (async () => {
            while ((underWay.get(node) ?? 0) > 0) await latency(50)
            await node.stop()
          })()
        }
        const url = toUrl(request)
        const got = await node
          .get(url, request.companyId)
          .catch((error: Error) => ({ status: error.message, body: Buffer.of(), json: () => [] }))
        underWay.set(node, underWay.get(node)! - 1)
        if (got.status !== 200) {
          note(String(got.status))
          if (!withFaults || (got.status !== 503 && got.status !== 429))
            console.error(`${got.status}: ${url}: ${got.body.toString().slice(0, 300)}`)
          continue
        }
        const expected = answer(request)
        const difference =
          expected.kind === 'object'
            ? compareObject(expected, got.json())
            : expected.kind === 'list'
              ? compareList(expected, got.json())
              : expected.kind === 'any'
                ? expected.difference(got.json())
                : expected.orderIsOpen
                  ? undefined
                  : await compareFile(expected, got.body)
        note(difference === undefined ? '200, the same' : '200, differs')
        if (difference !== undefined)
          console.error(`differs: company ${request.companyId}: ${url}: ${difference}`)
        if (!withFaults) await latency(AT_ONCE * 100)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    if (index % 4 === 0)
      console.log(
        `${Math.round((Date.now() - start) / 1000)} s`,
        sent,
        JSON.stringify(Object.fromEntries(seen)),
      )
  }
  console.log(
    `${Math.round((Date.now() - start) / 1000)} s, ${metadata.issued()} credentials, ${s3.calls.length} requests to the storage`,
  )
  for (const [what, times] of [...seen].sort()) console.log(what.padEnd(24), times)
} finally {
  for (const end of endings) await end()
}
