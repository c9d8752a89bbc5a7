import { type DuckDBConnection, type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import '../core/duckdb.ts'
import { lockIn, type Reach } from '../core/duckdb.ts'
import { megabytes, ownBounds } from '../core/runtime/machine.ts'
import { joined, literal, sql, type Sql } from '../core/model/sql.ts'
import { chunks } from '../core/runtime/slices.ts'
import { type OnTick, ticking } from './progress.ts'

export type Row = Record<string, unknown>

const SCRATCH_MEGABYTES = 4096
const SCRATCH_PER_BYTE = 20

/** Bytes below which waking other threads takes longer than it saves. */
const ONE_THREAD = 500_000

/** Rows per statement, which may have texts of thousands of characters. */
const ROWS = 1000

export class Workspace {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  static async open(
    scratch: string,
    { threads = ownBounds().workspaceThreads, memory = megabytes(ownBounds().workspace) } = {},
  ): Promise<Workspace> {
    await mkdir(scratch, { recursive: true })
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: memory,
      threads: String(threads),
      temp_directory: scratch,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    // Joins look up a large file in small tables; estimates from file sizes sometimes reverse that.
    await connection.run(sql`SET disabled_optimizers = 'join_order,build_side_probe_side'`)
    return new Workspace(instance, connection)
  }

  /** Locks the workspace in, see `lockIn`, and limits its scratch directory by the input's bytes, so that no small file can fill the disk. */
  async lockIn(reach: Reach, bytes: number): Promise<void> {
    const scratch = literal(
      `${SCRATCH_MEGABYTES + Math.ceil((bytes * SCRATCH_PER_BYTE) / 2 ** 20)}MiB`,
    )
    await this.#connection.run(sql`SET max_temp_directory_size = ${scratch}`)
    if (bytes < ONE_THREAD) await this.#connection.run(sql`SET threads = 1`)
    await lockIn(this.#connection, reach)
  }

  async run(statement: Sql, onTick: OnTick = () => {}): Promise<void> {
    await ticking(onTick, () => this.#connection.run(statement))
  }

  /** Rows as plain objects: integers as numbers or bigints, DECIMAL and dates as strings. */
  async rows(query: Sql): Promise<Row[]> {
    const reader = await this.#connection.runAndReadAll(query)
    return reader.getRowObjectsJson()
  }

  /** The only column of a query. */
  async numbers(query: Sql): Promise<number[]> {
    return (await this.rows(query)).map(row => Number(Object.values(row)[0]))
  }

  async *chunks(query: Sql): AsyncGenerator<DuckDBDataChunk> {
    const result = await this.#connection.stream(query)
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    )
      yield chunk
  }

  /** Creates a table from SQL cells. */
  async fill(table: Sql, columns: Sql, rows: readonly (readonly Sql[])[]): Promise<void> {
    await this.run(sql`CREATE OR REPLACE TABLE ${table} (${columns})`)
    for (const some of chunks(rows, ROWS))
      await this.run(
        sql`INSERT INTO ${table} VALUES ${joined(some.map(row => sql`(${joined(row)})`))}`,
      )
  }

  /** The only row of a query with these columns. */
  async counts<Name extends string = string>(query: Sql): Promise<Record<Name, number>> {
    const [row = {}] = await this.rows(query)
    const counts = Object.entries(row).map(([name, value]) => [name, Number(value)] as const)
    return Object.fromEntries(counts) as Record<Name, number>
  }

  close(): void {
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}
