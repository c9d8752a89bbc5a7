import { DuckDBInstance, listValue } from '@duckdb/node-api'
import { filtersOf, recommendationColumns, reportParts, serve } from './server.mjs'

/** Fastify over DuckDB tables, sorted by run and day, with the client that the service has. */
const data = process.env.PEER_DATA
const instance = await DuckDBInstance.create(`${process.env.PEER_SCRATCH}/peer.duckdb`)
const CONNECTIONS = 4

const first = await instance.connect()
for (const [table, order] of [
  ['recommendations', 'run_id'],
  ['cohorts', 'run_id, install_date'],
  ['cohort_revenue', 'run_id, install_date, dsi'],
  ['alerts', 'run_id'],
]) {
  await first.run(`CREATE TABLE ${table} AS FROM read_parquet('${data}/*/${table}.parquet', union_by_name = true) ORDER BY ${order}`)
}
await first.run('CHECKPOINT')
first.closeSync()

const free = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => ({ connection: await instance.connect(), statements: new Map() })),
)
const waiting = []

async function withConnection(use) {
  const one = free.pop() ?? (await new Promise(resolve => waiting.push(resolve)))
  try {
    return await use(one)
  } finally {
    const next = waiting.shift()
    if (next === undefined) free.push(one)
    else next(one)
  }
}

/** Rows as JSON, by a statement that each connection prepares once. */
function json(sql, values) {
  return withConnection(async ({ connection, statements }) => {
    let statement = statements.get(sql)
    if (statement === undefined) statements.set(sql, (statement = await connection.prepare(sql)))
    statement.bind(values)
    const reader = await statement.runAndReadAll()
    const rows = reader.getRowObjectsJS()
    return Buffer.from(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
  })
}

const LIST = `SELECT ${recommendationColumns(column => `${column}::DOUBLE`)}, created_at AS "createdAt" FROM recommendations WHERE run_id = ? AND granularity = ?`

await serve({
  recommendations(query) {
    const filters = filtersOf(query)
    const where = filters.map(([column]) => ` AND list_contains(?, ${column})`).join('')
    return json(`SELECT * FROM (${LIST}) WHERE true${where} ORDER BY "dailySpend" DESC, id`, [
      query.runId,
      query.granularity,
      ...filters.map(([, values]) => listValue(values)),
    ])
  },
  alerts: ({ alertRunId }) =>
    json(
      `SELECT alert_id AS id, alert_group AS "alertGroup", title, campaign, country, platform, network, daily_spend::DOUBLE AS "dailySpend", summary, detail,
        spend_detail AS "spendDetail", recommended_action AS "recommendedAction", created_at AS "createdAt" FROM alerts WHERE run_id = ? ORDER BY daily_spend DESC, alert_id`,
      [alertRunId],
    ),
  async report(query, path) {
    const { names, revenues, cells, dsis } = reportParts(query, (revenue, dsi) => `sum(${revenue}) FILTER (dsi = ${dsi})`)
    const period = query.installGrouping === 'weekly' ? `date_trunc('week', install_date)::DATE` : 'install_date'
    const key = ['install_cohort', ...names].join(', ')
    const from = `WHERE run_id = ${query.runId} AND install_date BETWEEN DATE '${query.startDate}' AND DATE '${query.endDate}'`
    const select = `${period} AS install_cohort, ${names.join(', ')}`
    const sql = `SELECT ${key}, ${cells.map(({ name, column, per }) => `${column}::DOUBLE / nullif(${per}, 0)::DOUBLE AS ${name}`).join(', ')}
      FROM (SELECT ${select}, sum(spend) AS spend, sum(paid_installs) AS paid_installs, sum(incremental_blended_installs) AS incremental_blended_installs,
          sum(full_blended_installs) AS full_blended_installs FROM cohorts ${from} GROUP BY ALL)
        LEFT JOIN (SELECT ${select}, ${revenues.join(', ')} FROM cohort_revenue ${from} AND dsi IN (${dsis}) GROUP BY ALL) USING (${key}) ORDER BY ${key}`
    const format = query.format === 'csv' ? 'FORMAT csv, HEADER true' : 'FORMAT parquet, COMPRESSION zstd'
    await withConnection(({ connection }) => connection.run(`COPY (${sql}) TO '${path}' (${format})`))
  },
})
