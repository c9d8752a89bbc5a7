import { joined, literal, numbers, plain, sql, type Sql } from '../../core/model/sql.ts'
import { DIMENSIONS } from '../model/facts.ts'
import {
  bound,
  type Dialect,
  isBlank,
  isPlain,
  momentSql,
  numberSql,
} from '../../imports/reader/grammar.ts'
import type { Mapping, Role } from './formats/format.ts'
import type { Input, InputFile } from './open-inputs.ts'

export type Measure = 'spend' | 'installs' | 'revenue' | 'bids'

export interface Source {
  measure: Measure
  input: Input
  users?: true
}

/** A file in one of its roles. */
export interface Part {
  source: Source
  file: InputFile
}

export const TEXTS = [...DIMENSIONS, 'currency'] as const

const RETARGETING = joined(
  [
    'true',
    '1',
    'yes',
    'retargeting',
    're-engagement',
    're-attribution',
    'reengagement',
    'reattribution',
  ].map(literal),
)

/** Trimmed text of a role's cell; empty if the column is missing. */
export function textOf({ columns, constants }: InputFile, role: Role): Sql {
  const position = columns.roles.get(role)
  return position === undefined
    ? literal(constants[role] ?? '')
    : sql`coalesce(trim(${plain(`c${position}`)}), '')`
}

export function has({ columns }: InputFile, role: Role): boolean {
  return columns.roles.has(role)
}

function rawText({ columns, constants }: InputFile, role: Role): Sql {
  const position = columns.roles.get(role)
  return position === undefined
    ? literal(constants[role] ?? '')
    : sql`coalesce(${plain(`c${position}`)}, '')`
}

/** A name, or the meaning of its absence. */
function nameText({ mapping: { blank } }: Input, file: InputFile, name: Role): Sql {
  const meant = blank?.[name]
  if (meant === undefined || !has(file, name)) return rawText(file, name)
  return sql`CASE WHEN trim(${rawText(file, name)}) = '' THEN ${literal(meant)} ELSE ${rawText(file, name)} END`
}

/** The key into `raw_names`. */
export function textsOf(input: Input, file: InputFile, currency: string): Sql {
  const code = literal(file.columns.currency ?? input.mapping.currency ?? currency)
  return joined(
    TEXTS.map(name =>
      name === 'currency'
        ? has(file, name)
          ? sql`upper(coalesce(nullif(${textOf(file, name)}, ''), ${code})) AS currency`
          : sql`${code} AS currency`
        : sql`${nameText(input, file, name)} AS ${plain(name)}`,
    ),
  )
}

/** A file's rows as texts, with `record`, from 0, if some are left out by their position or `numbered`. */
export function recordsOf({ relation, totals }: InputFile, numbered = false): Sql {
  return numbered || totals.length > 0
    ? sql`(SELECT row_number() OVER () - 1 AS record, * FROM ${relation})`
    : relation
}

/** SQL over `recordsOf`. */
export function wantedRows(input: Input, file: InputFile): Sql {
  return joined([rowsOfTable(input, file), ...leftOut(file)], sql` AND `)
}

function leftOut(file: InputFile): Sql[] {
  return file.columns.leftOut.map(({ position, texts }) => sql`NOT ${isLeftOut(position, texts)}`)
}

function rowsOfTable({ mapping }: Input, file: InputFile): Sql {
  const rows = file.totals.length === 0 ? sql`true` : sql`record NOT IN (${numbers(file.totals)})`
  if (mapping.installEventOnly !== true) return rows
  return sql`(${rows} AND ${textOf(file, 'event_name')} = ${literal(mapping.installEvent ?? '')})`
}

/** `*` matches any text. */
export function isLeftOut(position: number, texts: readonly string[]): Sql {
  const text = sql`lower(trim(coalesce(${plain(`c${position}`)}, '')))`
  if (texts.includes('*')) return sql`(${text} NOT IN ('', 'null'))`
  return sql`(${text} IN (${joined(texts.map(item => literal(item.trim().toLowerCase())))}))`
}

/**
 * SQL for a file's rows: texts, `day` (since 1970-01-01), `age`, `kind` (0 iap, 1 ad), `value`, `net` (null unless given), `skipped`
 * (retargeting and the like), NULL for malformed cells; when `numbered`, also `record`, from 0, and `more` columns. Rows that the configuration
 * leaves out are only there when `marked`, as `left_out`.
 */
export function rowsOf(
  { measure, input, users }: Source,
  file: InputFile,
  number: number,
  currency: string,
  {
    numbered = false,
    more,
    marked = false,
  }: { numbered?: boolean; more?: Sql; marked?: boolean } = {},
): Sql {
  const { mapping } = input
  const { wide } = file.columns
  const record = numbered ? sql`record, ${more === undefined ? sql`` : sql`${more}, `}` : sql``
  const isRevenue = measure === 'revenue'
  const cell =
    isRevenue && wide.length > 0 ? sql`coalesce(wide_value, '')` : valueText(measure, file)
  const text = file.columns.times === 'spend' ? sql`replace(${cell}, '%', '')` : cell
  const { dialect } = file
  const divide = dividedBy(input, file, valueRole(measure))
  const value =
    users === true || (measure === 'installs' && mapping.rows === 'installs')
      ? sql`CAST(1 AS DECIMAL(18,6))`
      : timesFactor(
          input,
          file,
          mapping.values === undefined
            ? amount(text, dialect, divide)
            : valueOf(text, mapping.values),
          dialect,
        )
  const net =
    isRevenue && has(file, 'revenue_net')
      ? amountOrNull(textOf(file, 'revenue_net'), dialect, dividedBy(input, file, 'revenue_net'))
      : sql`CAST(NULL AS DECIMAL(18,6))`
  const relation = recordsOf(file, numbered)
  return sql`SELECT ${record}${number} AS file, ${textsOf(input, file, currency)}, ${dayOf(file)} AS day,
    ${isRevenue ? ageOf(input, file) : sql`CAST(0 AS INTEGER)`} AS age, ${isRevenue ? kindOf(input, file) : sql`0`} AS kind,
    ${value} AS value, ${net} AS net, (${net} IS NULL AND ${isRevenue ? textOf(file, 'revenue_net') : sql`''`} <> '') AS net_malformed,
    ${skipped(measure, file, users === true)} AS skipped, ${marked ? sql`NOT (${joined([sql`true`, ...leftOut(file)], sql` AND `)})` : sql`false`} AS left_out,
    ${textOf(file, 'user_id')} AS user_id, ${textOf(file, 'event_id')} AS event_id,
    ${has(file, 'install_time') ? momentOf(file, 'install_time') : sql`NULL`} AS install_time,
    ${has(file, 'event_time') ? momentOf(file, 'event_time') : sql`NULL`} AS event_time, ${textOf(file, 'event_name')} AS event_name
    FROM ${isRevenue && wide.length > 0 ? unnested(file, relation) : relation} WHERE ${marked ? rowsOfTable(input, file) : wantedRows(input, file)}${
      isRevenue && wide.length > 0 ? sql` AND ${text} <> ''` : sql``
    }`
}

/** Averages times the installs or the spend of their row. */
function timesFactor(input: Input, file: InputFile, value: Sql, dialect: Dialect): Sql {
  const { times } = file.columns
  if (times === undefined) return value
  const by = amount(rawText(file, times), dialect, dividedBy(input, file, times))
  // Two amounts have up to 24 digits and 12 decimals.
  const wide = (amount: Sql): Sql => sql`CAST(${amount} AS DECIMAL(19,6))`
  return sql`TRY_CAST(${wide(value)} * ${wide(by)} AS DECIMAL(18,6))`
}

/** Revenue by the text of a cell; an empty one has none. */
function valueOf(text: Sql, values: NonNullable<Mapping['values']>): Sql {
  const cases = Object.entries(values).map(
    ([name, value]) =>
      sql`WHEN ${literal(name.trim().toLowerCase())} THEN CAST(${literal(String(value))} AS DECIMAL(18,6))`,
  )
  const cell = sql`lower(trim(${text}))`
  return sql`CASE WHEN ${isBlank(cell)} THEN 0 ELSE CASE ${cell} ${joined(cases, sql` `)} END END`
}

function unnested({ columns: { wide } }: InputFile, relation: Sql): Sql {
  const ages = joined(wide.map(({ age }) => sql`${age}`))
  const values = joined(wide.map(({ position }) => plain(`c${position}`)))
  const kinds = joined(wide.map(({ kind }) => literal(kind ?? '')))
  return sql`(SELECT *, unnest([${ages}]) AS wide_age, unnest([${values}]) AS wide_value, unnest([${kinds}]) AS wide_kind FROM ${relation})`
}

function valueText(measure: Measure, file: InputFile): Sql {
  return rawText(file, valueRole(measure))
}

export function valueRole(measure: Measure): Role {
  return measure === 'bids' ? 'live_roas' : measure
}

/** From the configuration, the exporter or the column's name. */
export function dividedBy(
  { mapping }: Pick<Input, 'mapping'>,
  { columns }: Pick<InputFile, 'columns'>,
  role: Role,
): number {
  if (!['spend', 'revenue', 'revenue_net'].includes(role)) return 1
  // A stated divisor is that of the average, not of what it is multiplied by.
  return (role === columns.times ? undefined : mapping.divide) ?? columns.divide.get(role) ?? 1
}

/** 0 for an empty cell. */
export function amount(text: Sql, dialect: Dialect, divide: number): Sql {
  if (dialect.decimal === undefined)
    return sql`CASE WHEN ${text} = '' THEN 0 ELSE ${numberSql(text, dialect, divide)} END`
  const cell = sql`trim(${text})`
  return sql`CASE WHEN ${isBlank(cell)} THEN 0 ELSE ${numberSql(cell, dialect, divide)} END`
}

function amountOrNull(text: Sql, dialect: Dialect, divide: number): Sql {
  return numberSql(sql`nullif(${text}, '')`, dialect, divide)
}

export function dayOf(file: InputFile): Sql {
  const day = sql`CAST(${momentOf(file, dateRole(file))} AS DATE)`
  return isPlain(file.dialect) && !file.dialect.periods
    ? dayNumber(day)
    : bound(day, sql`d`, dayNumber(sql`d`))
}

export function dateRole(file: InputFile): Role {
  return (['install_date', 'install_time', 'date'] as const).find(role => has(file, role)) ?? 'date'
}

export function dayNumber(day: Sql): Sql {
  return sql`CASE WHEN ${day} BETWEEN DATE '2000-01-01' AND DATE '2099-12-31' THEN CAST(datediff('day', DATE '1970-01-01', ${day}) AS INTEGER) END`
}

/** A time without a zone is already in the app's. */
function momentOf(file: InputFile, role: Role): Sql {
  return momentSql(textOf(file, role), file.dialect)
}

function ageOf({ mapping }: Input, file: InputFile): Sql {
  const first = mapping.firstAge ?? 0
  if (file.columns.wide.length > 0) return sql`CAST(wide_age - ${first} AS INTEGER)`
  if (!has(file, 'event_time'))
    return sql`TRY_CAST(${wholeAge(rawText(file, 'age'))} AS INTEGER) - ${first}`
  const [install, event] = [momentOf(file, 'install_time'), momentOf(file, 'event_time')]
  // A user without events still counts as an install.
  const empty = sql`WHEN ${textOf(file, 'event_time')} = '' THEN 0`
  if (mapping.day === 'hours24') {
    return sql`CASE ${empty} ELSE TRY_CAST(floor((epoch_us(${event}) - epoch_us(${install})) / 86400000000) AS INTEGER) END`
  }
  return sql`CASE ${empty} ELSE CAST(datediff('day', CAST(${install} AS DATE), CAST(${event} AS DATE)) AS INTEGER) END`
}

/** DuckDB would round `1.5`. */
function wholeAge(text: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(String.raw`\s*-?[0-9]+([.]0*)?\s*`)}) THEN ${text} END`
}

function kindOf({ mapping }: Input, file: InputFile): Sql {
  const usual = mapping.kind === 'ad' ? 1 : 0
  const text =
    file.columns.wide.length > 0
      ? sql`wide_kind`
      : has(file, 'kind')
        ? sql`lower(${textOf(file, 'kind')})`
        : undefined
  return text === undefined
    ? sql`${usual}`
    : sql`CASE ${text} WHEN 'iap' THEN 0 WHEN 'ad' THEN 1 WHEN '' THEN ${usual} END`
}

function skipped(measure: Measure, file: InputFile, users: boolean): Sql {
  const retargeting = has(file, 'retargeting')
    ? sql`lower(${textOf(file, 'retargeting')}) IN (${RETARGETING})`
    : sql`false`
  const userOnly =
    has(file, 'event_time') && measure === 'revenue' && !users
      ? sql` OR ${textOf(file, 'event_time')} = ''`
      : sql``
  return sql`(${retargeting}${userOnly})`
}

export function cellText(file: InputFile, role: Role): Sql {
  if (file.columns.wide.length > 0 && role === 'revenue') return sql`wide_value`
  return textOf(file, role)
}

export function columnName(file: InputFile, role: Role): string {
  const position = file.columns.roles.get(role)
  return position === undefined ? role : file.header[position]!
}
