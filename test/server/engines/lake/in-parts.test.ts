import { DuckDBInstance } from '@duckdb/node-api'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importInto } from '../../../../server/delivery/load/import.ts'
import { minimalDelivery, revenueOf } from '../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { lakeOf } from '../../../support/lake.ts'
import { startService } from '../../../support/service.ts'

const REVENUES = Object.keys(revenueOf('0')).map((name, n) => `(hash(i, dsi, ${n}) % 1000000 / 10000)::DECIMAL(18, 4) AS ${name}`)
const COHORTS = `SELECT i, 1 AS run_id, DATE '2026-03-30' - (i // 250)::INTEGER AS install_date, ['IOS', 'ANDROID'][1 + i % 2] AS platform,
  'Network ' || (i % 5) AS network, 'Campaign ' || (i % 50) AS campaign, ['US', 'DE', 'FR', 'JP', 'BR', 'GB', 'IT'][1 + i % 350 // 50] AS country,
  (hash(i) % 10000000 / 10000)::DECIMAL(18, 4) AS spend, 1 + hash(i, 1) % 50 AS paid_installs, 50 + hash(i, 2) % 50 AS incremental_blended_installs,
  100 + hash(i, 3) % 90 AS full_blended_installs FROM range(105000) r(i)`

/** A delivery whose facts take three row groups. */
async function largeDelivery(t: Test): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'uascope-large-'))
  t.teardown(() => rm(dir, { recursive: true }))
  const { cohorts: _cohorts, cohort_revenue: _revenue, ...others } = minimalDelivery()
  await writeDelivery(dir, others, { format: 'csv' })
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  await duckdb.run(`COPY (SELECT * EXCLUDE (i) FROM (${COHORTS})) TO '${dir}/cohorts.parquet'`)
  await duckdb.run(`COPY (SELECT run_id, install_date, platform, network, campaign, country, dsi, ${REVENUES.join()}
    FROM (${COHORTS}), (VALUES (1), (7), (365)) d(dsi)) TO '${dir}/cohort_revenue.parquet'`)
  duckdb.closeSync()
  return dir
}

const QUESTIONS = [
  '/v1/report?appId=1&granularity=campaign',
  '/v1/report?appId=1&granularity=campaign_geo&installGrouping=daily&startDate=2026-03-28',
  '/v1/report?appId=1&granularity=campaign&metrics=revenue&dsiValues=1&roasTypes=full_blended&revenueTypes=net&startDate=2025-06-01&endDate=2025-06-20',
  '/v1/report?appId=1&granularity=campaign&metrics=spend,cpi&groupBy=none&installGrouping=monthly&startDate=2026-01-10&maturity=true',
  '/v1/report?appId=1&granularity=campaign_geo&metrics=roas&partial=true&startDate=2026-03-01&countries=DE&platforms=ios',
  '/v1/report?appId=1&granularity=campaign_geo&metrics=spend,ltv&startDate=2026-02-20&limit=7&offset=3&networks=Network%202',
  '/v1/campaigns?appId=1',
  '/v1/report?appId=1&granularity=campaign&installGrouping=monthly&startDate=2025-03-10&metrics=revenue&roasTypes=paid,full_blended,incremental_blended&revenueTypes=gross,net&dsiValues=1,7,365',
]

t.test('answers that are made of parts of a large file are those that are made of all of it', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const delivery = await largeDelivery(t)
  const [embedded, writer] = [await startService(t), await startService(t, { environment: lake.environment })]
  for (const { storage } of [embedded, writer]) await importInto(storage.imports, { delivery })
  const s3 = lake.s3!
  t.ok((await readdir(lake.folder, { recursive: true })).some(name => name.endsWith('.sums')))
  let inParts = 0
  for (const question of QUESTIONS) {
    // A node that has nothing yet, and gets no whole file of facts while it answers.
    const node = await startService(t, { environment: lake.environment })
    const before = s3.calls.length
    s3.fault(({ key, range }) => (key.includes('facts-') && range === undefined ? { status: 503 } : undefined))
    const cold = await node.get(question)
    const isInParts = cold.status === 200 && s3.calls.slice(before).some(({ range }) => range !== undefined)
    if (isInParts) inParts++
    s3.fault(() => undefined)
    const answer = isInParts ? cold : await node.get(question)
    const expected = await embedded.get(question)
    t.equal(expected.status, 200, question)
    t.ok(answer.status === 200 && answer.body.equals(expected.body), question)
  }
  t.ok(inParts >= 6, `${inParts} were made of parts`)
})
