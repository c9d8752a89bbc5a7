import { DOUBLE, DuckDBDataChunk, INTEGER } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'

const types = { INTEGER, DOUBLE } as const
const ROWS = 2048

/** Rows of numbers, one after another, for tables too long for `loadRows`. */
export class NumberRows {
  readonly #columns: ReadonlyArray<readonly [name: string, type: keyof typeof types]>
  readonly #values: number[][]

  constructor(columns: Readonly<Record<string, keyof typeof types>>) {
    this.#columns = Object.entries(columns)
    this.#values = this.#columns.map(() => [])
  }

  /** @param row in the order of the columns */
  add(...row: readonly number[]): void {
    row.forEach((value, column) => this.#values[column]!.push(value))
  }

  async create(connection: DuckDBConnection, table: string): Promise<void> {
    await connection.run(`CREATE TABLE ${table} (${this.#columns.map(([name, type]) => `${name} ${type}`).join(', ')})`)
    const appender = await connection.createAppender(table)
    const count = this.#values[0]!.length
    for (let from = 0; from < count; from += ROWS) {
      const chunk = DuckDBDataChunk.create(
        this.#columns.map(([, type]) => types[type]),
        Math.min(ROWS, count - from),
      )
      this.#values.forEach((values, column) => chunk.setColumnValues(column, values.slice(from, from + ROWS)))
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
  }
}
