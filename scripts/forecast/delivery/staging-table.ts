import { DOUBLE, DuckDBDataChunk, INTEGER } from '@duckdb/node-api'
import type { DuckDBAppender, DuckDBConnection, DuckDBDoubleVector, DuckDBIntegerVector } from '@duckdb/node-api'

/** Rows that DuckDB takes at once. */
const chunkRows = 2048

/** A table of numbers within DuckDB, filled by columns: rows by the million would take minutes one by one. */
export class StagingTable {
  private readonly appender: DuckDBAppender
  private readonly chunk: DuckDBDataChunk
  private readonly vectors: (DuckDBIntegerVector | DuckDBDoubleVector)[]
  private filled = 0

  private constructor(appender: DuckDBAppender, chunk: DuckDBDataChunk, columns: number) {
    this.appender = appender
    this.chunk = chunk
    this.vectors = Array.from({ length: columns }, (_, index) => chunk.getColumnVector(index) as DuckDBIntegerVector | DuckDBDoubleVector)
  }

  /** Creates the table: whole numbers of 32 bits in the columns of `integers`, and doubles in the others after them. */
  static async create(
    connection: DuckDBConnection,
    name: string,
    integers: readonly string[],
    doubles: readonly string[],
  ): Promise<StagingTable> {
    const columns = [...integers.map(column => `${column} INTEGER`), ...doubles.map(column => `${column} DOUBLE`)]
    await connection.run(`CREATE TABLE ${name} (${columns.join(', ')})`)
    const types = [...integers.map(() => INTEGER), ...doubles.map(() => DOUBLE)]
    return new StagingTable(await connection.createAppender(name), DuckDBDataChunk.create(types, chunkRows), types.length)
  }

  /** Sets a value of the row that `endRow` ends. */
  set(column: number, value: number): void {
    this.vectors[column]!.setItem(this.filled, value)
  }

  endRow(): void {
    if (++this.filled === chunkRows) this.push()
  }

  /** Nothing may follow. */
  close(): void {
    if (this.filled > 0) {
      for (const vector of this.vectors) vector.flush()
      this.chunk.rowCount = this.filled
      this.appender.appendDataChunk(this.chunk)
    }
    this.appender.closeSync()
  }

  private push(): void {
    for (const vector of this.vectors) vector.flush()
    this.appender.appendDataChunk(this.chunk)
    this.filled = 0
  }
}
