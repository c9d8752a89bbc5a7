import type { Workspace } from '../../delivery/workspace.ts'
import { joined, plain, sql, type Sql } from '../../model/sql.ts'
import type { Config } from '../config/config.ts'
import { aggregate, keySql, partsSql, type Summed } from './aggregate.ts'
import type { DailySums, TableCoverage } from './coverage.ts'
import { differences } from './cumulative.ts'
import type { NameCounts } from './names.ts'
import { repairCredits, repairFalls } from './repair.ts'
import { converted, refuseMissingRates } from './rates.ts'
import type { Source } from './rows.ts'
import type { Day } from '../../model/days.ts'

export interface Context {
  workspace: Workspace
  config: Config
  counts: NameCounts
  foreign: boolean
}

export interface SummedTable extends Omit<DailySums, 'table'> {
  coverage: TableCoverage
  notes: string[]
}

/** Sums spend or installs by day and name into a table of that name; null without rows. */
export async function sumUp(context: Context, measure: 'spend' | 'installs', sources: readonly Source[]): Promise<SummedTable | null> {
  const summed = await aggregate(context.workspace, measure, sources, context.counts, context.config.app.currency)
  const { workspace, config, counts } = context
  const { day } = partsSql(counts.raws)
  const [file] = sources.flatMap(({ input }) => input.files)
  const repaired = measure === 'spend' && file !== undefined ? await repairCredits(workspace, counts.raws, file.file, config) : []
  // A day without spend is a gap; one without installs may be chance.
  const events = measure === 'installs' ? sql`sum(amount)` : sql`NULL`
  const byDay = sql`SELECT ${day} AS day, sum(amount) AS sum, ${events} AS events FROM ${plain(measure)} GROUP BY ALL`
  const table = await dailyCoverage(context, measure, sources, summed, byDay)
  return table && { ...table, notes: [...table.notes, ...repaired] }
}

export interface SummedRevenue {
  /** By key of the dims. */
  relation: Sql
  tables: SummedTable[]
  hasAds: boolean
  /** The last age in cumulative exports; undefined without any. */
  toAge: number | undefined
  notes: string[]
}

export async function sumUpRevenue(context: Context, sources: readonly Source[]): Promise<SummedRevenue> {
  const { workspace, config, counts, foreign } = context
  const { currency } = config.app
  const cumulative = sources.filter(isCumulative)
  const parts = partsSql(counts.raws)
  const notes = sources.flatMap(windowNote)
  const daily = sources.filter(source => !isCumulative(source))
  const sums = await aggregate(workspace, 'revenue', daily, counts, currency)
  const tables = [
    await dailyCoverage(
      context,
      'revenue',
      daily,
      sums,
      sql`SELECT ${parts.day} + ${parts.age} AS day, sum(gross) AS sum,
        count(*) FILTER (WHERE gross <> 0) AS events FROM revenue GROUP BY ALL`,
    ),
  ]
  let ends: number | undefined
  if (cumulative.length > 0) {
    const summed = await aggregate(workspace, 'cumulative', cumulative, counts, currency)
    // The newest cohorts have only their first age.
    const first = sql`SELECT ${parts.day} AS day, coalesce(sum(gross) FILTER (WHERE ${parts.age} = 0), 0) AS sum,
      count(DISTINCT ${parts.cohort}) AS events FROM cumulative GROUP BY ALL`
    tables.push(await dailyCoverage(context, 'revenue', cumulative, summed, first))
    const { file } = cumulative.flatMap(({ input }) => input.files)[0]!
    notes.push(...(await repairFalls(workspace, counts.raws, file, config)))
    const { unsaid, toAge } = await differences(workspace, counts.raws, file)
    await workspace.run(sql`DROP TABLE cumulative`)
    await workspace.run(
      daily.length === 0 ? sql`DROP TABLE revenue` : sql`INSERT INTO differences SELECT key, gross, amount, given FROM revenue`,
    )
    await workspace.run(sql`CREATE OR REPLACE TABLE revenue AS SELECT * FROM differences`)
    await workspace.run(sql`DROP TABLE differences`)
    ends = toAge
    if (unsaid > 0)
      notes.push(`${unsaid} cohorts lack their revenue to date between two given ages: their newest days count as without any.`)
  }
  const { ads } = await workspace.counts(sql`SELECT count(*) AS ads FROM (SELECT 1 FROM revenue WHERE ${parts.kind} = 1 LIMIT 1)`)
  const all = { tables: tables.filter(table => table !== null), hasAds: ads! > 0, notes, toAge: ends }
  const isOnce = counts.raws === counts.dims && (cumulative.length === 0 || daily.length === 0)
  if (!foreign && isOnce) return { ...all, relation: sql`revenue` }
  const amounts = joined(
    ['gross', 'amount', 'given'].map(name => {
      const amount = foreign ? converted(sql`r.${plain(name)}`, currency) : sql`r.${plain(name)}`
      return sql`CAST(coalesce(sum(${amount}), 0) AS DECIMAL(18,6)) AS ${plain(name)}`
    }),
  )
  const key = keySql(counts.dims, { kind: sql`r.kind`, day: sql`r.day`, name: sql`n.dim`, age: sql`r.age` })
  await workspace.run(sql`CREATE TABLE meant_revenue AS SELECT ${key} AS key, ${amounts}
    FROM (SELECT ${parts.kind} AS kind, ${parts.day} AS day, ${parts.name} AS raw, ${parts.age} AS age, gross, amount, given FROM revenue) r
    JOIN raw_names n ON n.raw = r.raw ${foreign ? sql`LEFT JOIN rates ON rates.day = r.day + r.age AND rates.currency = n.currency` : sql``}
    GROUP BY 1`)
  return { ...all, relation: sql`meant_revenue` }
}

export async function cellsOf({ workspace, config, counts, foreign }: Context, lastDay: Day): Promise<Sql> {
  const { day, name } = partsSql(counts.raws)
  const spend = foreign ? converted(sql`s.amount`, config.app.currency) : sql`s.amount`
  await workspace.run(sql`CREATE TABLE cells AS SELECT day, dim, sum(spend) AS spend, sum(installs) AS installs, max(installed) AS installed FROM (
      SELECT s.day, n.dim, ${spend} AS spend, CAST(0 AS DECIMAL(18,6)) AS installs, 0 AS installed
      FROM (SELECT ${day} AS day, ${name} AS raw, amount FROM spend) s JOIN raw_names n ON n.raw = s.raw
      ${foreign ? sql`LEFT JOIN rates ON rates.day = s.day AND rates.currency = n.currency` : sql``}
      UNION ALL SELECT i.day, n.dim, CAST(0 AS DECIMAL(18,6)), i.amount, 1
      FROM (SELECT ${day} AS day, ${name} AS raw, amount FROM installs) i JOIN raw_names n ON n.raw = i.raw)
    WHERE day <= ${lastDay} GROUP BY day, dim`)
  return sql`cells`
}

/** @throws ForecastFaults with the currencies and days without a rate */
export async function requireRates({ workspace, config, counts, foreign }: Context, lastDay: Day): Promise<void> {
  if (!foreign) return
  const { day, age, name } = partsSql(counts.raws)
  const money = (table: Sql) => sql`SELECT DISTINCT s.day, n.currency FROM (SELECT ${day} + ${age} AS day, ${name} AS raw FROM ${table}) s
    JOIN raw_names n ON n.raw = s.raw`
  await refuseMissingRates(workspace, sql`${money(sql`spend`)} UNION ALL ${money(sql`revenue`)}`, config.app.currency, lastDay)
}

function isCumulative({ input: { mapping, files } }: Source): boolean {
  return mapping.cumulative === true || files.some(({ columns }) => columns.wide.length > 0)
}

/** Exporter ages counted from the install's hour are used as they are. */
function windowNote({ input: { mapping, config, files } }: Source): string[] {
  if (mapping.day !== 'hours24' || files.some(({ columns }) => columns.roles.has('event_time'))) return []
  return [`${config.files.join(', ')}: ages are windows of 24 hours since the install, not days of the calendar.`]
}

async function dailyCoverage(
  { workspace }: Context,
  table: string,
  sources: readonly Source[],
  { rows, repeated, negative, skipped, again, notes: more }: Summed,
  byDay: Sql,
): Promise<SummedTable | null> {
  const rowsByDay = await workspace.rows(byDay)
  const sums = new Map(rowsByDay.map(row => [Number(row['day']), Number(row['sum'])]))
  const events = rowsByDay.reduce((sum, row) => sum + (row['events'] === null ? Infinity : Number(row['events'])), 0)
  if (sums.size === 0) return null
  const days = [...sums.keys()]
  const lastDay = days.reduce((one, other) => Math.max(one, other))
  const firstDay = days.reduce((one, other) => Math.min(one, other))
  const files = sources.flatMap(({ input }) => input.files).length
  const notes = [
    [repeated, 'share the key of another row: their sums are taken'],
    [again, 'are duplicates; each counts once'],
    [negative, 'are dated before their install: left out'],
    [skipped, 'are of retargeting or no event at all: left out'],
  ] as const
  return {
    coverage: { table, files, rows, firstDay, lastDay, days: sums.size },
    eventsPerDay: events / (lastDay - firstDay + 1),
    sums,
    lastDay,
    notes: [...notes.flatMap(([count, what]) => (count === 0 ? [] : [`${table}: ${count} rows ${what}.`])), ...more],
  }
}
