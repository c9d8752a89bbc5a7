import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Test } from 'tap'
import { importInto } from '../../../server/imports/load/import.ts'
import { readConfig } from '../../../server/core/runtime/config.ts'
import { steadyClock } from '../../../server/core/runtime/shared-work.ts'
import { createService } from '../../../server/http/service.ts'
import { demoDelivery } from '../../support/demo.ts'

/** Rows of a query, numbers as numbers. */
export type Rows = Record<string, unknown>[]

/** What recipes read: `UASCOPE_BASE_URL` and `UASCOPE_API_KEY`. */
export type Environment = Record<string, string>

export interface Served {
  env: Environment
  /** A query in DuckDB, to which the delivery is the schema `delivered`; files that it names are those of a folder. */
  query: (query: string, folder?: string) => Promise<Rows>
  /** Loads a newer run, of twice the first one's spend. */
  importNext: () => Promise<void>
  /** Paths of the requests that the service has taken. */
  paths: string[]
}

const TODAY = '2026-11-22'
const APP = 101

/** A listening service with the newest run of the demo's first app alone, which is made soon; Switzerland is Namibia in it, whose code is NA. */
export async function serve(t: Test, folder: string): Promise<Served> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  t.teardown(() => connection.closeSync())
  const query: Query = async text => (await connection.runAndReadAll(text)).getRowObjectsJson()
  const first = await writeDelivery(query, await demoDelivery(TODAY), join(folder, 'first'))

  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '100000',
  })
  // Each import is followed by 2 s, within which every node sees it.
  let passed = 0
  const service = await createService(config, {
    clock: () => new Date(`${TODAY}T12:00:00Z`),
    steady: () => steadyClock() + passed,
  })
  t.teardown(() => service.stop())
  await importInto(service.storage.imports, { delivery: first })
  let runs = 0
  const { key } = await service.keys.create({ companyId: 1 })
  const paths: string[] = []
  service.server.ext('onRequest', (request, h) => {
    paths.push(request.path)
    return h.continue
  })
  await service.server.start()
  return {
    env: { UASCOPE_BASE_URL: service.server.info.uri, UASCOPE_API_KEY: key },
    query: async (text, place = folder) =>
      numbered(
        await query(
          text.replaceAll(/'([\w*-]+\.parquet)'/g, (_, name: string) => `'${join(place, name)}'`),
        ),
      ),
    async importNext() {
      runs += 1
      const delivery = await writeNext(query, join(folder, `next-${runs}`), runs)
      await importInto(service.storage.imports, { delivery })
      passed += 2000
    },
    paths,
  }
}

type Query = (text: string) => Promise<Rows>

async function copy(query: Query, rows: string, path: string): Promise<void> {
  await query(`COPY (${rows}) TO '${path}.parquet' (FORMAT parquet)`)
}

/** Makes the schema `delivered` from a delivery, and of it a folder. */
async function writeDelivery(query: Query, demo: string, folder: string): Promise<string> {
  const csv = (table: string) =>
    `FROM read_csv('${demo}/${table}.csv', header = true, sample_size = -1)`
  const parquet = (table: string) => `FROM read_parquet('${demo}/${table}.parquet')`
  const [newest] = await query(
    `SELECT max_by(run_id, created_at)::INT AS run ${csv('runs')} WHERE app_id = ${APP} AND kind = 'recommendation' AND status = 'succeeded'`,
  )
  const ofRun = `WHERE run_id = ${Number(newest!['run'])}`
  const namibia = `SELECT * REPLACE (CASE country WHEN 'CH' THEN 'NA' ELSE country END AS country)`
  const tables: Record<string, string> = {
    companies: csv('companies'),
    networks: csv('networks'),
    apps: `${csv('apps')} WHERE app_id = ${APP}`,
    app_access: `${csv('app_access')} WHERE app_id = ${APP}`,
    runs: `${csv('runs')} ${ofRun}`,
    cohorts: `${namibia} ${parquet('cohorts')} ${ofRun}`,
    cohort_revenue: `${namibia} ${parquet('cohort_revenue')} ${ofRun}`,
    roas_snapshots: `${namibia} ${parquet('roas_snapshots')} ${ofRun}`,
    recommendations: `${namibia} ${csv('recommendations')} ${ofRun}`,
  }
  await mkdir(folder)
  await query('CREATE SCHEMA delivered')
  for (const [table, rows] of Object.entries(tables)) {
    await query(`CREATE TABLE delivered.${table} AS ${rows}`)
    await copy(query, `FROM delivered.${table}`, join(folder, table))
  }
  return folder
}

async function writeNext(query: Query, folder: string, number: number): Promise<string> {
  await mkdir(folder)
  const id = `run_id + ${number * 100} AS run_id`
  const at = `TIMESTAMP '${TODAY} 11:0${number}:00' AS created_at`
  await copy(query, `SELECT * REPLACE (${id}, ${at}) FROM delivered.runs`, join(folder, 'runs'))
  await copy(
    query,
    `SELECT * REPLACE (${id}, spend * 2 AS spend) FROM delivered.cohorts`,
    join(folder, 'cohorts'),
  )
  await copy(
    query,
    `SELECT * REPLACE (${id}) FROM delivered.cohort_revenue`,
    join(folder, 'cohort_revenue'),
  )
  return folder
}

// DuckDB's JSON has its wide numbers as texts.
function numbered(rows: Rows): Rows {
  const number = (value: unknown): unknown =>
    typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, number(value)])),
  )
}
