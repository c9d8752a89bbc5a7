import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../core/model/dates.ts'
import { joined, plain, plainList, sql, type Sql } from '../../core/model/sql.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import {
  hasIds,
  identicalNotes,
  mergeOverlaps,
  singleInstalls,
  singlePayments,
  type SingleRows,
} from './duplicates.ts'
import { compareSameIds } from './same-ids.ts'
import type { NameCounts } from './names.ts'
import { type InputFile, reading } from './open-inputs.ts'
import { placeRowFaults } from './place-row-faults.ts'
import { type Newest, knownRows, newestByDay } from './restated.ts'
import { keySql, partsSql } from './row-key.ts'
import { columnName, type Part, rowsOf, type Source, TEXTS, valueRole } from './input-rows.ts'
import { type RowRule, rulesOf } from './input-rules.ts'

/** Keys of rows that are only counted; NULL for malformed rows. */
const LEFT_OUT = { negative: -1, skipped: -2, duplicates: -3 }
/** A larger share of negative ages is more than clock skew. */
const MAX_NEGATIVE = 0.001

export interface Summed {
  rows: number
  /** Rows that share the key of another. */
  repeated: number
  /** Not in the sums: events before their install, retargeting rows or rows without an event, and duplicates. */
  negative: LeftOut
  skipped: LeftOut
  duplicates: LeftOut
  notes: string[]
}

interface LeftOut {
  rows: number
  /** In the currencies of the files; of installs, their number. */
  money: number
}

const NOTHING: LeftOut = { rows: 0, money: 0 }

/**
 * Sums rows by key into `table`: `key`, `gross` (without refunds), `amount` (of rows without `net`), `given` (given net), `n` rows. Exact
 * sums, independent of order and threads.
 * @throws ForecastFaults with every malformed row
 */
export async function aggregate(
  workspace: Workspace,
  table: string,
  sources: readonly Source[],
  { raws }: Pick<NameCounts, 'raws'>,
  currency: string,
): Promise<Summed> {
  const files = sources.flatMap(source =>
    source.input.files.filter(({ rows }) => rows > 0).map((file): Part => ({ source, file })),
  )
  const name = plain(table)
  if (files.length === 0) {
    await workspace.run(
      sql`CREATE TABLE ${name} (key BIGINT, gross DECIMAL(18,6), amount DECIMAL(18,6), given DECIMAL(18,6), n BIGINT)`,
    )
    return {
      rows: 0,
      repeated: 0,
      negative: NOTHING,
      skipped: NOTHING,
      duplicates: NOTHING,
      notes: [],
    }
  }
  // Files of sums may overlap; those of events, installs and finer rows are parts of a whole.
  const mayOverlap =
    files.length > 1 &&
    sources.every(({ input: { mapping } }) => mapping.rows === undefined && mapping.finer !== true)
  const inputs = files.map(({ file }) => file)
  const newest = mayOverlap
    ? await reading(inputs, () => newestByDay(workspace, files, currency))
    : undefined
  const rows = keyedRows(files, raws, currency, newest)
  const owners = mayOverlap ? sql`, min(file) AS first_file, max(file) AS last_file` : sql``
  await reading(inputs, () =>
    workspace.run(
      sql`CREATE TABLE ${name} AS SELECT key, ${SUMS}, count(*) AS n${owners} FROM (${rows}) GROUP BY key`,
    ),
  )

  const counted = Object.entries(LEFT_OUT).flatMap(([what, key]) => [
    sql`coalesce(sum(n) FILTER (WHERE key = ${key}), 0) AS ${plain(what)}`,
    sql`coalesce(sum(amount + given::DOUBLE) FILTER (WHERE key = ${key}), 0) AS ${plain(`${what}_money`)}`,
  ])
  const counts =
    await workspace.counts(sql`SELECT coalesce(sum(n), 0) AS rows, count(*) FILTER (WHERE key >= 0) AS keys,
    coalesce(sum(n) FILTER (WHERE key >= 0), 0) AS good, ${joined(counted)}, coalesce(sum(n) FILTER (WHERE key IS NULL), 0) AS malformed,
    count(*) FILTER (WHERE gross IS NULL OR amount IS NULL OR given IS NULL) AS large FROM ${name}`)
  const {
    rows: all = 0,
    keys = 0,
    good = 0,
    negative = 0,
    duplicates = 0,
    malformed = 0,
    large = 0,
  } = counts
  const isSkewed = negative > all * MAX_NEGATIVE
  if (malformed > 0 || isSkewed) {
    const rules = (source: Source, file: InputFile) => [
      ...rulesOf(source, file),
      ...(isSkewed ? [beforeInstall(file)] : []),
    ]
    const placed = await placeRowFaults(workspace, files, rules, currency)
    throw new ForecastFaults(placed.faults, placed.total)
  }
  if (large > 0) await refuseLarge(workspace, name, { raws, files, rows })
  await workspace.run(sql`DELETE FROM ${name} WHERE key < 0`)
  const sameIds =
    duplicates > 0 && hasIds(files)
      ? await reading(inputs, () =>
          compareSameIds(workspace, files, singleRows(files, currency).rows),
        )
      : { rows: 0, money: 0, notes: [] }
  const overlapping = mayOverlap
    ? await mergeOverlaps(workspace, table, { raws, files, rows, sums: SUMS })
    : NOTHING
  const leftOutOf = (what: keyof typeof LEFT_OUT): LeftOut => ({
    rows: counts[what]!,
    money: counts[`${what}_money`]!,
  })
  return {
    rows: all,
    repeated: isSingle(sources) ? 0 : good - keys - overlapping.rows,
    negative: leftOutOf('negative'),
    skipped: leftOutOf('skipped'),
    duplicates: {
      rows: duplicates - sameIds.rows + overlapping.rows,
      money: leftOutOf('duplicates').money - sameIds.money + overlapping.money,
    },
    notes: [
      ...(newest?.notes ?? []),
      ...sameIds.notes,
      ...(await identicalPayments(workspace, files, currency)),
    ],
  }
}

const SUMS = sql`${decimal(sql`sum(greatest(value, 0))`)} AS gross, ${decimal(sql`sum(value) FILTER (WHERE net IS NULL)`)} AS amount,
  ${decimal(sql`sum(net)`)} AS given`

function decimal(sum: Sql): Sql {
  return sql`TRY_CAST(coalesce(${sum}, 0) AS DECIMAL(18,6))`
}

/** @throws ForecastFaults with the keys of `table` whose sums do not fit */
async function refuseLarge(
  workspace: Workspace,
  table: Sql,
  { raws, files, rows }: { raws: number; files: readonly Part[]; rows: Sql },
): Promise<void> {
  const { day, name } = partsSql(raws)
  const largest = await workspace.rows(sql`SELECT file, day, sum, ${plainList(TEXTS)} FROM (
      SELECT key, min(file) AS file, CAST(sum(abs(coalesce(net, value))) AS VARCHAR) AS sum, ${day} AS day, ${name} AS raw FROM (${rows})
      WHERE key IN (SELECT key FROM ${table} WHERE gross IS NULL OR amount IS NULL OR given IS NULL) GROUP BY key)
    JOIN raw_names USING (raw) ORDER BY file, day, raw LIMIT ${LISTED_FAULTS}`)
  throw new ForecastFaults(
    largest.map(row => {
      const { source, file } = files[Number(row['file'])]!
      const cell = [dateOf(Number(row['day'])), ...TEXTS.map(text => row[text])].join(', ')
      return {
        file: file.file,
        column: columnName(file, valueRole(source.measure)),
        value: String(row['sum']),
        rule: `must have sums below 10^12: ${cell}`,
      }
    }),
  )
}

/** Whether rows are single installs or payments. */
function isSingle(sources: readonly Source[]): boolean {
  return sources.some(
    ({ users, input: { mapping } }) => users === true || mapping.rows !== undefined,
  )
}

/** SQL for all rows with their `file`, `value`, `net` and `key`. */
function keyedRows(
  files: readonly Part[],
  raws: number,
  currency: string,
  newest: Newest | undefined,
): Sql {
  const key = keySql(raws, {
    kind: sql`r.kind`,
    day: sql`r.day`,
    name: sql`n.raw`,
    age: sql`r.age`,
  })
  const same = joined(
    TEXTS.map(text => sql`n.${plain(text)} = r.${plain(text)}`),
    sql` AND `,
  )
  const keyed = (rows: Sql, isDuplicate = sql`false`): Sql => sql`SELECT r.file, r.value, r.net,
    CASE WHEN r.skipped THEN ${LEFT_OUT.skipped} WHEN r.broken OR n.bad THEN NULL WHEN ${isDuplicate} THEN ${LEFT_OUT.duplicates}
      WHEN r.age < 0 THEN ${LEFT_OUT.negative} ELSE ${key} END AS key
    FROM (${rows}) r JOIN raw_names n ON ${same}`
  const sources = files.map(({ source }) => source)
  // File by file: the join omits values that all rows of a file share.
  if (!isSingle(sources)) {
    const parts = files.flatMap((part, number) =>
      newest?.has(number) === false ? [] : [checkedRows(part, number, currency, newest)],
    )
    return joined(
      parts.map(rows => keyed(rows)),
      sql` UNION ALL `,
    )
  }
  const single = singleRows(files, currency)
  return sql`${keyed(single.rows, single.isDuplicate)} WHERE NOT r.left_out`
}

function singleRows(files: readonly Part[], currency: string): SingleRows {
  const all = files.map((part, number) =>
    checkedRows(part, number, currency, undefined, hasIds(files)),
  )
  const rows = joined(all, sql` UNION ALL `)
  return files[0]!.source.measure === 'installs'
    ? singleInstalls(rows)
    : singlePayments(files, rows)
}

/** SQL for a file's rows that count, with `broken`. Names have separate rules. */
function checkedRows(
  { source, file }: Part,
  number: number,
  currency: string,
  newest: Newest | undefined,
  marked = false,
): Sql {
  const rules = rulesOf(source, file).filter(
    ({ role }) => !(TEXTS as readonly string[]).includes(role),
  )
  const broken = joined(
    rules.map(rule => rule.broken),
    sql` OR `,
  )
  const [where, through] = [newest?.where(number), newest?.knownThrough(number)]
  const all = rowsOf(source, file, number, currency, { marked })
  const rows = where === undefined ? all : sql`SELECT * FROM (${all}) WHERE ${where}`
  const ages = file.columns.wide.map(({ age }) => age - (source.input.mapping.firstAge ?? 0))
  return sql`SELECT *, (${broken}) AS broken FROM (${through === undefined || ages.length === 0 ? rows : knownRows(rows, ages, through)})`
}

function beforeInstall(file: InputFile): RowRule {
  const role = file.columns.roles.has('event_time') ? ('event_time' as const) : ('age' as const)
  return { role, broken: sql`age < 0`, rule: 'must not be before the install' }
}

async function identicalPayments(
  workspace: Workspace,
  files: readonly Part[],
  currency: string,
): Promise<string[]> {
  const parts = files.filter(
    ({ source: { measure, users, input } }) =>
      measure === 'revenue' && users !== true && input.mapping.rows === 'events',
  )
  if (parts.length === 0) return []
  const rows = parts.map(({ source, file }, number) => rowsOf(source, file, number, currency))
  return await identicalNotes(workspace, joined(rows, sql` UNION ALL `), currency)
}
