import type { FileFormat } from './request-types.ts'

/** Column types of the files. */
export type ColumnType = 'date' | 'timestamp' | 'int64' | 'double' | 'string'

export interface Column {
  name: string
  type: ColumnType
  /** How far a number may be off where what it is the difference of is much larger. */
  within?: number
}

/** One of several values that are equally right. */
export class Accepts {
  readonly what: string
  readonly accepts: (actual: unknown) => boolean

  constructor(what: string, accepts: (actual: unknown) => boolean) {
    this.what = what
    this.accepts = accepts
  }
}

/** Any number of a range. */
export class Between extends Accepts {
  readonly low: number
  readonly high: number

  constructor(low: number, high: number) {
    super(
      `${low} to ${high}`,
      actual => typeof actual === 'number' && low <= actual && actual <= high,
    )
    this.low = low
    this.high = high
  }
}

/** Dates are `YYYY-MM-DD`, timestamps ISO 8601 with milliseconds. */
export type Cell = string | number | null

/** Response headers by name, in lower case; null: absent. */
export type ExpectedHeaders = Record<string, string | null>

export interface ExpectedList {
  kind: 'list'
  items: Record<string, unknown>[]
  /** Rows matched, where the items are a page of them. */
  totalRows?: number
  headers?: ExpectedHeaders
}

export interface ExpectedObject {
  kind: 'object'
  value: Record<string, unknown>
  headers?: ExpectedHeaders
}

/** What the response headers say of the app and its served run. */
export interface ServedContext {
  runId: number | null
  runCreatedAt: string | null
  dataThrough: string | null
  currency: string
}

export interface ExpectedFile extends ServedContext {
  kind: 'file'
  format: FileFormat
  columns: Column[]
  rows: Cell[][]
  /** Rows matched before `limit`. */
  totalRows: number
  startDate: string
  endDate: string
  /** `########` stands for the eight hex digits of the report's parameters. */
  fileName: string
  /** `row:column` of every cell whose exact value lies half way between two roundings. */
  ties: Set<string>
  /** Its bytes begin with a byte order mark. */
  marked?: boolean
  /** Rows are sorted by a column with such cells, so that their order may be another one. */
  orderIsOpen?: boolean
  headers?: ExpectedHeaders
}

/** One of several results that are equally right. */
export interface ExpectedAny {
  kind: 'any'
  difference: (actual: unknown) => string | undefined
  headers?: ExpectedHeaders
}

export type Expected = ExpectedList | ExpectedObject | ExpectedAny | ExpectedFile
