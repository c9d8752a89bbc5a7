import { isCalendarDate } from '../../core/model/dates.ts'
import { PLACEHOLDER, YEAR_LAST } from '../cell-kinds.ts'
import type { TableColumn } from '../tables.ts'

/** Facts about a column that its cells prove. */
export interface Evidence {
  decimalCommas: boolean
  points: boolean
  dayFirst: boolean
  monthFirst: boolean
}

type Repair = (cell: string, evidence: Evidence) => string | undefined

/** Repairs that keep the meaning of a cell, by name. */
export type CellRepairs = [what: string, repair: Repair][]

/** A comma that can only be a decimal one. */
const SURE_COMMA = /^-?(\d+,(\d{1,2}|\d{4,})|\d{4,},\d+|0\d*,\d+)$/
const COMMA = /^-?\d+,\d+$/
const LAST_YEAR = new RegExp(`^${YEAR_LAST}$`)
const FIRST_YEAR = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$|^(\d{4})(\d\d)(\d\d)$/
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00(:00(\.0+)?)?( ?(Z|UTC|[+-]00(:?00)?))?$/
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)$/i
const EMPTY = new RegExp(`^${PLACEHOLDER.replace('(?i)', '')}$`, 'i')
/** Spellings of booleans and NULL in databases. */
const TRUTHS: Readonly<Record<string, string>> = {
  t: 'true',
  f: 'false',
  '1': 'true',
  '0': 'false',
}
const DATABASE_NULL = String.raw`\N`
const LIST = /^[[({]?\s*\d+((\s*[,;|]\s*|\s+)\d+)*\s*[\])}]?$/
/** Columns with codes in capital letters. */
const CAPITALS: Record<string, RegExp> = {
  country: /^([a-z]{2}|global)$/i,
  currency: /^[a-z]{3}$/i,
}

export function noEvidence(): Evidence {
  return { decimalCommas: false, points: false, dayFirst: false, monthFirst: false }
}

export function addEvidence(evidence: Evidence, { kind }: TableColumn, text: string): void {
  const cell = text.trim()
  if (kind === 'money' || kind === 'ratio') {
    evidence.decimalCommas ||= SURE_COMMA.test(cell)
    evidence.points ||= cell.includes('.')
  }
  if (kind !== 'date') return
  const parts = LAST_YEAR.exec(cell)
  evidence.dayFirst ||= Number(parts?.[1]) > 12
  evidence.monthFirst ||= Number(parts?.[2]) > 12
}

/** In the order of application. */
export function cellRepairs(name: string, { kind, nullable, words }: TableColumn): CellRepairs {
  const repairs: CellRepairs = [['spaces at the ends removed', cell => cell.trim()]]
  const capitals = CAPITALS[name]
  if (words !== undefined) {
    repairs.push([
      'letter case',
      cell => words.find(word => word.toLowerCase() === cell.toLowerCase()),
    ])
  } else if (capitals !== undefined)
    repairs.push(['letter case', cell => (capitals.test(cell) ? cell.toUpperCase() : undefined)])
  else if (name === 'dsi_values')
    repairs.push([
      'numbers separated by commas alone',
      cell => (LIST.test(cell) ? cell.match(/\d+/g)?.join(',') : undefined),
    ])
  if (nullable === true && kind !== 'text')
    repairs.push(['emptied, since it has no value', cell => (EMPTY.test(cell) ? '' : undefined)])
  if (nullable === true)
    repairs.push(['emptied, since it is NULL', cell => (cell === DATABASE_NULL ? '' : undefined)])
  return [...repairs, ...OF_KIND[kind]]
}

const DECIMALS: CellRepairs = [
  [
    'decimal comma to point',
    (cell, { decimalCommas, points }) =>
      decimalCommas && !points && COMMA.test(cell) ? cell.replace(',', '.') : undefined,
  ],
]

const OF_KIND: Record<TableColumn['kind'], CellRepairs> = {
  text: [],
  integer: [
    [
      'decimals .0 removed',
      cell => (/^\d+\.0{1,2}$/.test(cell) ? cell.replace(/\.0+$/, '') : undefined),
    ],
  ],
  money: DECIMALS,
  ratio: DECIMALS,
  boolean: [
    ['t, f, 1 and 0 as true and false', cell => TRUTHS[cell.toLowerCase()]],
    ['letter case', cell => (/^(true|false)$/i.test(cell) ? cell.toLowerCase() : undefined)],
  ],
  date: [
    ['time at midnight removed', cell => MIDNIGHT.exec(cell)?.[1]],
    [
      'date as YYYY-MM-DD',
      cell => isoDate(FIRST_YEAR.exec(cell)?.filter(part => part !== undefined)),
    ],
    [
      'date of day, month, year as YYYY-MM-DD',
      (cell, { dayFirst, monthFirst }) =>
        dayFirst && !monthFirst ? lastYear(cell, [3, 2, 1]) : undefined,
    ],
    [
      'date of month, day, year as YYYY-MM-DD',
      (cell, { dayFirst, monthFirst }) =>
        monthFirst && !dayFirst ? lastYear(cell, [3, 1, 2]) : undefined,
    ],
  ],
  timestamp: [['timestamp in UTC with T and Z', utcTimestamp]],
}

function lastYear(cell: string, order: readonly number[]): string | undefined {
  const parts = LAST_YEAR.exec(cell)
  return parts === null ? undefined : isoDate(['', ...order.map(index => parts[index]!)])
}

/** @param parts after the first: year, month, day */
function isoDate(parts: readonly string[] | undefined): string | undefined {
  if (parts === undefined) return undefined
  const [, year, month, day] = parts as [string, string, string, string]
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

function utcTimestamp(cell: string): string | undefined {
  const [, date = '', time = '', zone = ''] = MOMENT.exec(cell) ?? []
  if (!isCalendarDate(date)) return undefined
  if (/^(z|utc|[+-]00(:?00)?)$/i.test(zone)) return `${date}T${time}Z`
  const moment = new Date(
    `${date}T${time}${zone.replace(/^(.\d\d)$/, '$1:00').replace(/(\d\d)(\d\d)$/, '$1:$2')}`,
  )
  // A Date has milliseconds.
  return Number.isNaN(moment.getTime()) || /\.\d{4,}/.test(time) ? undefined : moment.toISOString()
}
