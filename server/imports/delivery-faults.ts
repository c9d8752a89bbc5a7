import { sum } from '../core/formulas/sums.ts'
export interface DeliveryFault {
  /** File name within the delivery. */
  file: string
  row?: number
  column?: string
  /** The invalid text; null if empty or missing. */
  value?: string | null
  rule: string
}

/** A change that keeps the meaning of a delivery. */
export interface Repair {
  file: string
  column?: string
  what: string
  /** Number of repaired rows and the first of them, if cells changed. */
  rows?: number
  first?: { row: number; before: string; after: string }
}

/** Maximum errors listed individually. */
export const LISTED_FAULTS = 50
export const MAX_FAULTS = 10_000

export class DeliveryError extends Error {
  /** Some of each kind, in table and row order. */
  readonly faults: DeliveryFault[]
  readonly total: number
  readonly groups: FaultGroup[]
  /** Repairs in the copy that has these errors. */
  repairs: Repair[] | undefined
  /** Number of errors that a repaired copy lacks; undefined if unknown. */
  repairable: number | undefined

  constructor(faults: DeliveryFault[], total = faults.length, groups = groupFaults(faults)) {
    super(`The delivery has ${total} ${total === 1 ? 'error' : 'errors'}; nothing was loaded`)
    this.name = 'DeliveryError'
    this.faults = faults.slice(0, MAX_FAULTS)
    this.total = total
    this.groups = groups
  }

  /** Errors that `other` lacks. It may have new ones, such as those of a file that could not be read before. */
  countMissingIn(other: DeliveryError): number {
    const remaining = new Map(other.groups.map(group => [kindOf(group), group.count]))
    return sum(this.groups, group => Math.max(0, group.count - (remaining.get(kindOf(group)) ?? 0)))
  }
}

export function kindOf({
  file,
  column,
  rule,
}: Pick<DeliveryFault, 'file' | 'column' | 'rule'>): string {
  return JSON.stringify([file, column, rule])
}

/** Maximum characters shown of a value; a cell may have millions. */
export const LONGEST_VALUE = 1000

/** Truncates a value. Copies it, since a substring would keep the whole text in memory. */
export function truncate(value: string): string {
  return value.length > LONGEST_VALUE
    ? Buffer.from(value.slice(0, LONGEST_VALUE), 'utf16le').toString('utf16le')
    : value
}

export interface FaultGroup {
  file: string
  column?: string
  rule: string
  count: number
  first: Place[]
  /** Rows of other files with the same error in the same column. */
  same?: Following[]
  /** Rows of other files that are invalid only because of this. */
  follow?: Following[]
}

export type Place = Pick<DeliveryFault, 'row' | 'value'>

export interface Following {
  file: string
  rows: number
  first: Place[]
}

/** Errors of one file, or of a delivery. */
export type Findings = Pick<DeliveryError, 'faults' | 'groups' | 'total'>

export function findingsOf(faults: DeliveryFault[]): Findings {
  return { faults, groups: groupFaults(faults), total: faults.length }
}

export const FIRST_PLACES = 5
const MAX_GROUPS = 1000

function groupFaults(faults: readonly DeliveryFault[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>()
  for (const fault of faults) {
    const { file, column, rule, row, value } = fault
    const key = kindOf(fault)
    let group = groups.get(key)
    if (group === undefined) {
      if (groups.size === MAX_GROUPS) continue
      groups.set(
        key,
        (group = { file, ...(column === undefined ? {} : { column }), rule, count: 0, first: [] }),
      )
    }
    group.count++
    if (group.first.length < FIRST_PLACES)
      group.first.push({
        ...(row === undefined ? {} : { row }),
        ...(value === undefined ? {} : { value }),
      })
  }
  return [...groups.values()]
}

export const LISTED_NAMES = 10
const LONGEST_PRINTED = 80

export function formatNames(names: readonly string[], all = names.length): string {
  const more = all > LISTED_NAMES ? ` and ${all - LISTED_NAMES} more` : ''
  return `${names.slice(0, LISTED_NAMES).map(shortenForPrint).join(', ')}${more}`
}

/** `Google Ads, Meta Ads and 3 more` */
export function listSome(items: readonly string[], most: number): string {
  return `${items.slice(0, most).join(', ')}${items.length > most ? ` and ${items.length - most} more` : ''}`
}

/** Shortens a delivery's text for printing; the caller must escape control characters. */
export function shortenForPrint(text: string): string {
  return text.length > LONGEST_PRINTED ? `${text.slice(0, LONGEST_PRINTED)}...` : text
}

/** Errors of DuckDB that a value causes. Others come from the machine or a defect. */
const BY_VALUE =
  /^(?:Error: )?(?:(?:Out of Range|Conversion) Error: |Invalid Input Error: .*\b(?:cast|decimal)\b)/i
/** The value as DuckDB quotes it, or the operands of an overflow. */
const VALUE = /"([^"]*)"|'([^']*)'|\(([-0-9.]+ ?[-+*/] ?[-0-9.]+)\)/

/** An error of the database that a value causes, in words; undefined if it has another cause. */
export function engineFault(
  error: unknown,
  { file, column }: Pick<DeliveryFault, 'file' | 'column'>,
): DeliveryFault | undefined {
  const text = String(error)
  if (!BY_VALUE.test(text)) return undefined
  const value = VALUE.exec(text)
    ?.slice(1)
    .find(capture => capture !== undefined)
  const rule = /overflow|range|does not fit|too (?:large|big)/i.test(text)
    ? 'must have values and sums below 10^12: one of them, or its product with a rate, is larger'
    : 'must have values of its type: one of them cannot be converted'
  return {
    file,
    ...(column !== undefined && { column }),
    ...(value !== undefined && { value: truncate(value) }),
    rule,
  }
}
