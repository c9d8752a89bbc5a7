import { parquetReadObjects } from 'hyparquet'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Workspace } from '../../../delivery/workspace.ts'
import { literal, sql } from '../../../model/sql.ts'
import type { Action, AddFile, MetaData, Protocol, RemoveFile, Snapshot } from './actions.ts'

/** "Checkpoint Schema", without columns that are always null here. */
const COLUMNS = sql`{
  protocol: 'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER)',
  "metaData": 'STRUCT(id VARCHAR, "name" VARCHAR, format STRUCT(provider VARCHAR, options MAP(VARCHAR, VARCHAR)), "schemaString" VARCHAR,
    "partitionColumns" VARCHAR[], configuration MAP(VARCHAR, VARCHAR), "createdTime" BIGINT)',
  "add": 'STRUCT(path VARCHAR, "partitionValues" MAP(VARCHAR, VARCHAR), size BIGINT, "modificationTime" BIGINT, "dataChange" BOOLEAN,
    stats VARCHAR)',
  remove: 'STRUCT(path VARCHAR, "deletionTimestamp" BIGINT, "dataChange" BOOLEAN, "extendedFileMetadata" BOOLEAN,
    "partitionValues" MAP(VARCHAR, VARCHAR), size BIGINT)'
}`

/** Default of `delta.deletedFileRetentionDuration`, ms. */
const TOMBSTONE_MS = 7 * 86_400_000

/** Writes a classic checkpoint by the V1 specification into `folder`; expired tombstones are left out. */
export async function writeCheckpoint(
  { protocol, metaData, files, removed }: Snapshot,
  folder: string,
  now: Date,
): Promise<{ path: string; actions: number }> {
  const kept = [...removed.values()].filter(({ deletionTimestamp: at }) => now.getTime() - at < TOMBSTONE_MS)
  const actions: Action[] = [
    { protocol: protocol! },
    { metaData: metaData! },
    // The files are in the table already.
    ...[...files.values()].map(add => ({ add: { ...add, dataChange: false } })),
    ...kept.map(remove => ({ remove: { ...remove, dataChange: false } })),
  ]
  const path = join(folder, 'checkpoint.parquet')
  await writeFile(join(folder, 'checkpoint.json'), actions.map(action => JSON.stringify(action)).join('\n'))
  const workspace = await Workspace.open(folder, { threads: 1, memory: '256MB' })
  try {
    const rows = sql`read_json(${literal(join(folder, 'checkpoint.json'))}, format = 'newline_delimited', columns = ${COLUMNS})`
    await workspace.run(sql`COPY (FROM ${rows}) TO ${literal(path)} (FORMAT parquet, COMPRESSION snappy)`)
  } finally {
    workspace.close()
  }
  return { path, actions: actions.length }
}

type Row = { [Name in 'protocol' | 'metaData' | 'add' | 'remove']?: Record<string, unknown> | null }

export async function readCheckpoint(bytes: Buffer): Promise<Action[]> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const rows = (await parquetReadObjects({ file })) as Row[]
  return rows.flatMap(({ protocol, metaData, add, remove }): Action[] => {
    if (protocol) return [{ protocol: plain(protocol) as unknown as Protocol }]
    if (metaData) return [{ metaData: plain(metaData) as unknown as MetaData }]
    if (add) return [{ add: plain(add) as unknown as AddFile }]
    return remove ? [{ remove: plain(remove) as unknown as RemoveFile }] : []
  })
}

/** Integers of Parquet are bigints. */
function plain(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'bigint' ? Number(one) : one]))
}
