import type { DeliveryFault } from './delivery-error.ts'

/** All faults of one kind: the same file, column and rule. */
export interface FaultGroup {
  file: string
  column?: string
  rule: string
  /** How many there are, listed one by one or not. */
  count: number
  /** Where the first ones are, and with what. */
  first: Pick<DeliveryFault, 'row' | 'value'>[]
}

/** Places that a group tells. */
export const FIRST_PLACES = 5
/** Groups that are told: rules are few, but names of files and columns are up to the delivery. */
const MOST_GROUPS = 1000

/** Groups of faults of which all are at hand. */
export function groupFaults(faults: readonly DeliveryFault[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>()
  for (const { file, column, rule, row, value } of faults) {
    const key = JSON.stringify([file, column, rule])
    let group = groups.get(key)
    if (group === undefined) {
      if (groups.size === MOST_GROUPS) continue
      groups.set(key, (group = { file, ...(column === undefined ? {} : { column }), rule, count: 0, first: [] }))
    }
    group.count++
    if (group.first.length < FIRST_PLACES)
      group.first.push({ ...(row === undefined ? {} : { row }), ...(value === undefined ? {} : { value }) })
  }
  return [...groups.values()]
}
