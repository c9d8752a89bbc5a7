/** In MySQL and MariaDB all but integers are bytes, so no character set or collation changes or merges texts. A `body` is a text of any length. */
type ColumnType = 'integer' | 'body' | { text: number } | { bytes: number }

export interface Column {
  type: ColumnType
  nullable?: true
}

/** A table of records, in every dialect. */
export interface Table {
  name: string
  columns: Readonly<Record<string, Column>>
  primary: readonly string[]
  /** Whether the primary key numbers rows in the order of insertion. */
  numbered?: true
  /** Named by their first columns. */
  unique?: readonly (readonly string[])[]
  indexes?: readonly (readonly string[])[]
}

export const integer: Column = { type: 'integer' }
export const body: Column = { type: 'body' }
/** ISO 8601, UTC. */
export const time = text(24)

/** At most `bytes` bytes. */
export function text(bytes: number): Column {
  return { type: { text: bytes } }
}

/** At most `most` bytes, for example a hash. */
export function bytes(most: number): Column {
  return { type: { bytes: most } }
}

export function optional(column: Column): Column {
  return { ...column, nullable: true }
}
