import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBConnection } from '@duckdb/node-api'
import { loadTable, type SmallTable } from './small-table.ts'

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
