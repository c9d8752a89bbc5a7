import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { mkdir } from 'node:fs/promises'
import { ticking, type OnTick } from './progress.ts'

export type Row = Record<string, unknown>

const MEMORY_LIMIT = '2500MB'

/** The in-memory database an import works in; what does not fit in its memory goes to a scratch directory. */
export class Engine {
  readonly #instance: DuckDBInstance
  readonly #connection: DuckDBConnection

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance
    this.#connection = connection
  }

  static async open(scratch: string): Promise<Engine> {
    await mkdir(scratch, { recursive: true })
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT, temp_directory: scratch,
      autoinstall_known_extensions: 'false', autoload_known_extensions: 'false',
    })
    const connection = await instance.connect()
    // Joins here always look a big file up in small tables: guessing from file sizes sometimes turns that round.
    await connection.run(`SET disabled_optimizers = 'join_order,build_side_probe_side'`)
    return new Engine(instance, connection)
  }

  async run(sql: string, onTick: OnTick = () => {}): Promise<void> {
    await ticking(onTick, () => this.#connection.run(sql))
  }

  /** Rows as plain objects: integers as numbers or bigints, DECIMAL and dates as strings. */
  async rows(sql: string): Promise<Row[]> {
    const reader = await this.#connection.runAndReadAll(sql)
    return reader.getRowObjectsJson()
  }

  /** The numbers of a one-row result, by column. */
  async counts(sql: string): Promise<Record<string, number>> {
    const [row = {}] = await this.rows(sql)
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
  }

  close(): void {
    this.#connection.closeSync()
    this.#instance.closeSync()
  }
}

/** A text as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A column name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name}"`
}

/** A path to read as an SQL literal; DuckDB would take some characters for a pattern. */
export function readPath(path: string): string {
  return literal(path.replace(/[*?[]/g, '[$&]'))
}
