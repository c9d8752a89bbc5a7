import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Delivery, TableName } from './delivery.ts'
import { OPTIONAL, TABLES } from './tables.ts'

type TextRow = (string | null)[]
type Columns = [name: string, type: string][]

/** How to write a delivery: `reverseColumns` writes each table's columns backwards, since they are found by name. */
export interface WriteOptions {
  format: 'csv' | 'parquet'
  reverseColumns?: boolean
}

function csvField(value: string | null): string {
  if (value === null) return ''
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

async function writeCsv(path: string, columns: Columns, rows: TextRow[]): Promise<void> {
  await writeFile(
    path,
    [columns.map(([name]) => name), ...rows]
      .map(row => row.map(csvField).join(',') + '\r\n')
      .join(''),
  )
}

/** Rows go in as text and are cast by the engine, so that no money passes through a double. */
async function writeParquet(
  connection: DuckDBConnection,
  path: string,
  columns: Columns,
  rows: TextRow[],
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TABLE rows (${columns.map(([name]) => `"${name}" VARCHAR`).join(', ')})`,
  )
  const appender = await connection.createAppender('rows')
  for (const row of rows) {
    for (const value of row) {
      if (value === null) appender.appendNull()
      else appender.appendVarchar(value)
    }
    appender.endRow()
  }
  appender.closeSync()
  const cast = columns.map(([name, type]) => `CAST("${name}" AS ${type}) AS "${name}"`).join(', ')
  await connection.run(
    `COPY (SELECT ${cast} FROM rows) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`,
  )
}

/** Gives `use` a database in memory: one for all tables of a delivery, since its start takes longer than a small table. */
async function inMemory(use: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await use(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Writes every table present in `delivery` as `<table>.csv` or `<table>.parquet` into `dir`, which is made if absent. */
export async function writeDelivery(
  dir: string,
  delivery: Delivery,
  options: WriteOptions,
): Promise<void> {
  await mkdir(dir, { recursive: true })
  if (options.format === 'csv') await writeTables(dir, delivery, options, writeCsv)
  else
    await inMemory(connection =>
      writeTables(dir, delivery, options, (path, columns, rows) =>
        writeParquet(connection, path, columns, rows),
      ),
    )
}

async function writeTables(
  dir: string,
  delivery: Delivery,
  options: WriteOptions,
  write: (path: string, columns: Columns, rows: TextRow[]) => Promise<void>,
): Promise<void> {
  for (const [table, rows] of Object.entries(delivery) as [
    TableName,
    Record<string, unknown>[],
  ][]) {
    const columns = Object.entries(TABLES[table]).filter(
      ([name]) => !OPTIONAL.includes(name) || rows.some(row => name in row),
    )
    if (options.reverseColumns) columns.reverse()
    const text = rows.map(row =>
      columns.map(([name]) => {
        const value = row[name]
        return value === null || value === undefined ? null : String(value)
      }),
    )
    await write(join(dir, `${table}.${options.format}`), columns, text)
  }
}
