import t from 'tap'
import { type Fetch, UascopeClient } from '../../client/src/index.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../reference/minimal-delivery.ts'
import { startService } from '../support/started-service.ts'
import { collect } from '../support/collect.ts'
import { answer, faultyServer } from './support/faulty-server.ts'
import { quiet } from '../support/pauses.ts'

const REPORT = {
  appId: 1,
  granularity: 'campaign_geo',
  installGrouping: 'daily',
  metrics: ['spend', 'installs', 'cpi'],
} as const
const ROWS = 30_000

/** A run whose every cohort has the same spend, by which its rows are told apart. */
function deliveryOf(spend: string, run: { run_id: number; created_at: string }) {
  const days = Array.from({ length: 30 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
  const campaigns = Array.from(
    { length: ROWS / days.length },
    (_, index) => `A campaign with a long name, number ${index}`,
  )
  return minimalDelivery({
    runs: [runRow(run)],
    cohorts: days.flatMap(install_date =>
      campaigns.map(campaign => cohortRow({ run_id: run.run_id, install_date, campaign, spend })),
    ),
    cohort_revenue: [],
    roas_snapshots: [],
    alerts: [],
    recommendations: campaigns.slice(0, 700).map((campaign, index) =>
      recommendationRow({
        run_id: run.run_id,
        recommendation_id: run.run_id * 1000 + index,
        campaign,
      }),
    ),
  })
}

const FIRST = deliveryOf('1', { run_id: 10, created_at: '2026-04-01T01:00:00.000Z' })
const SECOND = deliveryOf('2', { run_id: 11, created_at: '2026-04-01T02:00:00.000Z' })

async function start(t: Parameters<typeof startService>[0]) {
  const service = await startService(t, { deliveries: [FIRST] })
  await service.server.start()
  const importSecond = async () => {
    await service.import(SECOND)
    service.passSecond()
  }
  const options = { apiKey: await service.keyOf(1), baseUrl: service.server.info.uri }
  return { importSecond, options, client: new UascopeClient(options) }
}

t.test('an import during iteration neither skips nor repeats a row', async t => {
  const { client, importSecond } = await start(t)
  const campaigns = new Set<string>()
  let count = 0
  for await (const row of client.reportRows(REPORT)) {
    if (count++ === 0) await importSecond()
    if (row.spend !== 1) t.fail(`a row of another run, after ${count}`)
    campaigns.add(`${row.install_cohort} ${row.campaign}`)
  }
  t.same([count, campaigns.size], [ROWS, ROWS])
  t.equal(
    (await collect(client.reportRows({ ...REPORT, limit: 1 })))[0]!.spend,
    2,
    'the next iteration reads the new run',
  )
})

t.test('an import does not change recommendations, which are one response', async t => {
  const { client, importSecond } = await start(t)
  const ids: number[] = []
  for await (const { id } of client.recommendationRows({ appId: 1, sort: 'id' })) {
    if (ids.length === 0) await importSecond()
    ids.push(id)
  }
  t.same(
    ids,
    Array.from({ length: 700 }, (_, index) => 10_000 + index),
  )
})

t.test('iteration survives a dropped connection', async t => {
  const { options, importSecond } = await start(t)
  const seen: string[] = []
  const cut: { at: number; then: () => Promise<void> } = { at: 0, then: async () => {} }
  /** Breaks the first response after some bytes. */
  const breaking: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    seen.push(`${response.status} ${init.headers['range'] ?? ''}`)
    if (seen.length > 1) return response
    let left = cut.at
    const body = response.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          controller.enqueue(chunk.subarray(0, left))
          left -= chunk.byteLength
          if (left > 0) return
          await cut.then()
          controller.error(new Error('cut'))
        },
      }),
    )
    return new Response(body, { headers: response.headers })
  }
  const client = new UascopeClient({ ...options, fetch: breaking })

  await t.test('iteration resumes without losing a row', async t => {
    cut.at = 1_000_000
    const rows = await collect(client.reportRows(REPORT))
    t.same([rows.length, new Set(rows.map(row => JSON.stringify(row))).size], [ROWS, ROWS])
    t.same(seen, ['200 ', '206 bytes=1000000-'])
  })

  await t.test('iteration fails if an import has changed the file since', async t => {
    seen.length = 0
    cut.then = importSecond
    let count = 0
    const reading = async () => {
      for await (const { spend } of client.reportRows(REPORT)) {
        if (spend !== 1) t.fail('a row of another run')
        count++
      }
    }
    await t.rejects(reading(), {
      name: 'ConnectionError',
      message:
        /^The download of GET .*\/v1\/report was interrupted, and the file has changed since$/,
      cause: { message: /cut/ },
    })
    t.ok(count > 1000 && count < ROWS, `${count} rows`)
    t.match(seen, ['200 ', '200 bytes=1000000-'])
  })
})

t.test('leaving the loop ends the download', async t => {
  let cancelled = false
  const fetch: Fetch = async () => {
    const line = new TextEncoder().encode(`${'x'.repeat(1000)},1\n`)
    const body = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('campaign,spend\n')),
      pull: controller => controller.enqueue(line),
      cancel: () => void (cancelled = true),
    })
    return new Response(body, { headers: { 'content-type': 'text/csv' } })
  }
  const client = new UascopeClient({ apiKey: null, baseUrl: 'http://endless.test', fetch })
  let count = 0
  for await (const _ of client.reportRows({
    appId: 1,
    granularity: 'campaign',
    metrics: ['spend'],
  }))
    if (++count === 10) break
  t.equal(count, 10)
  t.ok(cancelled)
})

t.test('no request is sent before iteration begins; a refusal fails it', async t => {
  const server = await faultyServer(t, answer(403, {}, 'No.'))
  const client = new UascopeClient({ apiKey: 'k', baseUrl: server.url })
  const rows = client.roasHistoryRows({ appId: 1, granularity: 'app' })
  await quiet(20)
  t.equal(server.requests.length, 0)
  await t.rejects(rows.next(), { name: 'ForbiddenError' })
  await t.rejects(collect(client.recommendationRows({ appId: 1 })), { name: 'ForbiddenError' })
})
