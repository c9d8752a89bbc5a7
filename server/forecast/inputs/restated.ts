import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../core/model/dates.ts'
import { joined, numbers, sql, type Sql } from '../../core/model/sql.ts'
import { partitionOf } from './match-files.ts'
import { type Part, rowsOf } from './input-rows.ts'
import { sum } from '../../core/formulas/sums.ts'

/** The days that count in each file, if exports of the same series overlap. */
export interface Newest {
  /** Condition on `day` for a file's rows; undefined if all count. */
  where(file: number): Sql | undefined
  /** Whether any row of a file counts. */
  has(file: number): boolean
  /** The last install day of a file that is not the newest of its series; undefined otherwise. */
  knownThrough(file: number): number | undefined
  notes: string[]
}

const ALL: Newest = {
  where: () => undefined,
  has: () => true,
  knownThrough: () => undefined,
  notes: [],
}
/** Smaller changes are rounding. */
const CENT = 0.005

interface Ranked {
  file: number
  series: string
  date: string
}

/**
 * Decides by day: of exports whose names differ only in the date, the newest with a day supplies all of it, so that restated rows are
 * replaced and retracted ones vanish. Older files count on days that newer ones lack.
 */
export async function newestByDay(
  workspace: Workspace,
  files: readonly Part[],
  currency: string,
): Promise<Newest> {
  const dated = seriesOf(files)
  if (dated.length === 0) return ALL
  const [{ source }] = files as [Part]
  const isCumulative =
    source.measure === 'revenue' && files.some(({ file }) => file.columns.wide.length > 0)
  const parts = dated.map(({ file: number }) => {
    const { source, file } = files[number]!
    return sql`SELECT file, day, age, value FROM (${rowsOf(source, file, number, currency)}) WHERE NOT skipped AND day IS NOT NULL`
  })
  const ranks = joined(
    dated.map(
      ({ file, series, date }, index) =>
        sql`(${file}, ${seriesIndex(dated, series)}, ${rankOf(dated, date)}, ${index})`,
    ),
  )
  await workspace.run(sql`CREATE OR REPLACE TABLE day_sums AS SELECT d.*, r.series, r.rank, max(d.day) OVER (PARTITION BY d.file) AS through FROM (
      SELECT file, day, age, coalesce(sum(value), 0) AS total FROM (${joined(parts, sql` UNION ALL `)}) GROUP BY ALL) d
    JOIN (VALUES ${ranks}) r(file, series, rank, nth) ON r.file = d.file`)
  await workspace.run(sql`CREATE OR REPLACE TABLE kept AS SELECT DISTINCT file, day, through FROM (
      SELECT *, max(rank) OVER (PARTITION BY series, day) AS newest FROM day_sums) WHERE rank = newest`)
  const days =
    await workspace.rows(sql`SELECT file, list(DISTINCT day ORDER BY day) AS days, any_value(through) AS through,
    (SELECT max(through) FROM kept) AS last FROM kept GROUP BY file`)
  const notes = await restatedNotes(workspace, files, isCumulative)
  await workspace.run(sql`DROP TABLE day_sums`)
  await workspace.run(sql`DROP TABLE kept`)
  const byFile = new Map(days.map(row => [Number(row['file']), row]))
  const isDated = new Set(dated.map(({ file }) => file))
  return {
    where: file =>
      isDated.has(file)
        ? sql`(day IS NULL OR day IN (${numbers(((byFile.get(file)?.['days'] as (number | string)[] | undefined) ?? [-1]).map(Number))}))`
        : undefined,
    has: file => !isDated.has(file) || byFile.has(file),
    knownThrough: file => {
      const row = byFile.get(file)
      return row === undefined || Number(row['through']) === Number(row['last'])
        ? undefined
        : Number(row['through'])
    },
    notes,
  }
}

/** Files of series with several dates. */
function seriesOf(files: readonly Part[]): Ranked[] {
  const all = files.flatMap(({ file }, number) => {
    const { date, series } = partitionOf(file.file)
    return date === undefined ? [] : [{ file: number, series, date }]
  })
  return all.filter(
    ({ series }) =>
      new Set(all.filter(other => other.series === series).map(({ date }) => date)).size > 1,
  )
}

function seriesIndex(all: readonly Ranked[], series: string): number {
  return [...new Set(all.map(ranked => ranked.series))].indexOf(series)
}

function rankOf(all: readonly Ranked[], date: string): number {
  return [...new Set(all.map(ranked => ranked.date))].sort().indexOf(date)
}

/** Compares each day that counts with the previous file; for cumulative revenue only ages that are complete in both. */
async function restatedNotes(
  workspace: Workspace,
  files: readonly Part[],
  isCumulative: boolean,
): Promise<string[]> {
  const isComplete = isCumulative ? sql`age <= known - day` : sql`true`
  const nth = sql`dense_rank() OVER (PARTITION BY series, day ORDER BY rank DESC)`
  const rows = await workspace.rows(sql`
    SELECT day, coalesce(sum(total) FILTER (WHERE nth = 1), 0) AS new, coalesce(sum(total) FILTER (WHERE nth = 2), 0) AS old
    FROM (SELECT *, max(through) FILTER (WHERE nth = 2) OVER (PARTITION BY series, day) AS known FROM (SELECT *, ${nth} AS nth FROM day_sums))
    WHERE known IS NOT NULL AND ${isComplete} GROUP BY day HAVING abs(new - old) > ${CENT} ORDER BY day`)
  if (rows.length === 0) return []
  const [old, now] = (['old', 'new'] as const).map(name => sum(rows, row => Number(row[name]))) as [
    number,
    number,
  ]
  const days = rows.length === 1 ? '1 day was' : `${rows.length} days were`
  const [first, last] = [rows[0]!, rows.at(-1)!].map(row => dateOf(Number(row['day'])))
  const { measure } = files[0]!.source
  return [
    `${measure}: ${days} restated by newer files (${first === last ? first : `${first} to ${last}`}): ${old.toFixed(2)} became ${now.toFixed(2)}. The newest file counts.`,
  ]
}

/**
 * Rows of a wide export as known at its end: later ages are partial, and the first of them is revenue to date. Only for an export
 * that newer ones of its series no longer cover.
 */
export function knownRows(rows: Sql, ages: readonly number[], through: number): Sql {
  const list = sql`[${numbers([...new Set(ages)])}]`
  const reach = sql`(${through} - day)`
  const next = sql`list_min(list_filter(${list}, a -> a > ${reach}))`
  return sql`SELECT * REPLACE (CAST(CASE WHEN age <= ${reach} OR day IS NULL THEN age WHEN age = ${next} AND NOT list_contains(${list}, ${reach}) THEN ${reach} END AS INTEGER) AS age)
    FROM (${rows}) WHERE day IS NULL OR age IS NULL OR age <= ${reach} OR (age = ${next} AND NOT list_contains(${list}, ${reach}))`
}
