import {
  DOUBLE,
  type DuckDBAppender,
  type DuckDBConnection,
  DuckDBDataChunk,
  type DuckDBDoubleVector,
  DuckDBInstance,
  type DuckDBIntegerVector,
  INTEGER,
} from '@duckdb/node-api'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { loadRows } from '../../delivery/load-rows.ts'
import type { Cells } from '../model/facts.ts'
import { makeFolder } from '../../process/make-folder.ts'

/** The DuckDB in which a delivery's tables stand before they are written to its folder. */
export interface Workspace {
  connection: DuckDBConnection
  /** Makes a list that queries know as a variable. */
  setList(variable: string, type: 'VARCHAR' | 'BIGINT', values: readonly (string | number)[]): Promise<void>
  /** Writes the result of a query as the Parquet file of a table, in its order. */
  write(table: string, query: string): Promise<void>
  writeRows(table: SmallTable): Promise<void>
  /** Whatever it needed on the disk is gone then; harmless when closed. */
  close(): Promise<void>
}

export async function openWorkspace(folder: string, threads: number | undefined): Promise<Workspace> {
  const spill = join(folder, '.duckdb')
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: spill,
    ...(threads === undefined ? {} : { threads: String(threads) }),
  })
  const connection = await instance.connect()
  let isOpen = true
  const write = async (table: string, query: string): Promise<void> => {
    const path = join(folder, `${table}.parquet`).replaceAll("'", "''")
    // A dictionary pays for names; for money it takes as long as everything else, and so do the last tenths of compression.
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, DICTIONARY_SIZE_LIMIT 1000)`)
  }
  return {
    connection,
    async setList(variable, type, values) {
      await connection.run(`CREATE OR REPLACE TABLE held AS SELECT from_json($1, '["${type}"]') AS list`, [JSON.stringify(values)])
      await connection.run(`SET VARIABLE ${variable} = (SELECT list FROM held)`)
    },
    write,
    async writeRows(table) {
      await loadTable(connection, table)
      await write(table.name, `FROM ${table.name}`)
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      connection.closeSync()
      instance.closeSync()
      await rm(spill, { recursive: true, force: true })
    },
  }
}

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

/** A folder that is written beside the place where it is to be, and put there when it is whole. */
export interface FolderAside {
  /** Where to write. */
  path: string
  /** Puts it in its place, with everything that is in it on the disk. */
  publish(): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
}

/** @throws where `target` is anything but an empty folder, or nothing yet */
export async function folderAside(target: string): Promise<FolderAside> {
  const place = resolve(target)
  await requireEmpty(place)
  await makeFolder(dirname(place))
  const path = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}`)
  await mkdir(path)
  return {
    path,
    async publish() {
      for (const name of await readdir(path)) await sync(join(path, name))
      await sync(path)
      // Another process may have written here: a folder with content is never replaced.
      await requireEmpty(place)
      await rename(path, place)
      await sync(dirname(place))
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

async function requireEmpty(place: string): Promise<void> {
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${place} is not a folder`)
    throw error
  })
  if (names.length > 0) throw new Error(`${place} is not empty: it holds ${names.slice(0, 3).join(', ')}`)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Key of staged rows, in order: numbers of the run and of the names, from 1; 0 is unknown. */
export const cellColumns = ['run', 'install_day', 'platform_no', 'network_no', 'campaign_no', 'country_no'] as const

/** The same as the delivery has it. */
export const cellIdentity = `
  getvariable('run_ids')[run] AS run_id, (DATE '1970-01-01' + install_day)::DATE AS install_date,
  getvariable('platform_names')[platform_no] AS platform, getvariable('network_names')[network_no] AS network,
  getvariable('campaign_names')[campaign_no] AS campaign, getvariable('country_names')[country_no] AS country`

/** Sets the columns for a cell of a run; answers the number of the next column. */
export function setCell(table: StagingTable, run: number, cells: Cells, cell: number): number {
  table.set(0, run)
  table.set(1, cells.day[cell]!)
  table.set(2, cells.platform[cell]! + 1)
  table.set(3, cells.network[cell]! + 1)
  table.set(4, cells.campaign[cell]! + 1)
  table.set(5, cells.country[cell]! + 1)
  return cellColumns.length
}

/** A table of the delivery whose rows are held in memory. */
export interface SmallTable {
  name: string
  /** Types as DuckDB spells them. */
  columns: Readonly<Record<string, string>>
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** Creates it within DuckDB, its rows in their order. */
async function loadTable(connection: DuckDBConnection, { name, columns, rows }: SmallTable): Promise<void> {
  await loadRows<Record<string, unknown>>(connection, name, columns, rows)
}
