import type { Row, Workspace } from '../../imports/workspace.ts'
import { joined, literal, plain, sql, type Sql } from '../../model/sql.ts'
import type { Config } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { cellText, currencySign, dateKind, type Dialect, hasOffset, numberKind, offsetOf, PLAIN, TOTALS, yearFirst } from './dialect-sql.ts'
import { DIMENSIONS } from '../model/facts.ts'
import type { Role } from './formats/format.ts'
import { type Input, type InputFile, reading } from './open-inputs.ts'
import { formWords } from './text-file.ts'
import { dividedBy, isLeft, totalsSql } from './input-rows.ts'

const MONEY: readonly Role[] = ['spend', 'revenue', 'revenue_net', 'live_roas', 'rate']
const DATES: readonly Role[] = ['date', 'install_date', 'install_time', 'event_time']

/** Counts of notations in cells by kind, with an example cell each. */
class Evidence {
  readonly #kinds = new Map<string, { count: number; value: string }>()

  add(kind: string, count: number, value: string): void {
    const before = this.#kinds.get(kind)
    this.#kinds.set(kind, {
      count: count + (before?.count ?? 0),
      value: before === undefined || value < before.value ? value : before.value,
    })
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.count ?? 0
  }

  sample(kind: string): string {
    return this.#kinds.get(kind)?.value ?? ''
  }

  more<Kind extends string>(a: Kind, b: Kind): Kind | undefined {
    const [ones, others] = [this.count(a), this.count(b)]
    return ones + others === 0 ? undefined : ones >= others ? a : b
  }
}

type Zoned = Pick<Config['app'], 'currency' | 'timeZone'>

/**
 * Determines the notation of numbers and dates for all files of a pattern, sets their `dialect`, and describes it. The whole column
 * decides; cells that do not fit are reported with their lines later.
 * @throws ForecastFaults if a column can be read in two ways
 */
export async function learnDialects(workspace: Workspace, inputs: readonly Input[], app: Zoned): Promise<string[]> {
  const faults: ForecastFault[] = []
  const notes: string[] = []
  const groups = new Map<string, Input[]>()
  for (const input of inputs) {
    const { files, decimal, dateOrder } = input.config
    const key = JSON.stringify([files, decimal, dateOrder])
    groups.set(key, [...(groups.get(key) ?? []), input])
  }
  for (const group of groups.values()) notes.push(...(await learnGroup(workspace, group, app, faults)))
  if (faults.length > 0) throw new ForecastFaults(faults)
  return notes
}

async function learnGroup(workspace: Workspace, group: readonly Input[], app: Zoned, faults: ForecastFault[]): Promise<string[]> {
  const [{ config }] = group as [Input]
  const files = group.flatMap(input => input.files.filter(({ rows }) => rows > 0).map(file => ({ input, file })))
  const [numbers, dates, zones] = [new Evidence(), new Evidence(), new Evidence()]
  const found = { numbers: 0, dates: 0, zoned: 0, totals: 0 }
  for (const { input, file } of files) {
    const counts = await reading([file], () => oddCells(workspace, file))
    for (const name of ['numbers', 'dates', 'zoned'] as const) found[name] += counts[name]
    if (input === group[0]) found.totals += counts.totals
    if (counts.totals > 0) file.dialect = { ...file.dialect, totals: true }
  }
  const [first] = files.map(({ file }) => file)
  if (first === undefined) return []
  const words = [...new Set(files.flatMap(({ file }) => formWords(file.form)))]
  const dialect: Dialect = { ...PLAIN, zone: app.timeZone, zoned: found.zoned > 0 }
  const semicolons = files.some(({ file }) => file.form.separator === ';')
  if (found.numbers > 0 || semicolons || config.decimal !== undefined) {
    for (const { file } of files) await weighNumbers(workspace, file, numbers)
    dialect.decimal = config.decimal ?? decimalOf(numbers, semicolons)
    if (dialect.decimal === undefined) faults.push(undecidedNumbers(first.file, numbers))
    else words.push(...numberWords(numbers, dialect.decimal))
    const foreign = foreignSign(numbers, files, config.currency ?? app.currency)
    if (foreign !== undefined) faults.push({ file: first.file, ...foreign })
  }
  if (found.dates > 0 || config.dateOrder !== undefined) {
    for (const { file } of files) await weighDates(workspace, file, dates)
    const order = config.dateOrder ?? dates.more('dmy', 'mdy')
    if (order === undefined && dates.count('either') > 0) {
      faults.push({
        file: first.file,
        column: dateColumn(first),
        value: dates.sample('either'),
        rule: 'can be day/month or month/day: no day of the column is after the 12th; state date_order: dmy or mdy under this input',
      })
    }
    dialect.order = order
    dialect.loose = dates.count('unix') + dates.count('other') > 0
    words.push(...dateWords(dates, order, config.dateOrder !== undefined, app.timeZone))
  }
  if (found.zoned > 0) {
    for (const { file } of files) await weighZones(workspace, file, zones)
    const [offset, value] = [zones.sample('offset'), zones.sample('time')]
    if (app.timeZone === undefined && zones.count('away') > 0) {
      faults.push({
        file: first.file,
        column: dateColumn(first),
        value,
        rule: `has a time zone: state app.time_zone, the zone whose days count, for example "${/^[+-]\d\d:\d\d$/.test(offset) ? offset : '+09:00'}" or Asia/Tokyo`,
      })
    } else
      words.push(app.timeZone === undefined ? 'times in UTC: days are those of UTC' : `times with a zone, converted to ${app.timeZone}`)
  }
  if (found.totals > 0) words.push(`${found.totals} ${found.totals === 1 ? 'row' : 'rows'} of totals, left out`)
  for (const { file } of files) file.dialect = { ...dialect, totals: file.dialect.totals }
  words.push(...new Set(files.flatMap(({ input, file }) => unitWords(input, file, app.currency))), ...(await leftWords(workspace, files)))
  const renamed = [...new Set(files.flatMap(({ file }) => file.columns.renamed))]
  if (renamed.length > 0) words.push(`headers ${renamed.join(', ')}`)
  return words.length === 0 ? [] : [`${config.files.join(', ')}: read as ${words.join('; ')}.`]
}

function unitWords(input: Input, file: InputFile, currency: string): string[] {
  const { columns, header } = file
  const divided = MONEY.flatMap(role => {
    const by = dividedBy(input, file, role)
    const position = columns.roles.get(role) ?? (role === 'revenue' ? columns.wide[0]?.position : undefined)
    return by === 1 || position === undefined ? [] : [`"${header[position]!}" divided by ${by}`]
  })
  return [
    ...divided,
    ...(columns.currency === undefined || columns.currency === currency ? [] : [`amounts in ${columns.currency}, as their column says`]),
  ]
}

async function leftWords(workspace: Workspace, files: readonly { input: Input; file: InputFile }[]): Promise<string[]> {
  const words = new Set<string>()
  for (const { file } of files) {
    for (const { position, texts } of file.columns.leftOut) {
      const { count } = await workspace.counts(sql`SELECT count(*) AS count FROM ${file.relation} WHERE ${isLeft(position, texts)}`)
      if (count! > 0)
        words.add(
          `${count} ${count === 1 ? 'row' : 'rows'} with "${file.header[position]!}" ${texts.includes('*') ? 'set' : texts.join(' or ')}, left out`,
        )
    }
  }
  return [...words]
}

interface Odd {
  numbers: number
  dates: number
  zoned: number
  totals: number
}

/** One pass over a file; most files have none. */
async function oddCells(workspace: Workspace, file: InputFile): Promise<Odd> {
  const any = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? sql`false` : sql`(${joined(conditions, sql` OR `)})`)
  const value = (text: Sql): Sql => sql`TRY_CAST(coalesce(nullif(${text}, ''), '0') AS DECIMAL(18,6))`
  const numbers = any([
    ...moneyCells(file).map(text => sql`${value(text)} IS NULL`),
    ...installCells(file).map(text => sql`${value(text)} IS DISTINCT FROM trunc(${value(text)}) OR ${value(text)} IS NULL`),
  ])
  const times = dateCells(file)
  const dates = any(times.map(text => sql`${text} <> '' AND (TRY_CAST(left(${text}, 19) AS TIMESTAMP) IS NULL OR NOT ${yearFirst(text)})`))
  const { odd } = await workspace.counts(sql`SELECT count(*) AS odd FROM ${file.relation} WHERE ${any(suspicions(file))}`)
  if (odd === 0) return { numbers: 0, dates: 0, zoned: 0, totals: 0 }
  const total = totalsSql(file)
  const counts = await workspace.counts(sql`SELECT count(*) FILTER (WHERE NOT total AND ${numbers}) AS numbers,
    count(*) FILTER (WHERE NOT total AND ${dates}) AS dates, count(*) FILTER (WHERE NOT total AND ${any(times.map(hasOffset))}) AS zoned,
    count(*) FILTER (WHERE total) AS totals FROM (SELECT *, ${total} AS total FROM ${file.relation})`)
  return counts as unknown as Odd
}

/** Cheap conditions that every unusual cell meets, and few others: most files are plain, and may have millions of rows. */
function suspicions(file: InputFile): Sql[] {
  const { roles, wide } = file.columns
  const column = (position: number): Sql => plain(`c${position}`)
  const value = (position: number): Sql => sql`TRY_CAST(${column(position)} AS DECIMAL(18,6))`
  const of = (wanted: readonly Role[]): number[] => wanted.flatMap(role => roles.get(role) ?? [])
  const totals = joined(TOTALS.flatMap(spellings).map(literal))
  return [
    ...[...of(MONEY), ...wide.map(({ position }) => position)].map(at => sql`(${column(at)} <> '' AND ${value(at)} IS NULL)`),
    ...of(['installs']).map(
      at =>
        sql`(${column(at)} <> '' AND ${value(at)} IS DISTINCT FROM trunc(${value(at)}) OR ${column(at)} <> '' AND ${value(at)} IS NULL)`,
    ),
    ...of(DATES).map(at => sql`(${column(at)} IS NULL OR strlen(${column(at)}) NOT IN (10, 19) OR ${column(at)}[5] <> '-')`),
    ...of(DIMENSIONS).map(at => sql`${column(at)} IN (${totals})`),
  ]
}

/** `grand total`, `Grand total`, `Grand Total`, `GRAND TOTAL`. */
function spellings(text: string): string[] {
  return [text, text[0]!.toUpperCase() + text.slice(1), text.replace(/\b[a-z]/g, first => first.toUpperCase()), text.toUpperCase()]
}

/** Counts a file's cells by `labels`, SQL over `v`, with the smallest of each. */
async function tally(workspace: Workspace, file: InputFile, cells: readonly Sql[], labels: Sql, where = sql`v <> ''`): Promise<Row[]> {
  if (cells.length === 0) return []
  const all = sql`SELECT unnest([${joined(cells)}]) AS v FROM ${file.relation} WHERE NOT ${totalsSql(file)}`
  return await workspace.rows(
    sql`SELECT ${labels}, count(*) AS count, min(v) AS value FROM (${all}) WHERE ${where} GROUP BY ALL ORDER BY ALL`,
  )
}

async function weighNumbers(workspace: Workspace, file: InputFile, evidence: Evidence): Promise<void> {
  const labels = sql`${numberKind(sql`v`)} AS kind, ${currencySign(sql`v`)} AS sign`
  for (const [cells, prefix] of [
    [moneyCells(file), ''],
    [installCells(file), 'whole '],
  ] as const) {
    for (const { kind, sign, count, value } of await tally(workspace, file, cells, labels)) {
      evidence.add(`${prefix}${String(kind)}`, Number(count), String(value))
      if (sign !== '') evidence.add('sign', Number(count), String(sign))
    }
  }
}

/** Undefined if commas may be either mark. Three digits after the only mark of an integer are thousands. */
function decimalOf(numbers: Evidence, semicolons: boolean): Dialect['decimal'] {
  const clear = numbers.more('comma', 'point')
  if (clear !== undefined) return clear === 'comma' ? ',' : '.'
  const form = numbers.more('whole comma3', 'whole point3') ?? numbers.more('whole point', 'whole comma')
  if (form !== undefined) return form === 'whole comma3' || form === 'whole point' ? '.' : ','
  // Programs write semicolons if commas are decimal marks.
  if (numbers.count('comma3') > 0) return semicolons ? ',' : undefined
  return semicolons && numbers.count('point3') > 0 ? undefined : '.'
}

function undecidedNumbers(file: string, numbers: Evidence): ForecastFault {
  const rule =
    'can be thousands or a decimal mark: no other number of the file decides; state decimal: "." or decimal: "," under this input'
  return { file, column: 'numbers', value: numbers.sample('comma3') || numbers.sample('point3'), rule }
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '₩': ['KRW'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '¥': ['JPY', 'CNY'],
  US$: ['USD'],
  R$: ['BRL'],
}

function foreignSign(numbers: Evidence, files: readonly { file: InputFile }[], currency: string): Omit<ForecastFault, 'file'> | undefined {
  const sign = numbers.sample('sign')
  const meant = /^[A-Z]{3}$/.test(sign) ? [sign] : SIGNS[sign]
  if (meant === undefined || meant.includes(currency) || files.some(({ file }) => file.columns.roles.has('currency'))) return undefined
  return {
    column: 'currency',
    value: sign,
    rule: `is not the sign of ${currency}: state currency: ${meant[0]} under this input, and give rates in a table fx`,
  }
}

function numberWords(numbers: Evidence, decimal: '.' | ','): string[] {
  const [clear, thousands] = decimal === ',' ? (['comma', 'point3'] as const) : (['point', 'comma3'] as const)
  const value =
    numbers.sample(clear) || numbers.sample(`whole ${clear}`) || numbers.sample(thousands) || numbers.sample(`whole ${thousands}`)
  return [
    ...(value === '' ? [] : [`decimal ${clear} ("${value}")`]),
    ...(numbers.count('sign') > 0 ? [`amounts with ${numbers.sample('sign')}`] : []),
    ...(numbers.count('blank') > 0 ? [`"${numbers.sample('blank')}" as empty`] : []),
  ]
}

async function weighDates(workspace: Workspace, file: InputFile, evidence: Evidence): Promise<void> {
  const rows = await tally(workspace, file, dateCells(file), sql`${dateKind(sql`v`)} AS kind`)
  for (const { kind, count, value } of rows) evidence.add(String(kind), Number(count), String(value))
}

function dateWords(dates: Evidence, order: Dialect['order'], stated: boolean, zone: string | undefined): string[] {
  const isOrdered = order !== undefined && dates.count('dmy') + dates.count('mdy') + dates.count('either') > 0
  const why = stated ? 'as stated' : `"${dates.sample(order ?? '')}" decides`
  return [
    ...(isOrdered ? [`dates as ${order === 'dmy' ? 'day/month/year' : 'month/day/year'} (${why})`] : []),
    ...(dates.count('unix') > 0
      ? [`times counted since 1970, ${zone === undefined ? 'with the days of UTC' : `converted to ${zone}`}`]
      : []),
    ...(dates.count('other') > 0 ? [`dates such as "${dates.sample('other')}"`] : []),
  ]
}

async function weighZones(workspace: Workspace, file: InputFile, evidence: Evidence): Promise<void> {
  const rows = await tally(workspace, file, dateCells(file), sql`${offsetOf(sql`v`)} AS zone`, hasOffset(sql`v`))
  for (const { zone, count, value } of rows) {
    if (/^(Z|UTC|GMT|[+-]00(:?00)?)$/.test(String(zone))) continue
    evidence.add('away', Number(count), String(zone))
    evidence.add('offset', Number(count), String(zone))
    evidence.add('time', Number(count), String(value))
  }
}

function dateColumn(file: InputFile): string {
  const role = DATES.find(role => file.columns.roles.has(role))
  return role === undefined ? 'date' : file.header[file.columns.roles.get(role)!]!
}

function moneyCells({ columns: { roles, wide } }: InputFile): Sql[] {
  const positions = [...MONEY.flatMap(role => roles.get(role) ?? []), ...wide.map(({ position }) => position)]
  return positions.map(cellText)
}

function installCells({ columns: { roles } }: InputFile): Sql[] {
  const position = roles.get('installs')
  return position === undefined ? [] : [cellText(position)]
}

function dateCells({ columns: { roles } }: InputFile): Sql[] {
  return DATES.flatMap(role => roles.get(role) ?? []).map(cellText)
}
