import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { parse } from 'csv-parse/sync'
import { parquetRead } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { UascopeClient } from '../../client/src/index.ts'
import { toTable } from '../../client/src/arquero.ts'
import { withFolder } from './support/bench-store.ts'
import { inTurn, measurement, type Measurement } from './support/measurement.ts'

const ROWS = 72_000
const METRICS = 25

/** A report of 72,000 rows by 30 columns, every ninth ratio missing. */
const QUERY = `SELECT DATE '2026-01-05' + (i % 30)::INT AS install_cohort, ['IOS', 'ANDROID'][1 + i % 2] AS platform, 'Network ' || i % 9 AS network,
    'Campaign ' || i % 2400 AS campaign, i AS installs_paid,
    ${Array.from({ length: METRICS }, (_, dsi) => `CASE WHEN (i + ${dsi}) % 9 > 0 THEN i / ${dsi + 7}.0::DOUBLE END AS ltv_paid_gross_d${dsi}`).join(', ')}
  FROM range(${ROWS}) numbers(i)`

export function client(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const instance = await DuckDBInstance.create()
    const connection = await instance.connect()
    const [parquet, csv] = [join(folder, 'report.parquet'), join(folder, 'report.csv')]
    await connection.run(`COPY (${QUERY}) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`)
    await connection.run(`COPY (${QUERY}) TO '${csv}' (FORMAT csv)`)
    const [parquetBytes, csvBytes] = await Promise.all([readFile(parquet), readFile(csv)])

    const rows: Measurement[] = []
    for (const [what, baseline] of [
      ['hyparquet, columns', () => byHyparquet(parquetBytes)],
      ['duckdb-node, columns', () => byDuckdb(connection, parquet)],
      [
        'csv-parse, rows',
        async () => {
          expectRows(parse(csvBytes, { from: 2 }).length)
        },
      ],
    ] as const) {
      const [own, other] = await inTurn(7, () => byClient(parquetBytes), baseline)
      rows.push(measurement(`toTable, 72,000 x 30, against ${what}`, own, other, 'ms', '<= 1'))
    }
    connection.closeSync()
    instance.closeSync()
    return rows
  })
}

async function byClient(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const fetch = async () =>
    new Response(bytes, { headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) } })
  const uascope = new UascopeClient({ apiKey: null, baseUrl: 'http://bench.test', fetch })
  expectRows((await toTable(await uascope.getReport({ appId: 1, granularity: 'campaign' }))).numRows())
}

async function byHyparquet(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  let cells = 0
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  await parquetRead({
    file,
    compressors,
    onChunk: ({ columnData }) => {
      cells += columnData.length
    },
  })
  expectRows(cells / (METRICS + 5))
}

async function byDuckdb(connection: DuckDBConnection, path: string): Promise<void> {
  const reader = await connection.runAndReadAll(`FROM '${path}'`)
  expectRows(reader.getColumnsJS()[0]!.length)
}

function expectRows(count: number): void {
  if (count !== ROWS) throw new Error(`${count} rows instead of ${ROWS}`)
}
