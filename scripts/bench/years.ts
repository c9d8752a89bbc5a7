import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importInto } from '../../server/delivery/load/import.ts'
import type { ImportPlace } from '../../server/delivery/place.ts'
import { folderPlace } from '../../server/engines/embedded/place.ts'
import type { Limits } from '../../server/engines/common/segment-levels.ts'
import { openDatabase } from '../../server/engines/database/open.ts'
import { objectsOf } from '../../server/engines/lake/file-names.ts'
import { lakePlace } from '../../server/engines/lake/place.ts'
import type { Catalog, Segment } from '../../server/model/catalog.ts'
import { addDays } from '../../server/model/dates.ts'
import type { LakeAddress } from '../../server/model/storage-address.ts'
import { appRow, minimalDelivery } from '../../test/reference/minimal-delivery.ts'
import { writeDelivery } from '../../test/reference/write-delivery.ts'
import { administer, runMariaDb } from '../../test/support/mariadb.ts'
import { runFakeS3, S3_KEYS, S3_REGION } from '../../test/support/s3.ts'
import { withFolder } from './support/bench-store.ts'
import { measurement, median, timed, type Measurement } from './support/measurement.ts'
import { get, runService, type RunningService } from './support/running-service.ts'

/** 730 daily imports, each of what its run saw of 120 install days: 5,040 snapshots and 20 alerts. */
const DAYS = 730
const CAMPAIGNS = 6
const DSIS = [0, 1, 3, 7, 30, 60, 90]
const WINDOW = 120
const ALERTS = 20
const HISTORY = 455
const FIRST = '2024-01-01'
const SHOWN = [10, 100, 700]

/** A merge of 256 MB is to 400,000 rows a day as 3.2 MB are to these. */
const LIMITS: Limits = { fresh: 16, bytes: 3.2 * 2 ** 20 }

interface Place {
  imports: ImportPlace
  service: () => Promise<RunningService>
}

interface Written {
  bytes: number
  rows: number
  objects: number
  largest: number
  times: number[]
}

function segmentsOf({ files }: Catalog): Segment[] {
  return [...files[1]!.snapshots, ...files[1]!.alerts]
}

/** Notes what each import publishes. */
function observed(imports: ImportPlace, publishes: (next: Catalog) => void): ImportPlace {
  return {
    opened: (print, work) =>
      imports.opened(print, place =>
        work({
          ...place,
          publish(next, event) {
            publishes(next)
            return place.publish(next, event)
          },
        }),
      ),
  }
}

async function writeDay(connection: DuckDBConnection, folder: string, day: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const [date, run, alertRun] = [addDays(FIRST, day), 10 + day, 100_000 + day]
  const write = (table: string, query: string): Promise<unknown> =>
    connection.run(`COPY (${query}) TO '${join(folder, table)}.parquet' (FORMAT parquet)`)
  const amount = (share: number): string => `((10 + hash(concat_ws(' ', ${run}, d, c, dsi)) % 100000 / 1000.0) * ${share})::DECIMAL(18, 4)`
  const names = `'IOS' AS platform, 'Meta' AS network, 'Campaign ' || c AS campaign, 'US' AS country`
  await write(
    'runs',
    `SELECT ${run} AS run_id, 1 AS app_id, 'recommendation' AS kind, 'succeeded' AS status, TIMESTAMP '${date} 03:00:00' AS created_at,
      DATE '${date}' - 1 AS max_install_date
    UNION ALL SELECT ${alertRun}, 1, 'alert', 'succeeded', TIMESTAMP '${date} 04:00:00', NULL`,
  )
  await write(
    'roas_snapshots',
    `SELECT ${run} AS run_id, DATE '${date}' - 1 - d::INTEGER AS install_date, ${names}, dsi, ${amount(1)} AS spend, ${amount(0.5)} AS paid_gross,
      ${amount(0.4)} AS paid_net, ${amount(0.6)} AS incremental_blended_gross, ${amount(0.45)} AS incremental_blended_net,
      ${amount(0.7)} AS full_blended_gross, ${amount(0.55)} AS full_blended_net
    FROM range(${WINDOW}) days(d), range(${CAMPAIGNS}) campaigns(c), (SELECT unnest([${DSIS.join()}]) AS dsi)`,
  )
  // A cohort a day, so that history may begin there.
  await write(
    'cohorts',
    `SELECT ${run} AS run_id, DATE '${date}' - 1 - d::INTEGER AS install_date, 'IOS' AS platform, 'Meta' AS network, 'Campaign 1' AS campaign,
      'US' AS country, 10::DECIMAL(18, 4) AS spend, 4 AS paid_installs, 5 AS incremental_blended_installs, 8 AS full_blended_installs
    FROM range(${HISTORY}) days(d)`,
  )
  await write(
    'alerts',
    `SELECT ${day * ALERTS} + n AS alert_id, ${alertRun} AS run_id, 'ANALYTICS' AS alert_group, 'ROAS fell' AS title, 'Campaign 1' AS campaign,
      'US' AS country, 'IOS' AS platform, 'Meta' AS network, 10::DECIMAL(18, 4) AS daily_spend, 'ROAS fell by ' || n AS summary,
      'From 1.0 to 0.5 on ${date}' AS detail, NULL::VARCHAR AS spend_detail, NULL::VARCHAR AS recommended_action,
      TIMESTAMP '${date} 04:00:00' AS created_at FROM range(${ALERTS}) alerts(n)`,
  )
}

async function history(place: Place, day: number): Promise<{ first: number; warm: number }> {
  const service = await place.service()
  try {
    const ask = (end: number): Promise<number> =>
      timed(() =>
        get(
          `${service.url}/v1/roas-history?${new URLSearchParams({
            ...{ appId: '1', granularity: 'campaign', dsi: '7', roasType: 'paid', revenueType: 'gross', installGrouping: 'weekly' },
            ...{ startDate: addDays(FIRST, day - HISTORY), endDate: addDays(FIRST, end) },
          }).toString()}`,
          service.key,
        ),
      )
    // A new key may be unknown for a moment.
    await until(() => get(`${service.url}/v1/apps`, service.key))
    const first = await ask(day - 1)
    const times: number[] = []
    for (let round = 2; round < 9; round++) times.push(await ask(day - round))
    return { first, warm: median(times) }
  } finally {
    await service.stop()
  }
}

async function until(ask: () => Promise<unknown>, tries = 50): Promise<void> {
  await ask().catch(async (error: unknown) => {
    if (tries === 0) throw error
    await sleep(100)
    await until(ask, tries - 1)
  })
}

async function grow(name: string, place: Place, folder: string): Promise<Measurement[]> {
  const written: Written = { bytes: 0, rows: 0, objects: 0, largest: 0, times: [] }
  let known = new Set<string>()
  let current: Segment[] = []
  const imports = observed(place.imports, next => {
    current = segmentsOf(next)
    for (const { rows, bytes = 0 } of current.filter(({ file }) => !known.has(file))) {
      written.bytes += bytes
      written.rows += rows
      written.objects++
      written.largest = Math.max(written.largest, bytes)
    }
    known = new Set(current.map(({ file }) => file))
  })
  const base = join(folder, 'base')
  const app = { app_id: 1, dsi_values: DSIS.join() }
  const empty = { runs: [], cohorts: [], cohort_revenue: [], recommendations: [], roas_snapshots: [], alerts: [] }
  await writeDelivery(base, minimalDelivery({ apps: [appRow(app)], ...empty }), { format: 'csv' })
  await importInto(place.imports, { delivery: base })
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const found: Measurement[] = []
  for (let day = 1; day <= DAYS; day++) {
    const delivery = join(folder, 'day')
    await writeDay(connection, delivery, day)
    const now = (): Date => new Date(`${addDays(FIRST, day)}T05:00:00Z`)
    written.times.push(await timed(() => importInto(imports, { delivery, now })))
    await rm(delivery, { recursive: true })
    if (day % 50 === 0) console.error(`${name}: day ${day}, ${current.length} segments, ${(written.bytes / 1e6).toFixed(1)} MB written`)
    if (day !== DAYS && !SHOWN.includes(day)) continue
    const live = current.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
    const rows = current.reduce((sum, { rows }) => sum + rows, 0)
    const recent = written.times.slice(-16)
    const { first, warm } = await history(place, day)
    const of = `${name}, day ${day}:`
    found.push(
      measurement(`${of} import, median / slowest of the last 16`, median(recent), Math.max(...recent), 'ms', '-'),
      measurement(`${of} ROAS history over 455 days, cached / first request`, warm, first, 'ms', '-'),
      measurement(`${of} rows written / stored`, written.rows, rows, 'rows', 'below 6'),
      measurement(`${of} bytes written / stored`, written.bytes, live, 'bytes', 'below 6'),
      measurement(`${of} segments / written so far`, current.length, written.objects, 'objects', '-'),
      measurement(`${of} largest object / limit of a merge`, written.largest, LIMITS.bytes, 'bytes', 'at most 2'),
    )
  }
  connection.closeSync()
  db.closeSync()
  return found
}

export function years(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const cleanups: (() => Promise<void>)[] = []
    try {
      const dataDir = join(folder, 'data')
      const embedded = await grow('embedded', { imports: folderPlace(dataDir, LIMITS), service: () => runService(dataDir) }, folder)
      const server = await runMariaDb([], remove => cleanups.unshift(remove))
      const s3 = await runFakeS3(join(folder, 's3'), stop => cleanups.unshift(stop))
      await administer(server.url('mysql'), 'CREATE DATABASE years')
      const lake: LakeAddress = {
        ...{ url: 's3://bench/prefix', endpoint: s3.endpoint, region: S3_REGION, credentials: S3_KEYS, cacheSize: null, keepDays: 0 },
      }
      const nodeDir = join(folder, 'node')
      const { database, storeId, close } = await openDatabase({ url: server.url('years'), dataDir: nodeDir, print: () => undefined })
      cleanups.unshift(close)
      const objects = objectsOf(lake, storeId)
      const imports = lakePlace({ database, objects, dataDir: nodeDir, keepDays: 0, limits: LIMITS })
      const environment = { LAKE_URL: lake.url, LAKE_ENDPOINT: s3.endpoint, LAKE_REGION: S3_REGION, ...KEYS }
      let nodes = 0
      const service = (): Promise<RunningService> => runService(join(folder, `node-${nodes++}`), server.url('years'), environment, [], lake)
      return [...embedded, ...(await grow('lake', { imports, service }, folder))]
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}

const KEYS = { AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey }
