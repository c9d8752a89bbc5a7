import {
  type DeliveryError,
  type DeliveryFault,
  type FaultGroup,
  type Following,
  LISTED_FAULTS,
  type Place,
  type Repair,
  shortenForPrint,
} from './delivery-faults.ts'
import { fileFormat } from './check/list-files.ts'

/** Maximum errors of one kind that are all listed. */
const FEW = 3
/** Maximum further places shown per kind, with other values. */
const FURTHER = 3

const integers = new Intl.NumberFormat('en-US')

type Refusal = Pick<DeliveryError, 'message' | 'faults' | 'total'> &
  Partial<Pick<DeliveryError, 'groups'>>

/** Formats the refusal in about 50 lines: kinds of errors, or one line for each. */
export function formatFaults({ message, faults, total, groups }: Refusal): string[] {
  const [lines, listed] = groups === undefined ? listOneByOne(faults) : grouped(groups)
  return [
    `${message}:`,
    ...lines,
    ...(total > listed ? [`... and ${integers.format(total - listed)} more`] : []),
  ]
}

type Lines = [lines: string[], listed: number]

function listOneByOne(faults: readonly DeliveryFault[]): Lines {
  const listed = faults.slice(0, LISTED_FAULTS)
  return [listed.map(formatFault), listed.length]
}

/** A line per group; remaining lines list small groups individually, then more places of the others. */
function grouped(groups: readonly FaultGroup[]): Lines {
  const listed = groups.slice(0, LISTED_FAULTS)
  let room = LISTED_FAULTS - listed.length
  const grown = new Map<FaultGroup, string[]>()
  const grow = (group: FaultGroup, lines: string[]): void => {
    if (lines.length - 1 > room) return
    room -= lines.length - 1
    grown.set(group, lines)
  }
  for (const group of listed) if (isFew(group)) grow(group, oneByOne(group))
  for (const group of listed) if (!isFew(group)) grow(group, [headline(group), ...further(group)])
  return [
    listed.flatMap(group => grown.get(group) ?? [headline(group)]),
    listed.reduce((sum, { count }) => sum + count, 0),
  ]
}

function isFew({ count, first }: FaultGroup): boolean {
  return count <= FEW && first.length === count
}

function oneByOne(group: FaultGroup): string[] {
  const lines = group.first.map(location => formatFault({ ...group, ...location }))
  return [...lines.slice(0, -1), ...lines.slice(-1).map(line => `${line}${following(group)}`)]
}

function headline(group: FaultGroup): string {
  const { file, column, rule, count, first } = group
  const location = [
    shortenForPrint(file),
    ...(column === undefined ? [] : [shortenForPrint(column)]),
  ].join(', ')
  const at = first[0]?.row === undefined ? '' : `, first in ${formatPlace(file, first[0], column)}`
  return `  ${location}: ${rule} (${integers.format(count)} ${count === 1 ? 'time' : 'times'}${at})${following(group)}`
}

/** `; the same in 8 rows of cohort_revenue.csv; 16,903 rows of cohort_revenue.csv and 97 of roas_snapshots.csv follow from this` */
function following({ rule, same = [], follow = [] }: FaultGroup): string {
  const [only, ...others] = follow
  const verb = others.length === 0 && only?.rows === 1 ? 'follows' : 'follow'
  const texts = [
    ...(same.length === 0 ? [] : [`the same in ${formatRows(same)}`]),
    ...(follow.length === 0 ? [] : [`${formatRows(follow)} ${verb} from this`]),
  ]
  return texts
    .map((text, index) => `${index === 0 && rule.endsWith('?') ? '' : ';'} ${text}`)
    .join('')
}

function formatRows(all: readonly Following[]): string {
  const rows = all.map(
    ({ file, rows }, index) =>
      `${integers.format(rows)} ${index > 0 ? '' : rows === 1 ? 'row ' : 'rows '}of ${file}`,
  )
  return [rows.slice(0, -1).join(', '), ...rows.slice(-1)].filter(text => text !== '').join(' and ')
}

function further({ file, column, first }: FaultGroup): string[] {
  const [begin, ...others] = first
  const places = others
    .filter(
      ({ row, value }) =>
        row !== undefined && (value === undefined ? row !== begin?.row : value !== begin?.value),
    )
    .slice(0, FURTHER)
  return places.length === 0
    ? []
    : [`    then ${places.map(location => formatPlace(file, location, column)).join(', ')}`]
}

function formatPlace(file: string, { row, value }: Place, column?: string): string {
  return `${unitOf(file)} ${row}${value === undefined ? '' : `: ${formatValue(value, column)}`}`
}

function formatFault({ file, row, column, value, rule }: DeliveryFault): string {
  const location = [
    shortenForPrint(file),
    ...(row === undefined ? [] : [`${unitOf(file)} ${row}`]),
    ...(column === undefined ? [] : [shortenForPrint(column)]),
  ].join(', ')
  return `  ${location}: ${rule}${value === undefined ? '' : ` (${formatValue(value, column)})`}`
}

function unitOf(file: string): string {
  return fileFormat(file) === 'parquet' ? 'row' : 'line'
}

/** `cohorts.csv, platform: letter case (40 rows, first in line 2: "iOS" is now "IOS")` */
export function formatRepair({ file, column, what, rows, first }: Repair): string {
  const location = [file, ...(column === undefined ? [] : [column])].map(shortenForPrint).join(', ')
  if (rows === undefined || first === undefined) return `${location}: ${what}`
  const { row, before, after } = first
  return `${location}: ${what} (${integers.format(rows)} ${rows === 1 ? 'row' : 'rows'}, first in line ${row}: ${quoteText(before)} is now ${quoteText(after)})`
}

/** The values of several columns are comma-separated. */
function formatValue(value: string | null, column = ''): string {
  if (value === null) return 'empty'
  return quoteShortened(
    (column.includes(', ') ? value.split(', ') : [value]).map(showBlanks).join(', '),
  )
}

/** A text in quotes, with spaces at its ends shown as `␣`. */
export function quoteText(text: string): string {
  return quoteShortened(showBlanks(text))
}

const BLANKS_AT_ENDS = /^ +| +$/g

function showBlanks(cell: string): string {
  return cell.replace(BLANKS_AT_ENDS, blanks => '␣'.repeat(blanks.length))
}

/** Whitespace that looks like a space, or is invisible. */
const ODD_BLANKS = /[^\S \t\n\r]/gu

function quoteShortened(text: string): string {
  return JSON.stringify(shortenForPrint(text)).replace(
    ODD_BLANKS,
    blank => `\\u{${blank.codePointAt(0)!.toString(16)}}`,
  )
}
