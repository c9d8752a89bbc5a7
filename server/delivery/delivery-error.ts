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

/** Faults listed in a `DeliveryError`; its `total` counts all. */
export const LISTED_FAULTS = 50

/** A delivery that was refused; nothing of it was loaded. */
export class DeliveryError extends Error {
  /** The first faults, in the order of the tables and of their rows. */
  readonly faults: DeliveryFault[]
  /** How many faults there are altogether. */
  readonly total: number

  constructor(faults: DeliveryFault[], total = faults.length) {
    super(`The delivery has ${total} ${total === 1 ? 'fault' : 'faults'}; nothing was loaded`)
    this.name = 'DeliveryError'
    this.faults = faults.slice(0, LISTED_FAULTS)
    this.total = total
  }
}

/** Characters of a value that are told; a cell may have millions. */
export const LONGEST_VALUE = 5000
/** Characters of a text that are printed. */
const LONGEST_PRINTED = 80

/** The refusal in lines for people: one per fault, then what was left out. */
export function formatFaults(error: Pick<DeliveryError, 'message' | 'faults' | 'total'>): string[] {
  const more = error.total - error.faults.length
  return [`${error.message}:`, ...error.faults.map(formatFault), ...(more > 0 ? [`... and ${more} more`] : [])]
}

function formatFault({ file, row, column, value, rule }: DeliveryFault): string {
  const unit = file.endsWith('.parquet') ? 'row' : 'line'
  const place = [
    shortened(file),
    ...(row === undefined ? [] : [`${unit} ${row}`]),
    ...(column === undefined ? [] : [shortened(column)]),
  ].join(', ')
  return `  ${place}: ${rule}${value === undefined ? '' : ` (${formatValue(value)})`}`
}

/** What is printed of a text out of a delivery; who prints it sees to it that a terminal only shows it. */
function shortened(text: string): string {
  return text.length > LONGEST_PRINTED ? `${text.slice(0, LONGEST_PRINTED)}...` : text
}

/** Names that are told of many. */
export const LISTED_NAMES = 10

/** The first ones of some names out of a delivery, and how many more there are of `all`. */
export function some(names: readonly string[], all = names.length): string {
  const more = all > LISTED_NAMES ? ` and ${all - LISTED_NAMES} more` : ''
  return `${names.slice(0, LISTED_NAMES).map(shortened).join(', ')}${more}`
}

function formatValue(value: string | null): string {
  return value === null ? 'empty' : JSON.stringify(shortened(value))
}
