import { LISTED_FAULTS } from '../../delivery/faults.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import { joined, plain, plainList, sql, type Sql } from '../../model/sql.ts'
import { ForecastFaults } from '../config/faults.ts'
import { identicalNotes } from './identical-events.ts'
import type { NameCounts } from './names.ts'
import { type InputFile, unreadableInput } from './open-inputs.ts'
import { placeRowFaults } from './place-row-faults.ts'
import { type Kept, knownRows, newestByDay } from './restated.ts'
import { columnName, type Part, type RowRule, rowsOf, rulesOf, type Source, TEXTS } from './rows.ts'

/** Groups other than cells: rows before their install, and of other apps. Malformed rows have NULL. */
const BEFORE_INSTALL = -1
const SKIPPED = -2
const AGAIN = -3
/** A larger share of negative ages is more than clock skew. */
const MAX_NEGATIVE = 0.001

const BITS = 16
const MASK = 2 ** BITS - 1

/** SQL for a key that sorts rows by kind, day, name (of `names`) and age. */
export function keySql(names: number, { kind, day, name, age }: Record<'kind' | 'day' | 'name' | 'age', Sql>): Sql {
  return sql`((CAST(${kind} AS BIGINT) * ${2 ** BITS} + ${day}) * ${2 ** bitsOf(names)} + ${name}) * ${2 ** BITS} + ${age}`
}

/** SQL for its parts; `cohort` is all but the age. */
export function partsSql(names: number, key: Sql = sql`key`): Record<'kind' | 'day' | 'name' | 'age' | 'cohort', Sql> {
  const bits = bitsOf(names)
  return {
    kind: sql`CAST(${key} >> ${2 * BITS + bits} AS INTEGER)`,
    day: sql`CAST((${key} >> ${BITS + bits}) & ${MASK} AS INTEGER)`,
    name: sql`CAST((${key} >> ${BITS}) & ${2 ** bits - 1} AS INTEGER)`,
    age: sql`CAST(${key} & ${MASK} AS INTEGER)`,
    cohort: sql`(${key} >> ${BITS})`,
  }
}

export function secondKind(names: number): number {
  return 2 ** (2 * BITS + bitsOf(names))
}

function bitsOf(names: number): number {
  return Math.max(1, Math.ceil(Math.log2(names)))
}

export interface Summed {
  rows: number
  repeated: number
  /** Events before the install; not in the sums. */
  negative: number
  skipped: number
  again: number
  notes: string[]
}

/**
 * Sums rows by key into `table`: `key`, `gross` (without refunds), `amount` (of rows without `net`), `given` (given net), `n` rows. Exact
 * sums: neither order nor threads matter.
 * @throws ForecastFaults with every malformed row
 */
export async function aggregate(
  workspace: Workspace,
  table: string,
  sources: readonly Source[],
  { raws }: Pick<NameCounts, 'raws'>,
  currency: string,
): Promise<Summed> {
  const files = sources.flatMap(source => source.input.files.filter(({ rows }) => rows > 0).map(file => ({ source, file })))
  const name = plain(table)
  if (files.length === 0) {
    await workspace.run(sql`CREATE TABLE ${name} (key BIGINT, gross DECIMAL(18,6), amount DECIMAL(18,6), given DECIMAL(18,6), n BIGINT)`)
    return { rows: 0, repeated: 0, negative: 0, skipped: 0, again: 0, notes: [] }
  }
  const apart = files.length > 1 && sources.every(({ input: { mapping } }) => mapping.rows === undefined && mapping.finer !== true)
  let kept: Kept | undefined
  try {
    kept = apart ? await newestByDay(workspace, files, currency) : undefined
  } catch (error) {
    throw await unreadableInput(
      files.map(({ file }) => file),
      error,
    )
  }
  const rows = keyedRows(files, raws, currency, kept)
  const between = apart ? sql`, min(file) AS first_file, max(file) AS last_file` : sql``
  try {
    await workspace.run(sql`CREATE TABLE ${name} AS SELECT key, ${sumsSql(files)}, count(*) AS n${between} FROM (${rows}) GROUP BY key`)
  } catch (error) {
    throw await unreadableInput(
      files.map(({ file }) => file),
      error,
    )
  }
  const counts = await workspace.counts(sql`SELECT coalesce(sum(n), 0) AS rows, count(*) FILTER (WHERE key >= 0) AS keys,
    coalesce(sum(n) FILTER (WHERE key >= 0), 0) AS good, ${counted('negative', BEFORE_INSTALL)}, ${counted('skipped', SKIPPED)},
    ${counted('again', AGAIN)}, coalesce(sum(n) FILTER (WHERE key IS NULL), 0) AS malformed,
    count(*) FILTER (WHERE gross IS NULL OR amount IS NULL OR given IS NULL) AS large FROM ${name}`)
  const { rows: all = 0, keys = 0, good = 0, negative = 0, skipped = 0, again = 0, malformed = 0, large = 0 } = counts
  const isLate = negative > all * MAX_NEGATIVE
  if (malformed > 0 || isLate) {
    const rules = (source: Source, file: InputFile) => [...rulesOf(source, file), ...(isLate ? [beforeInstall(file)] : [])]
    const found = await placeRowFaults(workspace, files, rules, currency)
    throw new ForecastFaults(found.faults, found.total)
  }
  if (large > 0) throw new ForecastFaults([{ file: files[0]!.file.file, column: sources[0]!.measure, rule: 'must have sums below 10^12' }])
  if (negative + skipped + again > 0) await workspace.run(sql`DELETE FROM ${name} WHERE key < 0`)
  const twice = apart ? await mergeDuplicates(workspace, table, { raws, files, rows }) : 0
  return {
    rows: all,
    repeated: isEvents(sources) ? 0 : good - keys - twice,
    negative,
    skipped,
    again: again + twice,
    notes: [...(kept?.notes ?? []), ...(await identicalEvents(workspace, files, currency))],
  }
}

/** Of payments; rows of installs have users. */
async function identicalEvents(workspace: Workspace, files: readonly Part[], currency: string): Promise<string[]> {
  const parts = files.filter(
    ({ source: { measure, users, input } }) => measure === 'revenue' && users !== true && input.mapping.rows === 'events',
  )
  if (parts.length === 0) return []
  const rows = parts.map(({ source, file }, number) => rowsOf(source, file, number, currency))
  return await identicalNotes(workspace, joined(rows, sql` UNION ALL `), currency)
}

function counted(name: string, key: number): Sql {
  return sql`coalesce(sum(n) FILTER (WHERE key = ${key}), 0) AS ${plain(name)}`
}

function isEvents(sources: readonly Source[]): boolean {
  return sources.some(({ users, input: { mapping } }) => users === true || mapping.rows !== undefined)
}

function sumsSql(files: readonly Part[]): Sql {
  const isNetGiven = files.some(({ file }) => file.columns.roles.has('revenue_net'))
  const sum = (value: Sql) => sql`TRY_CAST(${value} AS DECIMAL(18,6))`
  const amount = isNetGiven ? sql`coalesce(sum(value) FILTER (WHERE net IS NULL), 0)` : sql`sum(value)`
  const given = isNetGiven ? sql`coalesce(sum(net), 0)` : sql`0`
  return sql`${sum(sql`sum(greatest(value, 0))`)} AS gross, ${sum(amount)} AS amount, ${sum(given)} AS given`
}

function keyedRows(files: readonly Part[], raws: number, currency: string, kept: Kept | undefined): Sql {
  const parts = files.flatMap(({ source, file }, number) => {
    if (kept?.has(number) === false) return []
    const rules = rulesOf(source, file).filter(({ role }) => !(TEXTS as readonly string[]).includes(role))
    const broken = joined(
      rules.map(rule => rule.broken),
      sql` OR `,
    )
    const where = kept?.where(number)
    const through = kept?.knownThrough(number)
    const all = rowsOf(source, file, number, currency)
    const days = where === undefined ? all : sql`SELECT * FROM (${all}) WHERE ${where}`
    const ages = file.columns.wide.map(({ age }) => age - (source.input.mapping.firstAge ?? 0))
    const known = through === undefined || ages.length === 0 ? days : knownRows(days, ages, through)
    return [sql`SELECT *, (${broken}) AS broken FROM (${known})`]
  })
  const key = keySql(raws, { kind: sql`r.kind`, day: sql`r.day`, name: sql`n.raw`, age: sql`r.age` })
  const same = joined(
    TEXTS.map(text => sql`n.${plain(text)} = r.${plain(text)}`),
    sql` AND `,
  )
  const keyed = (rows: Sql) => sql`SELECT r.file, r.value, r.net, CASE WHEN r.skipped THEN ${SKIPPED} WHEN r.broken OR n.bad THEN NULL
    WHEN ${toldAgain(files)} THEN ${AGAIN} WHEN r.age < 0 THEN ${BEFORE_INSTALL} ELSE ${key} END AS key
    FROM (${rows}) r JOIN raw_names n ON ${same}`
  // Values that all rows of a file share are left out of the join.
  if (!isEvents(files.map(({ source }) => source))) return joined(parts.map(keyed), sql` UNION ALL `)
  return keyed(withOrder(files, joined(parts, sql` UNION ALL `)))
}

const NAMES = plainList(TEXTS)

/**
 * Adds duplicate counters: `nth` of an install's user; `nth` of an event's id, or of equal events without one, of which each file may have
 * as many as any.
 */
function withOrder(files: readonly Part[], rows: Sql): Sql {
  const [{ source }] = files as [Part]
  if (source.measure === 'installs') {
    return sql`SELECT *, row_number() OVER (PARTITION BY user_id, skipped, broken ORDER BY install_time, day, ${NAMES}, file) AS nth FROM (${rows})`
  }
  const event = sql`event_id, user_id, install_time, event_time, event_name, value, net, kind, ${NAMES}, skipped, broken`
  const perFile =
    files.length === 1
      ? sql`SELECT *, 1 AS copies FROM (${rows})`
      : sql`SELECT *, row_number() OVER (PARTITION BY ${event}, copy ORDER BY file) AS copies
          FROM (SELECT *, row_number() OVER (PARTITION BY ${event}, file) AS copy FROM (${rows}))`
  if (!files.some(({ file }) => file.columns.roles.has('event_id'))) return sql`SELECT *, 1 AS nth FROM (${perFile})`
  return sql`SELECT *, row_number() OVER (PARTITION BY event_id, skipped, broken ORDER BY install_time, event_time, value, net, kind, ${NAMES}, file) AS nth
    FROM (${perFile})`
}

function toldAgain([part]: readonly Part[]): Sql {
  const { source } = part!
  if (!isEvents([source])) return sql`false`
  if (source.measure === 'installs') return sql`r.user_id <> '' AND r.nth > 1`
  return sql`(r.event_id <> '' AND r.nth > 1 OR r.event_id = '' AND r.copies > 1)`
}

function beforeInstall(file: InputFile): RowRule {
  const role = file.columns.roles.has('event_time') ? ('event_time' as const) : ('age' as const)
  return { role, broken: sql`age < 0`, rule: 'must not be before the install' }
}

/** Removes duplicates from overlapping exports. Returns their number. */
async function mergeDuplicates(
  workspace: Workspace,
  table: string,
  { raws, files, rows }: { raws: number; files: readonly Part[]; rows: Sql },
): Promise<number> {
  const name = plain(table)
  const twice = sql`first_file <> last_file`
  const { keys } = await workspace.counts(sql`SELECT count(*) AS keys FROM ${name} WHERE ${twice}`)
  if (keys === 0) return 0
  await workspace.run(sql`CREATE OR REPLACE TABLE twice AS SELECT key, file, ${sumsSql(files)}, count(*) AS n FROM (${rows})
    WHERE key IN (SELECT key FROM ${name} WHERE ${twice}) GROUP BY key, file`)
  const differs = joined(
    ['gross', 'amount', 'given'].map(sum => sql`min(${plain(sum)}) <> max(${plain(sum)})`),
    sql` OR `,
  )
  const disagreeing = sql`SELECT key, min(file) AS one, max(file) AS other FROM twice GROUP BY key HAVING ${differs}`
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM (${disagreeing})`)
  if (total! > 0) {
    const { day, age, name: raw } = partsSql(raws)
    const found =
      await workspace.rows(sql`SELECT d.one, d.other, CAST(DATE '1970-01-01' + ${day} AS VARCHAR) AS day, ${age} AS age, ${plainList(TEXTS)},
      (SELECT any_value(amount + given) FROM twice t WHERE t.key = d.key AND t.file = d.one) AS first,
      (SELECT any_value(amount + given) FROM twice t WHERE t.key = d.key AND t.file = d.other) AS second
      FROM (SELECT * FROM (${disagreeing}) ORDER BY key LIMIT ${LISTED_FAULTS}) d JOIN raw_names ON raw = ${raw} ORDER BY key`)
    const faults = found.map(row => {
      const { source, file } = files[Number(row['other'])]!
      const cell = [row['day'], ...TEXTS.map(text => row[text]), ...(source.measure === 'revenue' ? [`age ${row['age']}`] : [])].join(', ')
      const rule = `must agree with ${files[Number(row['one'])]!.file.file}, which has ${row['first']} for ${cell}`
      return {
        file: file.file,
        column: columnName(file, source.measure === 'bids' ? 'live_roas' : source.measure),
        value: String(row['second']),
        rule,
      }
    })
    throw new ForecastFaults(faults, total)
  }
  await workspace.run(sql`DELETE FROM ${name} WHERE ${twice}`)
  await workspace.run(
    sql`INSERT INTO ${name} SELECT key, any_value(gross), any_value(amount), any_value(given), max(n), 0, 0 FROM twice GROUP BY key`,
  )
  const { extra } = await workspace.counts(
    sql`SELECT coalesce(sum(n), 0) - coalesce((SELECT sum(n) FROM ${name} WHERE key IN (SELECT key FROM twice)), 0) AS extra FROM twice`,
  )
  return extra!
}
