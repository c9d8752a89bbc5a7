import type { Workspace } from '../../imports/workspace.ts'
import { dateOf } from '../../core/model/dates.ts'
import { joined, literal, plain, sql, type Sql } from '../../core/model/sql.ts'
import type { Config } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import { currenciesOf } from './units.ts'
import {
  type Cells,
  cutOf,
  decimalOf,
  Evidence,
  weighDates,
  weighNumbers,
  weighZones,
} from '../../imports/reader/dialect.ts'
import {
  cellText,
  currencySign,
  type Dialect,
  hasOffset,
  PLAIN,
  yearFirst,
} from '../../imports/reader/grammar.ts'
import { DIMENSIONS } from '../model/facts.ts'
import type { Role } from './formats/format.ts'
import { type Input, type InputFile, reading } from './open-inputs.ts'
import { formWords } from './text-file.ts'
import { dividedBy, isLeftOut } from './input-rows.ts'
import { findTotals, mayBeTotal } from './totals.ts'

const MONEY: readonly Role[] = ['spend', 'revenue', 'revenue_net', 'live_roas', 'rate']
const DATES: readonly Role[] = ['date', 'install_date', 'install_time', 'event_time']

type Zoned = Pick<Config['app'], 'currency' | 'timeZone'>

/**
 * Determines the notation of numbers and dates for all files of a pattern, sets their `dialect`, and describes it. The whole column
 * decides; cells that do not fit are reported with their lines later.
 * @throws ForecastFaults if a column can be read in two ways
 */
export async function learnDialects(
  workspace: Workspace,
  inputs: readonly Input[],
  app: Zoned,
): Promise<string[]> {
  const faults: ForecastFault[] = []
  const notes: string[] = []
  const groups = new Map<string, Input[]>()
  for (const input of inputs) {
    const { files, decimal, dateOrder, timeZone } = input.config
    const key = JSON.stringify([files, decimal, dateOrder, timeZone])
    groups.set(key, [...(groups.get(key) ?? []), input])
  }
  for (const group of groups.values())
    notes.push(...(await learnGroup(workspace, group, app, faults)))
  if (faults.length > 0) throw new ForecastFaults(faults)
  return notes
}

async function learnGroup(
  workspace: Workspace,
  group: readonly Input[],
  app: Zoned,
  faults: ForecastFault[],
): Promise<string[]> {
  const [{ config }] = group as [Input]
  const files = group.flatMap(input =>
    input.files.filter(({ rows }) => rows > 0).map(file => ({ input, file })),
  )
  const [numbers, dates, zones] = [new Evidence(), new Evidence(), new Evidence()]
  const odd: Odd = { numbers: 0, dates: 0, zoned: 0, unnamed: 0 }
  const summed = new Set<InputFile>()
  for (const { file } of files) {
    const counts = await reading([file], () => oddCells(workspace, file))
    for (const name of ['numbers', 'dates', 'zoned'] as const) odd[name] += counts[name]
    if (counts.unnamed > 0) summed.add(file)
  }
  const [first] = files.map(({ file }) => file)
  if (first === undefined) return []
  const words = [...new Set(files.flatMap(({ file }) => formWords(file.form)))]
  const dialect: Dialect = { ...PLAIN, zone: app.timeZone, zoned: odd.zoned > 0 }
  const { timeZone } = config
  if (timeZone !== undefined && app.timeZone !== undefined && timeZone !== app.timeZone)
    dialect.local = timeZone
  const semicolons = files.some(({ file }) => file.form.separator === ';')
  if (odd.numbers > 0 || semicolons || config.decimal !== undefined) {
    for (const { file } of files) {
      await weighNumbers(workspace, cellsOf(file, moneyCells(file)), numbers)
      await weighNumbers(workspace, cellsOf(file, installCells(file)), numbers, 'whole ')
    }
    dialect.decimal = config.decimal ?? decimalOf(numbers, semicolons)
    if (dialect.decimal === undefined) faults.push(undecidedNumbers(first.file, numbers))
    else words.push(...numberWords(numbers, dialect.decimal))
    const signs = new Set<string>()
    for (const { input, file } of files)
      faults.push(...(await foreignSigns(workspace, input, file, app.currency, signs)))
    if (signs.size > 0) words.push(`amounts with ${[...signs].join(', ')}`)
  }
  if (odd.dates > 0 || config.dateOrder !== undefined) {
    for (const { file } of files) await weighDates(workspace, cellsOf(file, dateCells(file)), dates)
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
    dialect.counted = ['unix', 'serial', 'digits'].some(kind => dates.count(kind) > 0)
    dialect.named = dates.count('named') > 0
    dialect.periods = dates.count('period') > 0
    dialect.cut = cutOf(dates)
    words.push(...dateWords(dates, order, config.dateOrder !== undefined, app.timeZone))
  }
  if (odd.zoned > 0) {
    for (const { file } of files) await weighZones(workspace, cellsOf(file, dateCells(file)), zones)
    const [offset, value] = [zones.sample('offset'), zones.sample('time')]
    if (app.timeZone === undefined && zones.count('away') > 0) {
      faults.push({
        file: first.file,
        column: dateColumn(first),
        value,
        rule: `has a time zone: state app.time_zone, the zone whose days count, for example "${/^[+-]\d\d:\d\d$/.test(offset) ? offset : '+09:00'}" or Asia/Tokyo`,
      })
    } else
      words.push(
        app.timeZone === undefined
          ? 'times in UTC: days are those of UTC'
          : `times with a zone, converted to ${app.timeZone}`,
      )
  }
  for (const { file } of files) file.dialect = dialect
  for (const { input, file } of files.filter(({ file }) => summed.has(file))) {
    const totals = await findTotals(workspace, input, file)
    file.totals = totals.records
    if (input === group[0]) words.push(...totals.words)
  }
  words.push(
    ...new Set(files.flatMap(({ input, file }) => unitWords(input, file, app.currency))),
    ...(await leftWords(workspace, files)),
  )
  const renamed = [...new Set(files.flatMap(({ file }) => file.columns.renamed))]
  if (renamed.length > 0) words.push(`headers ${renamed.join(', ')}`)
  return words.length === 0 ? [] : [`${config.files.join(', ')}: read as ${words.join('; ')}.`]
}

/** Cells of rows, without totals. */
function cellsOf(file: InputFile, cells: readonly Sql[]): Cells {
  return { relation: sql`(SELECT * FROM ${file.relation} WHERE NOT ${mayBeTotal(file)})`, cells }
}

function unitWords(input: Input, file: InputFile, currency: string): string[] {
  const { columns, header } = file
  const divided = MONEY.flatMap(role => {
    const by = dividedBy(input, file, role)
    const position =
      columns.roles.get(role) ?? (role === 'revenue' ? columns.wide[0]?.position : undefined)
    return by === 1 || position === undefined ? [] : [`"${header[position]!}" divided by ${by}`]
  })
  return [
    ...divided,
    ...(columns.currency === undefined || columns.currency === currency
      ? []
      : [`amounts in ${columns.currency}, as their column says`]),
  ]
}

async function leftWords(
  workspace: Workspace,
  files: readonly { input: Input; file: InputFile }[],
): Promise<string[]> {
  const words = new Set<string>()
  for (const { file } of files) {
    for (const { position, texts } of file.columns.leftOut) {
      const { count } = await workspace.counts(
        sql`SELECT count(*) AS count FROM ${file.relation} WHERE ${isLeftOut(position, texts)}`,
      )
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
  /** Rows that lack a date or names, or are named as a total. */
  unnamed: number
}

/** One pass over a file; most files have none. */
async function oddCells(workspace: Workspace, file: InputFile): Promise<Odd> {
  const any = (conditions: readonly Sql[]): Sql =>
    conditions.length === 0 ? sql`false` : sql`(${joined(conditions, sql` OR `)})`
  const value = (text: Sql): Sql =>
    sql`TRY_CAST(coalesce(nullif(${text}, ''), '0') AS DECIMAL(18,6))`
  const numbers = any([
    ...moneyCells(file).map(text => sql`${value(text)} IS NULL`),
    ...installCells(file).map(
      text => sql`${value(text)} IS DISTINCT FROM trunc(${value(text)}) OR ${value(text)} IS NULL`,
    ),
  ])
  const times = dateCells(file)
  const dates = any(
    times.map(
      text =>
        sql`${text} <> '' AND (length(${text}) < 10 OR TRY_CAST(${text} AS TIMESTAMP) IS NULL OR NOT ${yearFirst(text)})`,
    ),
  )
  const { odd } = await workspace.counts(
    sql`SELECT count(*) AS odd FROM ${file.relation} WHERE ${any(suspicions(file))}`,
  )
  if (odd === 0) return { numbers: 0, dates: 0, zoned: 0, unnamed: 0 }
  const counts =
    await workspace.counts(sql`SELECT count(*) FILTER (WHERE NOT total AND ${numbers}) AS numbers,
    count(*) FILTER (WHERE NOT total AND ${dates}) AS dates, count(*) FILTER (WHERE NOT total AND ${any(times.map(hasOffset))}) AS zoned,
    count(*) FILTER (WHERE total OR ${nameless(file)}) AS unnamed FROM (SELECT *, ${mayBeTotal(file)} AS total FROM ${file.relation})`)
  return counts as unknown as Odd
}

/** Whether a row has no name, in a file with names. */
function nameless({ columns: { roles } }: InputFile): Sql {
  const names = DIMENSIONS.flatMap(name => roles.get(name) ?? []).map(
    at => sql`coalesce(${plain(`c${at}`)}, '') = ''`,
  )
  return names.length === 0 ? sql`false` : sql`(${joined(names, sql` AND `)})`
}

/** Cheap conditions that every unusual cell meets, and few others: most files are plain, and may have millions of rows. */
function suspicions(file: InputFile): Sql[] {
  const { roles, wide } = file.columns
  const column = (position: number): Sql => plain(`c${position}`)
  const value = (position: number): Sql => sql`TRY_CAST(${column(position)} AS DECIMAL(18,6))`
  const of = (wanted: readonly Role[]): number[] => wanted.flatMap(role => roles.get(role) ?? [])
  return [
    ...[...of(MONEY), ...wide.map(({ position }) => position)].map(
      at => sql`(${column(at)} <> '' AND ${value(at)} IS NULL)`,
    ),
    ...of(['installs']).map(
      at =>
        sql`(${column(at)} <> '' AND ${value(at)} IS DISTINCT FROM trunc(${value(at)}) OR ${column(at)} <> '' AND ${value(at)} IS NULL)`,
    ),
    ...of(DATES).map(
      at =>
        sql`(${column(at)} IS NULL OR strlen(${column(at)}) NOT IN (10, 19) OR ${column(at)}[5] <> '-')`,
    ),
    ...of(DIMENSIONS).map(
      at =>
        sql`(${column(at)} <> '' AND lower(${column(at)}) LIKE '%total%' OR lower(${column(at)}) IN (${joined(TOTALS.map(literal))}))`,
    ),
    nameless(file),
  ]
}

// cspell:disable
/** Names of rows in reports of other languages that are sums. */
const TOTALS = 'summe gesamt insgesamt totale totaux итого всего 合計 总计 합계'.split(' ')
// cspell:enable

function undecidedNumbers(file: string, numbers: Evidence): ForecastFault {
  const rule =
    'can be thousands or a decimal mark: no other number of the file decides; state decimal: "." or decimal: "," under this input'
  return {
    file,
    column: 'numbers',
    value: numbers.sample('comma3') || numbers.sample('point3'),
    rule,
  }
}

/** Adds the signs and codes of currencies in cells to `signs`; those that are not of the row, column, input or app are faults. */
async function foreignSigns(
  workspace: Workspace,
  { mapping }: Input,
  file: InputFile,
  currency: string,
  signs: Set<string>,
): Promise<ForecastFault[]> {
  const cells = MONEY.filter(role => role !== 'live_roas' && role !== 'rate').flatMap(
    role => file.columns.roles.get(role) ?? [],
  )
  const all = [...cells, ...file.columns.wide.map(({ position }) => position)]
  const position = file.columns.roles.get('currency')
  const code = position === undefined ? sql`''` : sql`upper(${cellText(position)})`
  const usual = file.columns.currency ?? mapping.currency ?? currency
  const faults: ForecastFault[] = []
  for (const at of new Set(all)) {
    const rows =
      await workspace.rows(sql`SELECT sign, code, min(v) AS value, count(*) AS count FROM (
        SELECT ${cellText(at)} AS v, ${currencySign(cellText(at))} AS sign, ${code} AS code FROM ${file.relation}) WHERE sign <> '' GROUP BY ALL ORDER BY ALL`)
    for (const { sign, code, value } of rows) {
      const [meant, stated] = [
        currenciesOf(String(sign)),
        String(code) === '' ? usual : String(code),
      ]
      signs.add(String(sign))
      if (meant.includes(stated)) continue
      const [first = 'its code'] = meant
      faults.push({
        file: file.file,
        column: file.header[at]!,
        value: String(value),
        rule: `is not the sign of ${stated}: state currency: ${first} under this input, and give rates in a table fx`,
      })
    }
  }
  return faults
}

function numberWords(numbers: Evidence, decimal: '.' | ','): string[] {
  const [clear, thousands] =
    decimal === ',' ? (['comma', 'point3'] as const) : (['point', 'comma3'] as const)
  const value =
    numbers.sample(clear) ||
    numbers.sample(`whole ${clear}`) ||
    numbers.sample(thousands) ||
    numbers.sample(`whole ${thousands}`)
  return [
    ...(value === '' ? [] : [`decimal ${clear} ("${value}")`]),
    ...(numbers.count('blank') > 0 ? [`"${numbers.sample('blank')}" as empty`] : []),
  ]
}

function dateWords(
  dates: Evidence,
  order: Dialect['order'],
  stated: boolean,
  zone: string | undefined,
): string[] {
  const isOrdered =
    order !== undefined && dates.count('dmy') + dates.count('mdy') + dates.count('either') > 0
  const why = stated ? 'as stated' : `"${dates.sample(order ?? '')}" decides`
  const serial = dates.sample('serial')
  return [
    ...(isOrdered
      ? [`dates as ${order === 'dmy' ? 'day/month/year' : 'month/day/year'} (${why})`]
      : []),
    ...(dates.count('unix') > 0
      ? [
          `times counted since 1970, ${zone === undefined ? 'with the days of UTC' : `converted to ${zone}`}`,
        ]
      : []),
    ...(serial === ''
      ? []
      : [
          `a workbook's day numbers ("${serial}" is ${dateOf(Math.floor(Number(serial.replace(',', '.'))) - SERIAL_1970)})`,
        ]),
    ...['digits', 'named'].flatMap(kind =>
      dates.count(kind) > 0 ? [`dates such as "${dates.sample(kind)}"`] : [],
    ),
  ]
}

/** The day number of 1970-01-01 in workbooks. */
const SERIAL_1970 = 25_569

function dateColumn(file: InputFile): string {
  const role = DATES.find(role => file.columns.roles.has(role))
  return role === undefined ? 'date' : file.header[file.columns.roles.get(role)!]!
}

function moneyCells({ columns: { roles, wide, times } }: InputFile): Sql[] {
  const positions = [
    ...MONEY.flatMap(role => roles.get(role) ?? []),
    ...wide.map(({ position }) => position),
  ]
  return positions.map(position =>
    times === 'spend' ? sql`rtrim(${cellText(position)}, '% ')` : cellText(position),
  )
}

function installCells({ columns: { roles } }: InputFile): Sql[] {
  const position = roles.get('installs')
  return position === undefined ? [] : [cellText(position)]
}

function dateCells({ columns: { roles } }: InputFile): Sql[] {
  return DATES.flatMap(role => roles.get(role) ?? []).map(cellText)
}
