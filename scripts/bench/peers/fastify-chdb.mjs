import { writeFile } from 'node:fs/promises'
import { Session } from 'chdb'
import { filtersOf, recommendationColumns, reportParts, serve } from './server.mjs'

/** Fastify over chDB: ClickHouse's MergeTree tables within the process, sorted by run and day. */
const data = process.env.PEER_DATA
const session = new Session(`${process.env.PEER_SCRATCH}/chdb`)
await session.queryAsync('CREATE DATABASE IF NOT EXISTS peer ENGINE = Atomic')
for (const [table, order] of [
  ['recommendations', 'run_id'],
  ['cohorts', 'run_id, install_date'],
  ['cohort_revenue', 'run_id, install_date, dsi'],
  ['alerts', 'run_id'],
]) {
  await session.queryAsync(`CREATE TABLE peer.${table} ENGINE = MergeTree ORDER BY (${order}) SETTINGS allow_nullable_key = 1
    AS SELECT * FROM file('${data}/*/${table}.parquet', Parquet)`)
}

/** A list is too small to be divided among threads: one is faster. */
const SETTINGS = 'SETTINGS max_threads = 1, output_format_json_array_of_rows = 1, output_format_json_quote_64bit_integers = 0'

async function json(sql, values) {
  const result = await session.queryBindAsync(`${sql} ${SETTINGS}`, values, { format: 'JSONEachRow' })
  return Buffer.from(result.bytes())
}

const LIST = `SELECT ${recommendationColumns(column => `toFloat64(${column})`)}, created_at AS "createdAt" FROM peer.recommendations
  WHERE run_id = {run:Int64} AND granularity = {granularity:String}`

await serve({
  recommendations({ runId, granularity, ...query }) {
    const filters = filtersOf(query)
    const where = filters.map(([column]) => ` AND has({${column}:Array(String)}, assumeNotNull(${column}))`).join('')
    return json(`SELECT * FROM (${LIST}) WHERE true${where} ORDER BY "dailySpend" DESC, id`, {
      run: runId,
      granularity,
      ...Object.fromEntries(filters),
    })
  },
  alerts: ({ alertRunId }) =>
    json(
      `SELECT alert_id AS id, alert_group AS "alertGroup", title, campaign, country, platform, network, toFloat64(daily_spend) AS "dailySpend", summary, detail,
        spend_detail AS "spendDetail", recommended_action AS "recommendedAction", created_at AS "createdAt" FROM peer.alerts WHERE run_id = {run:Int64}
      ORDER BY daily_spend DESC, alert_id`,
      { run: alertRunId },
    ),
  async report(query, path) {
    const { names, revenues, cells, dsis } = reportParts(query, (revenue, dsi) => `sumIf(${revenue}, dsi = ${dsi})`)
    const period = query.installGrouping === 'weekly' ? 'toMonday(install_date)' : 'install_date'
    const key = ['install_cohort', ...names].join(', ')
    const from = `WHERE run_id = {run:Int64} AND install_date BETWEEN {start:Date32} AND {end:Date32}`
    const select = `${period} AS install_cohort, ${names.join(', ')}`
    const sql = `SELECT ${key}, ${cells.map(({ name, column, per }) => `toFloat64(${column}) / nullIf(toFloat64(${per}), 0) AS ${name}`).join(', ')}
      FROM (SELECT ${select}, sum(spend) AS spend, sum(paid_installs) AS paid_installs, sum(incremental_blended_installs) AS incremental_blended_installs,
          sum(full_blended_installs) AS full_blended_installs FROM peer.cohorts ${from} GROUP BY ${key}) AS c
        LEFT JOIN (SELECT ${select}, ${revenues.join(', ')} FROM peer.cohort_revenue ${from} AND dsi IN (${dsis}) GROUP BY ${key}) AS r USING (${key})
      ORDER BY ${key} SETTINGS join_use_nulls = 1`
    const values = { run: query.runId, start: query.startDate, end: query.endDate }
    const result = await session.queryBindAsync(sql, values, { format: query.format === 'csv' ? 'CSVWithNames' : 'Parquet' })
    await writeFile(path, result.bytes())
  },
})
