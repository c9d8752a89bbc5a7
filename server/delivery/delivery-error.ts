/** One fault of a delivery, placed as exactly as it can be. */
export interface Fault {
  /** File name within the delivery. */
  file: string
  /** Line in a CSV (the header is line 1, a row of several lines is named by its first); row of a Parquet file, from 1. */
  row?: number
  column?: string
  /** The offending text; null where it is empty or missing. */
  value?: string | null
  rule: string
}

/** Faults listed in a `DeliveryError`; its `total` counts all. */
export const LISTED_FAULTS = 50

/** A delivery that was refused; nothing of it was loaded. */
export class DeliveryError extends Error {
  /** The first faults, in the order of the tables and of their rows. */
  readonly faults: Fault[]
  /** How many faults there are altogether. */
  readonly total: number

  constructor(faults: Fault[], total = faults.length) {
    super(`The delivery has ${total} ${total === 1 ? 'fault' : 'faults'}; nothing was loaded`)
    this.name = 'DeliveryError'
    this.faults = faults.slice(0, LISTED_FAULTS)
    this.total = total
  }
}

const LONGEST_VALUE = 80

/** The refusal in lines for people: one per fault, then what was left out. */
export function formatFaults(error: DeliveryError): string[] {
  const more = error.total - error.faults.length
  return [`${error.message}:`, ...error.faults.map(formatFault), ...(more > 0 ? [`... and ${more} more`] : [])]
}

function formatFault({ file, row, column, value, rule }: Fault): string {
  const unit = file.endsWith('.parquet') ? 'row' : 'line'
  const place = [file, ...(row === undefined ? [] : [`${unit} ${row}`]), ...(column === undefined ? [] : [column])].join(', ')
  return `  ${place}: ${rule}${value === undefined ? '' : ` (${formatValue(value)})`}`
}

function formatValue(value: string | null): string {
  if (value === null) return 'empty'
  return JSON.stringify(value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}...` : value)
}
