import { DuckDBInstance, type Json } from '@duckdb/node-api'
import { join } from 'node:path'
import type { Test } from 'tap'
import { TABLE_NAMES } from '../../../../server/imports/tables.ts'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import { DeliveryWriter, type Summary } from '../../../../server/forecast/write/delivery-writer.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { asDelivered, backtestOf, lastDay, type Verdicts } from './facts-of-rows.ts'

/** A forecast knows no budgets. */
export const WRITTEN = TABLE_NAMES.filter(name => name !== 'budgets')

export const createdAt = new Date('2026-03-17T05:00:00.000Z')

/** Writes a delivery: runs of a backfill, and the whole one of `asOf`. */
export async function writeForecast(
  config: Config,
  facts: Facts,
  out: string,
  {
    asOf = lastDay,
    backfill = [],
    verdicts = {},
    threads,
    at = createdAt,
  }: {
    asOf?: number
    backfill?: readonly number[]
    verdicts?: Verdicts
    threads?: number
    at?: Date
  } = {},
): Promise<Summary> {
  const writer = await DeliveryWriter.open({
    config,
    prepared: asDelivered(facts),
    out,
    createdAt: at,
    ...(threads === undefined ? {} : { threads }),
  })
  try {
    for (const day of [...backfill, asOf]) {
      const whole = day === asOf
      writer.addRun({
        asOf: day,
        revision: 0,
        fit: fit(facts, day),
        backtest: backtestOf(day, config.app.dsi, verdicts),
        isFull: whole,
        ...(whole ? { earlier: fit(facts, day - 7) } : {}),
      })
    }
    return await writer.finish()
  } catch (error) {
    await writer.discard()
    throw error
  }
}

/** Queries over a delivery's tables, by their names. */
export async function readTables(
  t: Test,
  dir: string,
): Promise<(sql: string) => Promise<Record<string, Json>[]>> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  t.teardown(() => {
    connection.closeSync()
    instance.closeSync()
  })
  for (const table of WRITTEN)
    await connection.run(`CREATE VIEW ${table} AS FROM read_parquet('${join(dir, table)}.parquet')`)
  return async sql => (await connection.runAndReadAll(sql)).getRowObjectsJson()
}
