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
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type DeliveryTable, loadTable } from '../../imports/load-rows.ts'
import type { Cells } from '../model/facts.ts'
import { makeFolder, syncFile, syncFolder } from '../../core/runtime/files.ts'

export interface Workspace {
  connection: DuckDBConnection
  setList(
    variable: string,
    type: 'VARCHAR' | 'BIGINT',
    values: readonly (string | number)[],
  ): Promise<void>
  write(table: string, query: string): Promise<void>
  writeRows(table: DeliveryTable): Promise<void>
  /** Deletes its temporary files; idempotent. */
  close(): Promise<void>
}

export async function openWorkspace(
  folder: string,
  threads: number | undefined,
): Promise<Workspace> {
  const spill = join(folder, '.duckdb')
  const instance = await DuckDBInstance.create(':memory:', {
    temp_directory: spill,
    ...(threads === undefined ? {} : { threads: String(threads) }),
  })
  const connection = await instance.connect()
  let isOpen = true
  const write = async (table: string, query: string): Promise<void> => {
    const path = join(folder, `${table}.parquet`).replaceAll("'", "''")
    // Dictionaries help for names; for money they and stronger compression double the time.
    await connection.run(
      `COPY (${query}) TO '${path}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, DICTIONARY_SIZE_LIMIT 1000)`,
    )
  }
  return {
    connection,
    async setList(variable, type, values) {
      await connection.run(
        `CREATE OR REPLACE TABLE held AS SELECT from_json($1, '["${type}"]') AS list`,
        [JSON.stringify(values)],
      )
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

const chunkRows = 2048

/** Filled by columns: adding single rows would take minutes per million. */
export class StagingTable {
  private readonly appender: DuckDBAppender
  private readonly chunk: DuckDBDataChunk
  private readonly vectors: (DuckDBIntegerVector | DuckDBDoubleVector)[]
  private filled = 0

  private constructor(appender: DuckDBAppender, chunk: DuckDBDataChunk, columns: number) {
    this.appender = appender
    this.chunk = chunk
    this.vectors = Array.from(
      { length: columns },
      (_, index) => chunk.getColumnVector(index) as DuckDBIntegerVector | DuckDBDoubleVector,
    )
  }

  /** 32-bit integers in the columns of `integers`, doubles after them. */
  static async create(
    connection: DuckDBConnection,
    name: string,
    integers: readonly string[],
    doubles: readonly string[],
  ): Promise<StagingTable> {
    const columns = [
      ...integers.map(column => `${column} INTEGER`),
      ...doubles.map(column => `${column} DOUBLE`),
    ]
    await connection.run(`CREATE TABLE ${name} (${columns.join(', ')})`)
    const types = [...integers.map(() => INTEGER), ...doubles.map(() => DOUBLE)]
    return new StagingTable(
      await connection.createAppender(name),
      DuckDBDataChunk.create(types, chunkRows),
      types.length,
    )
  }

  set(column: number, value: number): void {
    this.vectors[column]!.setItem(this.filled, value)
  }

  endRow(): void {
    if (++this.filled === chunkRows) this.push()
  }

  close(): void {
    if (this.filled > 0) this.push()
    this.appender.closeSync()
  }

  private push(): void {
    for (const vector of this.vectors) vector.flush()
    this.chunk.rowCount = this.filled
    this.appender.appendDataChunk(this.chunk)
    this.filled = 0
  }
}

/** Written under a temporary name, then renamed. */
export interface FolderAside {
  path: string
  publish(): Promise<void>
  discard(): Promise<void>
}

/** @throws if `target` exists and is not an empty folder */
export async function folderAside(target: string): Promise<FolderAside> {
  const folder = resolve(target)
  await requireEmpty(folder)
  await makeFolder(dirname(folder))
  const path = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString('hex')}`)
  await mkdir(path)
  return {
    path,
    async publish() {
      await syncFolder(path)
      // A folder with content is never replaced.
      await requireEmpty(folder)
      await rename(path, folder)
      await syncFile(dirname(folder))
    },
    discard: () => rm(path, { recursive: true, force: true }),
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${folder} is not a folder`)
    throw error
  })
  if (names.length > 0)
    throw new Error(`${folder} is not empty: it holds ${names.slice(0, 3).join(', ')}`)
}

/** Run and name numbers from 1; 0 is unknown. */
export const cellColumns = [
  'run',
  'install_day',
  'platform_no',
  'network_no',
  'campaign_no',
  'country_no',
] as const

export const cellIdentity = `
  getvariable('run_ids')[run] AS run_id, (DATE '1970-01-01' + install_day)::DATE AS install_date,
  getvariable('platform_names')[platform_no] AS platform, getvariable('network_names')[network_no] AS network,
  getvariable('campaign_names')[campaign_no] AS campaign, getvariable('country_names')[country_no] AS country`

/** Returns the next column. */
export function setCell(table: StagingTable, run: number, cells: Cells, cell: number): number {
  table.set(0, run)
  table.set(1, cells.day[cell]!)
  table.set(2, cells.platform[cell]! + 1)
  table.set(3, cells.network[cell]! + 1)
  table.set(4, cells.campaign[cell]! + 1)
  table.set(5, cells.country[cell]! + 1)
  return cellColumns.length
}
