import { groupFaults, type FaultGroup } from './fault-groups.ts'

/** One fault of a delivery, placed as exactly as it can be. */
export interface DeliveryFault {
  /** File name within the delivery. */
  file: string
  /** Line in a CSV (the header is line 1, a row of several lines is named by its first); row of a Parquet file, from 1. */
  row?: number
  column?: string
  /** The offending text; null where it is empty or missing. */
  value?: string | null
  rule: string
}

/** Faults listed one by one for people. */
export const LISTED_FAULTS = 50
/** Faults listed one by one in a `DeliveryError`; its `groups` count all. */
export const MOST_FAULTS = 10_000

/** A delivery that was refused; nothing of it was loaded. */
export class DeliveryError extends Error {
  /** The first faults, some of each kind, in the order of the tables and of their rows. */
  readonly faults: DeliveryFault[]
  /** How many faults there are altogether. */
  readonly total: number
  /** What kinds of fault there are, and how many of each. */
  readonly groups: FaultGroup[]

  constructor(faults: DeliveryFault[], total = faults.length, groups = groupFaults(faults)) {
    super(`The delivery has ${total} ${total === 1 ? 'fault' : 'faults'}; nothing was loaded`)
    this.name = 'DeliveryError'
    this.faults = faults.slice(0, MOST_FAULTS)
    this.total = total
    this.groups = groups
  }
}

/** Characters of a value that are told; a cell may have millions. */
export const LONGEST_VALUE = 1000

/** What is told of a value. It is a copy: a part of a text would keep all of it in memory. */
export function told(value: string): string {
  return value.length > LONGEST_VALUE ? Buffer.from(value.slice(0, LONGEST_VALUE), 'utf16le').toString('utf16le') : value
}
