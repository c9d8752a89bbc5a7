import { DuckDBInstance } from '@duckdb/node-api'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { importInto } from '../../server/delivery/load/import.ts'
import type { ImportPlace } from '../../server/delivery/place.ts'
import { openDatabase } from '../../server/engines/database/open.ts'
import { baseOf, objectsOf } from '../../server/engines/lake/file-names.ts'
import { lakePlace } from '../../server/engines/lake/place.ts'
import type { LakeAddress } from '../../server/model/storage-address.ts'
import { appRow, minimalDelivery } from '../../test/reference/minimal-delivery.ts'
import { writeDelivery } from '../../test/reference/write-delivery.ts'
import { administer, runMariaDb } from '../../test/support/mariadb.ts'
import { runFakeS3, S3_KEYS, S3_REGION } from '../../test/support/s3.ts'
import { writeBenchApp } from './support/bench-app.ts'
import { today, withFolder } from './support/bench-store.ts'
import { measurement, median, timed, type Measurement } from './support/measurement.ts'

/** Delay of a lake request, ms. */
const FAR_AWAY = 40
const CAMPAIGNS = 3000
/** Two checkpoints. */
const SMALL_ROUNDS = 20
const LARGE_ROUNDS = 4

/** One install date of many campaigns, with a snapshot of each. */
async function writeSmall(folder: string, runId: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, 1 + runId)).toISOString()
  const date = at.slice(0, 10)
  const run = { run_id: runId, app_id: 1, kind: 'recommendation', status: 'succeeded', created_at: at, max_install_date: date } as const
  await writeDelivery(folder, { runs: [run] }, { format: 'csv' })
  const db = await DuckDBInstance.create(':memory:')
  const connection = await db.connect()
  const key = `${runId} AS run_id, DATE '${date}' AS install_date, 'IOS' AS platform, 'Meta' AS network, 'Campaign ' || c AS campaign, 'US' AS country`
  const revenue = ['paid', 'incremental_blended', 'full_blended'].flatMap(type =>
    ['gross', 'net'].map(of => `5::DECIMAL(18, 4) AS ${type}_${of}`),
  )
  const tables = {
    cohorts: `${key}, 10::DECIMAL(18, 4) AS spend, 4 AS paid_installs, 5 AS incremental_blended_installs, 8 AS full_blended_installs`,
    cohort_revenue: `${key}, 7 AS dsi, ${revenue.join()}`,
    roas_snapshots: `${key}, 7 AS dsi, 10::DECIMAL(18, 4) AS spend, ${revenue.join()}`,
  }
  for (const [table, columns] of Object.entries(tables))
    await connection.run(
      `COPY (SELECT ${columns} FROM range(${CAMPAIGNS}) campaigns(c)) TO '${join(folder, table)}.parquet' (FORMAT parquet)`,
    )
  connection.closeSync()
  db.closeSync()
}

/** Imports into a lake that is 40 ms away, with open tables and without. */
export function openTables(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const cleanups: (() => unknown)[] = []
    try {
      const server = await runMariaDb([], remove => cleanups.unshift(remove))
      const s3 = await runFakeS3(join(folder, 's3'), stop => cleanups.unshift(stop))
      s3.fault(() => ({ delay: FAR_AWAY }))
      const placeOf = async (name: string, withOpenTables: boolean): Promise<ImportPlace> => {
        await administer(server.url('mysql'), `CREATE DATABASE ${name}`)
        const lake: LakeAddress = {
          ...{ url: `s3://bench/${name}`, endpoint: s3.endpoint, region: S3_REGION, credentials: S3_KEYS, cacheSize: null, keepDays: 0 },
        }
        const dataDir = join(folder, name)
        const { database, storeId, close } = await openDatabase({ url: server.url(name), dataDir, print: () => undefined })
        cleanups.unshift(close)
        const objects = objectsOf(lake, storeId)
        return lakePlace({
          ...{ database, objects, dataDir, keepDays: 0, withOpenTables },
          openTables: { database, objects, base: baseOf(lake, storeId) },
        })
      }
      const [on, off] = [await placeOf('tables_on', true), await placeOf('tables_off', false)]
      const base = join(folder, 'base')
      const none = { runs: [], cohorts: [], cohort_revenue: [], recommendations: [], roas_snapshots: [], alerts: [] }
      await writeDelivery(base, minimalDelivery({ apps: [appRow({ dsi_values: '7' })], ...none }), { format: 'csv' })
      for (const place of [on, off]) await importInto(place, { delivery: base })
      const delivery = join(folder, 'delivery')
      const load = (place: ImportPlace): Promise<unknown> => importInto(place, { delivery })
      const small = async (round: number): Promise<void> => {
        await rm(delivery, { recursive: true, force: true })
        await writeSmall(delivery, 10 + round)
      }
      const large = async (round: number): Promise<void> => {
        await rm(delivery, { recursive: true, force: true })
        await writeBenchApp(delivery, { appId: 2, runId: 1000 + round, today, format: 'parquet' })
      }
      const rows: Measurement[] = []
      for (const [what, write, rounds, goal] of [
        [`import of ${CAMPAIGNS} cohorts`, small, SMALL_ROUNDS, '-'],
        ['import of 9.8 million revenue rows', large, LARGE_ROUNDS, 'at most 1.03'],
      ] as const) {
        const times: [number[], number[]] = [[], []]
        for (let round = 0; round <= rounds; round++) {
          await write(round)
          const both = [await timed(() => load(on)), await timed(() => load(off))]
          if (round > 0) both.forEach((time, index) => times[index]!.push(time))
        }
        rows.push(measurement(`${what}, with open tables / without`, median(times[0]), median(times[1]), 'ms', goal))
      }
      return rows
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}
