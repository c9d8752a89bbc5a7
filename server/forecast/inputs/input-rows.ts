import { joined, literal, plain, sql, type Sql } from '../../model/sql.ts'
import { DIMENSIONS } from '../model/facts.ts'
import { beginsAsTotal, type Dialect, isBlank, isTotal, momentSql, numberSql } from './dialect-sql.ts'
import type { Role } from './formats/format.ts'
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

const LARGEST_AGE = 65_535
const LARGEST_AMOUNT = 100_000_000_000
const LONGEST_NAME = 512

const RETARGETING = joined(
  ['true', '1', 'yes', 'retargeting', 're-engagement', 're-attribution', 'reengagement', 'reattribution'].map(literal),
)

export interface RowRule {
  role: Role
  broken: Sql
  rule: string
}

/** Trimmed text of a role's cell; empty if the column is missing. */
export function textOf({ columns, constants }: InputFile, role: Role): Sql {
  const position = columns.roles.get(role)
  return position === undefined ? literal(constants[role] ?? '') : sql`coalesce(trim(${plain(`c${position}`)}), '')`
}

function has({ columns }: InputFile, role: Role): boolean {
  return columns.roles.has(role)
}

function rawText({ columns, constants }: InputFile, role: Role): Sql {
  const position = columns.roles.get(role)
  return position === undefined ? literal(constants[role] ?? '') : sql`coalesce(${plain(`c${position}`)}, '')`
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

export function wantedRows({ mapping }: Input, file: InputFile): Sql {
  const conditions = file.columns.leftOut.map(({ position, texts }) => sql`NOT ${isLeft(position, texts)}`)
  const rows = joined([file.dialect.totals ? sql`NOT ${totalsSql(file)}` : sql`true`, ...conditions], sql` AND `)
  if (mapping.installEventOnly !== true) return rows
  return sql`(${rows} AND ${textOf(file, 'event_name')} = ${literal(mapping.installEvent ?? '')})`
}

/** `*` matches any text. */
export function isLeft(position: number, texts: readonly string[]): Sql {
  const text = sql`lower(trim(coalesce(${plain(`c${position}`)}, '')))`
  if (texts.includes('*')) return sql`(${text} NOT IN ('', 'null'))`
  return sql`(${text} IN (${joined(texts.map(item => literal(item.trim().toLowerCase())))}))`
}

/** Whether a row is a total: marked so in place of a date or name, or without either. */
export function totalsSql(file: InputFile): Sql {
  const names = DIMENSIONS.filter(name => has(file, name)).map(name => textOf(file, name))
  const date = textOf(file, dateRole(file))
  const any = (texts: readonly Sql[], test: (text: Sql) => Sql): Sql => sql`(${joined(texts.map(test), sql` OR `)})`
  const noDate = sql`(${isBlank(date)} OR ${beginsAsTotal(date)})`
  const blank = [date, ...names].map(isBlank)
  return sql`(${any([date, ...names], isTotal)} OR ${noDate} AND ${any([date, ...names], beginsAsTotal)} OR ${joined(blank, sql` AND `)})`
}

/**
 * SQL for a file's rows: texts, `day` (since 1970-01-01), `age`, `kind` (0 iap, 1 ad), `value`, `net` (null unless given), `skipped`
 * (retargeting and the like), NULL for malformed cells; when `numbered`, also `record`, from 0, and `more` columns.
 */
export function rowsOf(
  { measure, input, users }: Source,
  file: InputFile,
  number: number,
  currency: string,
  { numbered = false, more }: { numbered?: boolean; more?: Sql } = {},
): Sql {
  const { mapping } = input
  const { wide } = file.columns
  const record = numbered ? sql`record, ${more === undefined ? sql`` : sql`${more}, `}` : sql``
  const isRevenue = measure === 'revenue'
  const given = isRevenue && wide.length > 0 ? sql`coalesce(wide_value, '')` : valueText(measure, file)
  const { dialect } = file
  const divide = dividedBy(input, file, valueRole(measure))
  const value =
    users === true || (measure === 'installs' && mapping.rows === 'installs')
      ? sql`CAST(1 AS DECIMAL(18,6))`
      : amount(given, dialect, divide)
  const net =
    isRevenue && has(file, 'revenue_net')
      ? amountOrNull(textOf(file, 'revenue_net'), dialect, dividedBy(input, file, 'revenue_net'))
      : sql`CAST(NULL AS DECIMAL(18,6))`
  const relation = numbered ? sql`(SELECT row_number() OVER () - 1 AS record, * FROM ${file.relation})` : file.relation
  return sql`SELECT ${record}${number} AS file, ${textsOf(input, file, currency)}, ${dayOf(file)} AS day,
    ${isRevenue ? ageOf(input, file) : sql`CAST(0 AS INTEGER)`} AS age, ${isRevenue ? kindOf(input, file) : sql`0`} AS kind,
    ${value} AS value, ${net} AS net, (${net} IS NULL AND ${isRevenue ? textOf(file, 'revenue_net') : sql`''`} <> '') AS net_malformed,
    ${skipped(measure, file, users === true)} AS skipped,
    ${textOf(file, 'user_id')} AS user_id, ${textOf(file, 'event_id')} AS event_id,
    ${has(file, 'install_time') ? momentOf(file, 'install_time') : sql`NULL`} AS install_time,
    ${has(file, 'event_time') ? momentOf(file, 'event_time') : sql`NULL`} AS event_time, ${textOf(file, 'event_name')} AS event_name
    FROM ${isRevenue && wide.length > 0 ? unnested(file, relation) : relation} WHERE ${wantedRows(input, file)}${
      isRevenue && wide.length > 0 ? sql` AND ${given} <> ''` : sql``
    }`
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

function valueRole(measure: Measure): Role {
  return measure === 'bids' ? 'live_roas' : measure
}

/** From the configuration, the exporter or the column's name. */
export function dividedBy({ mapping }: Pick<Input, 'mapping'>, { columns }: Pick<InputFile, 'columns'>, role: Role): number {
  if (!['spend', 'revenue', 'revenue_net'].includes(role)) return 1
  return mapping.divide ?? columns.divide.get(role) ?? 1
}

function amount(text: Sql, dialect: Dialect, divide: number): Sql {
  if (dialect.decimal === undefined) return sql`CASE WHEN ${text} = '' THEN 0 ELSE ${numberSql(text, dialect, divide)} END`
  const cell = sql`trim(${text})`
  return sql`CASE WHEN ${isBlank(cell)} THEN 0 ELSE ${numberSql(cell, dialect, divide)} END`
}

function amountOrNull(text: Sql, dialect: Dialect, divide: number): Sql {
  return numberSql(sql`nullif(${text}, '')`, dialect, divide)
}

export function dayOf(file: InputFile): Sql {
  const role = dateRole(file)
  const { order, loose, zoned } = file.dialect
  const plain = role !== 'install_time' && order === undefined && !loose && !zoned
  return dayNumber(plain ? sql`TRY_CAST(${rawText(file, role)} AS DATE)` : sql`CAST(${momentOf(file, role)} AS DATE)`)
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
  if (!has(file, 'event_time')) return sql`TRY_CAST(${rawText(file, 'age')} AS INTEGER) - ${first}`
  const [install, event] = [momentOf(file, 'install_time'), momentOf(file, 'event_time')]
  // A user without events still counts as an install.
  const empty = sql`WHEN ${textOf(file, 'event_time')} = '' THEN 0`
  if (mapping.day === 'hours24') {
    return sql`CASE ${empty} ELSE TRY_CAST(floor((epoch_us(${event}) - epoch_us(${install})) / 86400000000) AS INTEGER) END`
  }
  return sql`CASE ${empty} ELSE CAST(datediff('day', CAST(${install} AS DATE), CAST(${event} AS DATE)) AS INTEGER) END`
}

function kindOf({ mapping }: Input, file: InputFile): Sql {
  const usual = mapping.kind === 'ad' ? 1 : 0
  const text = file.columns.wide.length > 0 ? sql`wide_kind` : has(file, 'kind') ? sql`lower(${textOf(file, 'kind')})` : undefined
  return text === undefined ? sql`${usual}` : sql`CASE ${text} WHEN 'iap' THEN 0 WHEN 'ad' THEN 1 WHEN '' THEN ${usual} END`
}

function skipped(measure: Measure, file: InputFile, users: boolean): Sql {
  const retargeting = has(file, 'retargeting') ? sql`lower(${textOf(file, 'retargeting')}) IN (${RETARGETING})` : sql`false`
  const userOnly = has(file, 'event_time') && measure === 'revenue' && !users ? sql` OR ${textOf(file, 'event_time')} = ''` : sql``
  return sql`(${retargeting}${userOnly})`
}

export function rulesOf({ measure, users, input: { mapping } }: Source, file: InputFile): RowRule[] {
  const counted = users === true || (measure === 'installs' && mapping.rows === 'installs')
  const rules: RowRule[] = [
    { role: dateRole(file), broken: sql`day IS NULL`, rule: dateRule(file) },
    ...TEXTS.map(role => ({
      role,
      broken: longName(plain(role)),
      rule: `must have at most ${LONGEST_NAME} characters and no NUL`,
    })),
  ]
  if (measure === 'revenue') {
    const role = has(file, 'event_time') ? ('event_time' as const) : ('age' as const)
    const what = role === 'age' ? `a whole number of days, at most ${LARGEST_AGE}` : 'a time that begins YYYY-MM-DD hh:mm:ss'
    rules.push({ role, broken: sql`(age IS NULL OR age > ${LARGEST_AGE})`, rule: `must be ${what}` })
    rules.push({ role: 'kind', broken: sql`kind IS NULL`, rule: 'must be iap or ad' })
  }
  if (counted) return rules
  const large = sql`(value IS NULL OR abs(value) >= ${LARGEST_AMOUNT})`
  rules.push({ role: valueRole(measure), broken: large, rule: numberRule(file) })
  if (measure === 'installs') rules.push({ role: 'installs', broken: sql`value <> trunc(value)`, rule: 'must be a whole number' })
  if (measure === 'installs' || measure === 'bids')
    rules.push({ role: valueRole(measure), broken: sql`value < 0`, rule: 'must not be negative' })
  if (measure === 'revenue' && has(file, 'revenue_net')) {
    const wrong = sql`(net_malformed OR abs(net) >= ${LARGEST_AMOUNT})`
    rules.push({ role: 'revenue_net', broken: wrong, rule: numberRule(file) })
  }
  return rules
}

function dateRule({ dialect: { order } }: InputFile): string {
  const form =
    order === 'dmy'
      ? 'is day/month/year, as the rest of the column'
      : order === 'mdy'
        ? 'is month/day/year, as the rest of the column'
        : 'begins YYYY-MM-DD'
  return `must be a date of 2000 to 2099 that ${form}`
}

function numberRule({ dialect: { decimal } }: InputFile): string {
  return decimal === undefined
    ? `must be a number in plain digits, below ${LARGEST_AMOUNT}`
    : `must be a number with a decimal ${decimal === ',' ? 'comma' : 'point'}, as the rest of the file, below ${LARGEST_AMOUNT}`
}

export function longName(text: Sql): Sql {
  return sql`(length(${text}) > ${LONGEST_NAME} OR contains(${text}, chr(0)))`
}

export function givenText(file: InputFile, role: Role): Sql {
  if (file.columns.wide.length > 0 && role === 'revenue') return sql`wide_value`
  return textOf(file, role)
}

export function columnName(file: InputFile, role: Role): string {
  const position = file.columns.roles.get(role)
  return position === undefined ? role : file.header[position]!
}
