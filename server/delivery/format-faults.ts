import { LISTED_FAULTS, type DeliveryError, type DeliveryFault } from './delivery-error.ts'
import type { FaultGroup } from './fault-groups.ts'
import { shortened } from './some.ts'

/** Faults of one kind up to which each has a line of its own. */
const FEW = 3
/** Further places, with other values, that are told of a kind with more. */
const FURTHER = 3

const whole = new Intl.NumberFormat('en-US')

type Refusal = Pick<DeliveryError, 'message' | 'faults' | 'total'> & Partial<Pick<DeliveryError, 'groups'>>

/** The refusal in at most some fifty lines for people: what kinds of fault there are, or else one line for each. */
export function formatFaults({ message, faults, total, groups }: Refusal): string[] {
  const [lines, told] = groups === undefined ? listed(faults) : grouped(groups)
  return [`${message}:`, ...lines, ...(total > told ? [`... and ${whole.format(total - told)} more`] : [])]
}

/** Lines, and how many faults they tell of. */
type Lines = [lines: string[], told: number]

function listed(faults: readonly DeliveryFault[]): Lines {
  const shown = faults.slice(0, LISTED_FAULTS)
  return [shown.map(formatFault), shown.length]
}

/** Each group has a line; what room is left has the few faults of a group one by one first, and then further places of the others. */
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
  const place = [shortened(file), ...(column === undefined ? [] : [shortened(column)])].join(', ')
  const at = first[0]?.row === undefined ? '' : `, first in ${formatPlace(file, first[0])}`
  return `  ${place}: ${rule} (${whole.format(count)} ${count === 1 ? 'time' : 'times'}${at})`
}

function further({ file, first }: FaultGroup): string[] {
  // The same value again says nothing more.
  const places = first.filter(({ row, value }) => row !== undefined && value !== first[0]!.value).slice(0, FURTHER)
  return places.length === 0 ? [] : [`    then ${places.map(place => formatPlace(file, place)).join(', ')}`]
}

function formatPlace(file: string, { row, value }: Pick<DeliveryFault, 'row' | 'value'>): string {
  return `${unitOf(file)} ${row}${value === undefined ? '' : `: ${formatValue(value)}`}`
}

function formatFault({ file, row, column, value, rule }: DeliveryFault): string {
  const place = [
    shortened(file),
    ...(row === undefined ? [] : [`${unitOf(file)} ${row}`]),
    ...(column === undefined ? [] : [shortened(column)]),
  ].join(', ')
  return `  ${place}: ${rule}${value === undefined ? '' : ` (${formatValue(value)})`}`
}

function unitOf(file: string): string {
  return file.endsWith('.parquet') ? 'row' : 'line'
}

function formatValue(value: string | null): string {
  return value === null ? 'empty' : JSON.stringify(shortened(value))
}
