import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import type { Config } from '../config/forecast-config.ts'
import { DIMENSIONS, KINDS } from '../model/facts.ts'
import { ageNotes } from './notes.ts'
import { aggregate, type Summed } from './aggregate.ts'
import { keySql, partsSql } from './row-key.ts'
import type { DailySums, TableCoverage } from './coverage.ts'
import { differences, type ExportedAges } from './cumulative.ts'
import { isOrganic } from './known-networks.ts'
import type { NameCounts } from './names.ts'
import { type Input, namesOf } from './open-inputs.ts'
import { placeSpend } from './place-spend.ts'
import { repairCredits, repairFalls } from './repair.ts'
import { converted, refuseMissingRates } from './rates.ts'
import type { Source } from './input-rows.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import { sum } from '../../core/formulas/sums.ts'

export interface Context {
  workspace: Workspace
  config: Pick<Config, 'app' | 'organic' | 'tolerance'>
  counts: NameCounts
  foreign: boolean
}

export interface SummedTable extends Omit<DailySums, 'table'> {
  coverage: TableCoverage
  notes: string[]
}

/** Sums spend or installs by day and name into a table of that name; null without rows. */
export async function sumUp(
  context: Context,
  measure: 'spend' | 'installs',
  sources: readonly Source[],
): Promise<SummedTable | null> {
  const summed = await aggregate(
    context.workspace,
    measure,
    sources,
    context.counts,
    context.config.app.currency,
  )
  const { workspace, config, counts } = context
  const { day } = partsSql(counts.raws)
  const [file] = sources.flatMap(({ input }) => input.files)
  const repaired =
    measure === 'spend' && file !== undefined
      ? await repairCredits(workspace, counts.raws, file.file, config.tolerance)
      : []
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
  /** Empty without cumulative exports. */
  exportedAges: ExportedAges
  notes: string[]
}

export async function sumUpRevenue(
  context: Context,
  sources: readonly Source[],
): Promise<SummedRevenue> {
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
  if (daily.length > 0) notes.push(...(await ageNotes(workspace, counts.raws)))
  let exportedAges: ExportedAges = new Map()
  if (cumulative.length > 0) {
    const summed = await aggregate(workspace, 'cumulative', cumulative, counts, currency)
    // The newest cohorts have only their first age.
    const first = sql`SELECT ${parts.day} AS day, coalesce(sum(gross) FILTER (WHERE ${parts.age} = 0), 0) AS sum,
      count(DISTINCT ${parts.cohort}) AS events FROM cumulative GROUP BY ALL`
    tables.push(await dailyCoverage(context, 'revenue', cumulative, summed, first))
    const { file } = cumulative.flatMap(({ input }) => input.files)[0]!
    notes.push(...(await repairFalls(workspace, counts.raws, file, config.tolerance)))
    const { ages, differ } = wideAges(cumulative)
    const derived = await differences(workspace, counts.raws, ages)
    exportedAges = derived.exportedAges
    notes.push(...exportedAgeNotes(exportedAges, derived.unsaid, differ))
    await workspace.run(sql`DROP TABLE cumulative`)
    await workspace.run(
      daily.length === 0
        ? sql`DROP TABLE revenue`
        : sql`INSERT INTO differences SELECT key, gross, amount, given FROM revenue`,
    )
    await workspace.run(sql`CREATE OR REPLACE TABLE revenue AS SELECT * FROM differences`)
    await workspace.run(sql`DROP TABLE differences`)
  }
  const { ads } = await workspace.counts(
    sql`SELECT count(*) AS ads FROM (SELECT 1 FROM revenue WHERE ${parts.kind} = 1 LIMIT 1)`,
  )
  const all = {
    tables: tables.filter(table => table !== null),
    hasAds: ads! > 0,
    notes,
    exportedAges,
  }
  const isOnce = counts.raws === counts.dims && (cumulative.length === 0 || daily.length === 0)
  if (!foreign && isOnce) return { ...all, relation: sql`revenue` }
  const amounts = joined(
    ['gross', 'amount', 'given'].map(name => {
      const amount = foreign ? converted(sql`r.${plain(name)}`, currency) : sql`r.${plain(name)}`
      return sql`TRY_CAST(coalesce(sum(${amount}), 0) AS DECIMAL(18,6)) AS ${plain(name)}`
    }),
  )
  const key = keySql(counts.dims, {
    kind: sql`r.kind`,
    day: sql`r.day`,
    name: sql`n.dim`,
    age: sql`r.age`,
  })
  await workspace.run(sql`CREATE TABLE meant_revenue AS SELECT ${key} AS key, ${amounts}
    FROM (SELECT ${parts.kind} AS kind, ${parts.day} AS day, ${parts.name} AS raw, ${parts.age} AS age, gross, amount, given FROM revenue) r
    JOIN raw_names n ON n.raw = r.raw ${foreign ? sql`LEFT JOIN rates ON rates.day = r.day + r.age AND rates.currency = n.currency` : sql``}
    GROUP BY 1`)
  const { day, name } = partsSql(counts.dims)
  const large = sql`SELECT ${day} AS day, ${name} AS dim FROM meant_revenue WHERE gross IS NULL OR amount IS NULL OR given IS NULL`
  await refuseLarge(context, large, sources, 'revenue')
  return { ...all, relation: sql`meant_revenue` }
}

/** @throws ForecastFaults with the cells (SQL: `day`, `dim`) whose sums are too large after conversion */
async function refuseLarge(
  { workspace, config }: Context,
  large: Sql,
  sources: readonly Source[],
  column: string,
): Promise<void> {
  const names = joined(DIMENSIONS.map(name => sql`coalesce(${plain(`${name}_name`)}, 'Unknown')`))
  const rows = await workspace.rows(
    sql`SELECT l.day, concat_ws(', ', ${names}) AS cell FROM (${large}) l JOIN dims USING (dim) ORDER BY ALL`,
  )
  if (rows.length === 0) return
  const rule = `must have sums below 10^12 ${config.app.currency} on a day: check the unit of the column, and the rates of its currency`
  const file = namesOf(sources.flatMap(({ input }) => input.files))
  throw new ForecastFaults(
    rows.slice(0, LISTED_FAULTS).map(row => ({
      file,
      column,
      value: `${dateOf(Number(row['day']))}, ${String(row['cell'])}`,
      rule,
    })),
    rows.length,
  )
}

/** `sources`: of spend. */
export async function cellsOf(
  context: Context,
  sources: readonly Source[],
  lastDay: Day,
): Promise<{ relation: Sql; notes: string[] }> {
  const { workspace, config, counts, foreign } = context
  const { day, name } = partsSql(counts.raws)
  const spend = foreign ? converted(sql`s.amount`, config.app.currency) : sql`s.amount`
  await workspace.run(sql`CREATE TABLE spend_cells AS SELECT day, dim, TRY_CAST(coalesce(sum(spend), 0) AS DECIMAL(18,6)) AS spend, 0 AS split FROM (
      SELECT s.day, n.dim, ${spend} AS spend FROM (SELECT ${day} AS day, ${name} AS raw, amount FROM spend) s JOIN raw_names n ON n.raw = s.raw
      ${foreign ? sql`LEFT JOIN rates ON rates.day = s.day AND rates.currency = n.currency` : sql``})
    WHERE day <= ${lastDay} GROUP BY day, dim`)
  await refuseLarge(
    context,
    sql`SELECT day, dim FROM spend_cells WHERE spend IS NULL`,
    sources,
    'spend',
  )
  await workspace.run(sql`CREATE TABLE install_cells AS SELECT day, dim, sum(amount) AS installs FROM (
      SELECT i.day, n.dim, i.amount FROM (SELECT ${day} AS day, ${name} AS raw, amount FROM installs) i JOIN raw_names n ON n.raw = i.raw)
    WHERE day <= ${lastDay} GROUP BY day, dim`)
  const notes = await placeSpend(workspace, config.app.currency)
  await workspace.run(sql`CREATE TABLE cells AS SELECT day, dim, sum(spend) AS spend, sum(installs) AS installs, max(installed) AS installed, max(split) AS split FROM (
      SELECT day, dim, spend, CAST(0 AS DECIMAL(18,6)) AS installs, 0 AS installed, split FROM spend_cells
      UNION ALL SELECT day, dim, CAST(0 AS DECIMAL(18,6)), installs, 1, 0 FROM install_cells)
    GROUP BY day, dim`)
  return { relation: sql`cells`, notes }
}

/** By day, without organic networks. */
export async function paidInstalls({
  workspace,
  config,
  counts,
}: Context): Promise<Map<Day, number>> {
  const { day, name } = partsSql(counts.raws)
  const rows =
    await workspace.rows(sql`SELECT i.day, d.network_name AS network, CAST(sum(i.amount) AS DOUBLE) AS installs
    FROM (SELECT ${day} AS day, ${name} AS raw, amount FROM installs) i JOIN raw_names n ON n.raw = i.raw JOIN dims d ON d.dim = n.dim GROUP BY ALL`)
  const paid = new Map<Day, number>()
  for (const row of rows) {
    const network = String(row['network'])
    if (config.organic.networks.includes(network) || isOrganic(network)) continue
    paid.set(Number(row['day']), (paid.get(Number(row['day'])) ?? 0) + Number(row['installs']))
  }
  return paid
}

/**
 * Returns notes on carried rates.
 * @throws ForecastFaults with the currencies and days without a rate
 */
export async function requireRates(
  { workspace, config, counts, foreign }: Context,
  inputs: readonly Input[],
  lastDay: Day,
): Promise<string[]> {
  if (!foreign) return []
  const { day, age, name } = partsSql(counts.raws)
  const money = (
    table: Sql,
  ) => sql`SELECT s.day, n.currency, s.gross AS amount FROM (SELECT ${day} + ${age} AS day, ${name} AS raw, gross FROM ${table}) s
    JOIN raw_names n ON n.raw = s.raw`
  const all = sql`${money(sql`spend`)} UNION ALL ${money(sql`revenue`)}`
  return await refuseMissingRates(workspace, all, {
    inputs,
    currency: config.app.currency,
    lastDay,
  })
}

function isCumulative({ input: { mapping, files } }: Source): boolean {
  return mapping.cumulative ?? files.some(({ columns }) => columns.wide.length > 0)
}

/** Ages of wide columns that all files of a kind have. */
function wideAges(sources: readonly Source[]): { ages: ExportedAges; differ: boolean } {
  const files = sources.flatMap(({ input }) =>
    input.files.map(({ columns }) => ({ wide: columns.wide, mapping: input.mapping })),
  )
  let differ = false
  const ages = KINDS.flatMap(kind => {
    const all = files
      .map(({ wide, mapping: { kind: usual = 'iap', firstAge = 0 } }) =>
        wide.filter(column => (column.kind ?? usual) === kind).map(({ age }) => age - firstAge),
      )
      .filter(ages => ages.length > 0)
    const [first] = all
    if (first === undefined) return []
    const common = first.filter(age => age >= 0 && all.every(ages => ages.includes(age)))
    differ ||= all.some(ages => ages.length > common.length)
    return [[kind, common] as const]
  })
  return { ages: new Map(ages), differ }
}

/** Longest gap between columns that a young cohort can tolerate. */
const FINE = 1
const YOUNG = 30

function exportedAgeNotes(exportedAges: ExportedAges, unsaid: number, differ: boolean): string[] {
  const coarse = [...exportedAges.values()].find(ages =>
    ages.some((age, at) => age <= YOUNG && age - (ages[at - 1] ?? -1) > FINE),
  )
  return [
    ...(coarse === undefined
      ? []
      : [
          `The columns give cumulative revenue by days ${coarse.join(', ')} only: between two of them a cohort counts with that of the earlier. ` +
            `A column for each day up to ${YOUNG} makes young cohorts' forecasts better.`,
        ]),
    ...(differ
      ? [
          'Files tell cumulative revenue at different days: only those that all of them tell are used.',
        ]
      : []),
    ...(unsaid > 0
      ? [`${unsaid} cohorts lack revenue at a day that they have reached: it counts as unchanged.`]
      : []),
  ]
}

/** Ages that the exporter counts from the install's hour are used unchanged. */
function windowNote({ input: { mapping, config, files } }: Source): string[] {
  if (mapping.day !== 'hours24' || files.some(({ columns }) => columns.roles.has('event_time')))
    return []
  return [
    `${config.files.join(', ')}: ages are windows of 24 hours since the install, not days of the calendar.`,
  ]
}

async function dailyCoverage(
  { workspace, config, foreign }: Context,
  table: string,
  sources: readonly Source[],
  { rows, repeated, negative, skipped, duplicates, notes: more }: Summed,
  byDay: Sql,
): Promise<SummedTable | null> {
  const rowsByDay = await workspace.rows(byDay)
  const sums = new Map(rowsByDay.map(row => [Number(row['day']), Number(row['sum'])]))
  const events = sum(rowsByDay, row => (row['events'] === null ? Infinity : Number(row['events'])))
  if (sums.size === 0) return null
  const days = [...sums.keys()]
  const lastDay = days.reduce((a, b) => Math.max(a, b))
  const firstDay = days.reduce((a, b) => Math.min(a, b))
  const files = sources.flatMap(({ input }) => input.files).length
  const notes = [
    [duplicates, 'are duplicates; each counts once'],
    [negative, 'are dated before their install: left out'],
    [skipped, 'are of retargeting or no event at all: left out'],
  ] as const
  const money = (sum: number): string =>
    table === 'installs' || sum === 0
      ? ''
      : ` (${sum.toFixed(2)}${foreign ? '' : ` ${config.app.currency}`})`
  return {
    coverage: { table, files, rows, firstDay, lastDay, days: sums.size },
    eventsPerDay: events / (lastDay - firstDay + 1),
    sums,
    lastDay,
    notes: [
      ...(repeated === 0
        ? []
        : [`${table}: ${repeated} rows share the key of another row: their sums are taken.`]),
      ...notes.flatMap(([leftOut, what]) =>
        leftOut.rows === 0
          ? []
          : [`${table}: ${leftOut.rows} rows${money(leftOut.money)} ${what}.`],
      ),
      ...more,
    ],
  }
}
