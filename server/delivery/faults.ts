export interface DeliveryFault {
  /** File name within the delivery. */
  file: string
  row?: number
  column?: string
  /** The invalid text; null if empty or missing. */
  value?: string | null
  rule: string
}

/** Faults listed one by one for people. */
export const LISTED_FAULTS = 50
export const MAX_FAULTS = 10_000

export class DeliveryError extends Error {
  /** Some of each kind, in table and row order. */
  readonly faults: DeliveryFault[]
  readonly total: number
  readonly groups: FaultGroup[]

  constructor(faults: DeliveryFault[], total = faults.length, groups = groupFaults(faults)) {
    super(`The delivery has ${total} ${total === 1 ? 'error' : 'errors'}; nothing was loaded`)
    this.name = 'DeliveryError'
    this.faults = faults.slice(0, MAX_FAULTS)
    this.total = total
    this.groups = groups
  }
}

/** Maximum characters shown of a value; a cell may have millions. */
export const LONGEST_VALUE = 1000

/** Truncates a value. Copies it, since a substring would keep the whole text in memory. */
export function truncate(value: string): string {
  return value.length > LONGEST_VALUE ? Buffer.from(value.slice(0, LONGEST_VALUE), 'utf16le').toString('utf16le') : value
}

export interface FaultGroup {
  file: string
  column?: string
  rule: string
  count: number
  first: Pick<DeliveryFault, 'row' | 'value'>[]
}

export const FIRST_PLACES = 5
const MAX_GROUPS = 1000

function groupFaults(faults: readonly DeliveryFault[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>()
  for (const { file, column, rule, row, value } of faults) {
    const key = JSON.stringify([file, column, rule])
    let group = groups.get(key)
    if (group === undefined) {
      if (groups.size === MAX_GROUPS) continue
      groups.set(key, (group = { file, ...(column === undefined ? {} : { column }), rule, count: 0, first: [] }))
    }
    group.count++
    if (group.first.length < FIRST_PLACES)
      group.first.push({ ...(row === undefined ? {} : { row }), ...(value === undefined ? {} : { value }) })
  }
  return [...groups.values()]
}

/** Maximum faults of one kind that are all listed. */
const FEW = 3
/** Maximum further places shown per kind, with other values. */
const FURTHER = 3

const whole = new Intl.NumberFormat('en-US')

type Refusal = Pick<DeliveryError, 'message' | 'faults' | 'total'> & Partial<Pick<DeliveryError, 'groups'>>

/** Formats the refusal in about 50 lines: kinds of faults, or one line for each. */
export function formatFaults({ message, faults, total, groups }: Refusal): string[] {
  const [lines, told] = groups === undefined ? listOneByOne(faults) : grouped(groups)
  return [`${message}:`, ...lines, ...(total > told ? [`... and ${whole.format(total - told)} more`] : [])]
}

type Lines = [lines: string[], told: number]

function listOneByOne(faults: readonly DeliveryFault[]): Lines {
  const shown = faults.slice(0, LISTED_FAULTS)
  return [shown.map(formatFault), shown.length]
}

/** A line per group; remaining room lists small groups one by one, then more places of the others. */
function grouped(groups: readonly FaultGroup[]): Lines {
  const shown = groups.slice(0, LISTED_FAULTS)
  let room = LISTED_FAULTS - shown.length
  const grown = new Map<FaultGroup, string[]>()
  const grow = (group: FaultGroup, lines: string[]): void => {
    if (lines.length - 1 > room) return
    room -= lines.length - 1
    grown.set(group, lines)
  }
  for (const group of shown)
    if (isFew(group))
      grow(
        group,
        group.first.map(place => formatFault({ ...group, ...place })),
      )
  for (const group of shown) if (!isFew(group)) grow(group, [headline(group), ...further(group)])
  return [shown.flatMap(group => grown.get(group) ?? [headline(group)]), shown.reduce((sum, { count }) => sum + count, 0)]
}

function isFew({ count, first }: FaultGroup): boolean {
  return count <= FEW && first.length === count
}

function headline(group: FaultGroup): string {
  const { file, column, rule, count, first } = group
  const place = [shortenForPrint(file), ...(column === undefined ? [] : [shortenForPrint(column)])].join(', ')
  const at = first[0]?.row === undefined ? '' : `, first in ${formatPlace(file, first[0])}`
  return `  ${place}: ${rule} (${whole.format(count)} ${count === 1 ? 'time' : 'times'}${at})`
}

function further({ file, first }: FaultGroup): string[] {
  const places = first.filter(({ row, value }) => row !== undefined && value !== first[0]!.value).slice(0, FURTHER)
  return places.length === 0 ? [] : [`    then ${places.map(place => formatPlace(file, place)).join(', ')}`]
}

function formatPlace(file: string, { row, value }: Pick<DeliveryFault, 'row' | 'value'>): string {
  return `${unitOf(file)} ${row}${value === undefined ? '' : `: ${formatValue(value)}`}`
}

function formatFault({ file, row, column, value, rule }: DeliveryFault): string {
  const place = [
    shortenForPrint(file),
    ...(row === undefined ? [] : [`${unitOf(file)} ${row}`]),
    ...(column === undefined ? [] : [shortenForPrint(column)]),
  ].join(', ')
  return `  ${place}: ${rule}${value === undefined ? '' : ` (${formatValue(value)})`}`
}

function unitOf(file: string): string {
  return file.endsWith('.parquet') ? 'row' : 'line'
}

function formatValue(value: string | null): string {
  return value === null ? 'empty' : JSON.stringify(shortenForPrint(value))
}

export const LISTED_NAMES = 10
const LONGEST_PRINTED = 80

export function formatNames(names: readonly string[], all = names.length): string {
  const more = all > LISTED_NAMES ? ` and ${all - LISTED_NAMES} more` : ''
  return `${names.slice(0, LISTED_NAMES).map(shortenForPrint).join(', ')}${more}`
}

/** Shortens a delivery's text for printing; the caller must escape control characters. */
export function shortenForPrint(text: string): string {
  return text.length > LONGEST_PRINTED ? `${text.slice(0, LONGEST_PRINTED)}...` : text
}
