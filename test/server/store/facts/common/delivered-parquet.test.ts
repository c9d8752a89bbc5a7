import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import t from 'tap'
import { deliveredParquet } from '../../../../../server/store/facts/common/parquet-groups.ts'
import { literal, sql } from '../../../../../server/core/model/sql.ts'

t.test('files of earlier versions lack optional columns, which become null', async t => {
  const folder = t.testdir()
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  t.teardown(() => connection.closeSync())
  const write = async (name: string, query: string): Promise<string> => {
    const path = join(folder, name)
    await connection.run(`COPY (${query}) TO ${literal(path)} (FORMAT parquet)`)
    return path
  }
  const old = await write('old.parquet', `SELECT 1::BIGINT AS alert_id, 'Old' AS title`)
  const fresh = await write(
    'new.parquet',
    `SELECT 2::BIGINT AS alert_id, 'New' AS title, 'roas' AS metric, 0.5 AS value, 1.0 AS reference, -0.5 AS "change"`,
  )
  const rows = async (paths: string[]) =>
    (
      await connection.runAndReadAll(
        sql`FROM ${deliveredParquet('alerts', paths)} ORDER BY alert_id`,
      )
    ).getRowObjectsJson()
  const nothing = { metric: null, value: null, reference: null, change: null }
  t.match(await rows([old]), [{ alert_id: '1', title: 'Old', ...nothing }])
  for (const paths of [
    [old, fresh],
    [fresh, old],
  ])
    t.match(await rows(paths), [
      { title: 'Old', ...nothing },
      { title: 'New', metric: 'roas', value: 0.5 },
    ])
})
