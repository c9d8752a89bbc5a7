import { randomUUID } from 'node:crypto'
import manifest from '../../../../package.json' with { type: 'json' }
import type { DataFile } from '../../common/parquet-groups.ts'
import { type Action, type AddFile, type MetaData, PROTOCOL, type RemoveFile, type Snapshot } from './actions.ts'
import { type Field, type Footer, readFooter } from './footer.ts'
import { commit, type LogPlace, readLog } from './log.ts'

/** A table as the catalog has it. */
export interface OpenTable {
  name: string
  /** Columns that are not in the files; whole numbers. */
  partitionColumns: readonly string[]
  files: readonly (DataFile & { partitionValues: Record<string, string> })[]
}

export interface TablePlace extends LogPlace {
  /** URL of the store's folder in the lake. */
  base: string
}

/** Of other imports that commit first. */
const MAX_TRIES = 5

export interface Publish {
  seq: number
  now: Date
  /** Those that are known; others are read from the lake. */
  footers: ReadonlyMap<string, Footer>
}

/**
 * Commits the difference between the log, as it was read, and the catalog, if any. Returns the version that shows the catalog; -1 without a
 * table.
 */
export async function syncTable(place: TablePlace, table: OpenTable, read: Snapshot, publish: Publish): Promise<number> {
  for (let [tries, before] = [0, read]; tries < MAX_TRIES; tries++, before = await readLog(place, before.version, publish.now)) {
    const actions = await difference(place, table, before, publish)
    if (actions.length === 0) return before.version
    const after = await commit(place, before, actions, publish.now)
    if (after !== undefined) return after.version
  }
  throw new Error(`other imports wrote ${table.name} at the same time`)
}

/** Paths in which a log and the catalog differ. */
export async function differingPaths(place: TablePlace, table: OpenTable, head: number): Promise<string[]> {
  const { files } = await readLog(place, head, new Date())
  const wanted = new Set(table.files.map(({ file }) => pathOf(place, file)))
  return [...[...files.keys()].filter(path => !wanted.has(path)), ...[...wanted].filter(path => !files.has(path))]
}

/** Relative below the table's folder: several readers do not accept absolute URIs, though the protocol does ("Add File and Remove File"). */
function pathOf({ root, base }: TablePlace, file: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : `${base}/${file}`
}

async function difference(
  place: TablePlace,
  { name, partitionColumns, files }: OpenTable,
  { metaData, files: known }: Snapshot,
  { seq, now, footers }: Publish,
): Promise<Action[]> {
  const wanted = new Map(files.map(file => [pathOf(place, file.file), file]))
  const gone = [...known.values()].filter(({ path }) => !wanted.has(path))
  const fresh = [...wanted].filter(([path]) => !known.has(path))
  if (gone.length + fresh.length === 0) return []
  const at = now.getTime()
  const read = await Promise.all(fresh.map(async ([, file]) => footers.get(file.file) ?? (await footerOf(place, file))))
  const fields = mergedFields([...partitionColumns.map(column), ...fieldsOf(metaData)], read)
  const adds = fresh.map(([path, { bytes = 0, partitionValues }], index): AddFile => {
    return { path, partitionValues, size: bytes, modificationTime: at, dataChange: true, stats: read[index]!.stats }
  })
  const removes = gone.map(({ path, partitionValues, size }): RemoveFile => {
    return { path, deletionTimestamp: at, dataChange: true, extendedFileMetadata: true, partitionValues, size }
  })
  return [
    { commitInfo: provenance({ isNew: metaData === undefined, isBlindAppend: removes.length === 0, seq, at }) },
    ...(metaData === undefined ? [{ protocol: PROTOCOL }] : []),
    ...(metaData === undefined || fields.length > fieldsOf(metaData).length
      ? [{ metaData: metaDataOf({ name, partitionColumns, fields, known: metaData, at }) }]
      : []),
    ...removes.map(remove => ({ remove })),
    ...adds.map(add => ({ add })),
  ]
}

async function footerOf({ objects }: TablePlace, { file, bytes }: DataFile): Promise<Footer> {
  const size = bytes ?? (await objects.size(file))
  if (size === undefined) throw new Error(`the lake has no object ${file}`)
  return await readFooter(objects, { file, bytes: size })
}

function column(name: string): Field {
  return { name, type: 'long', nullable: true, metadata: {} }
}

function fieldsOf(metaData: MetaData | undefined): Field[] {
  return metaData === undefined ? [] : (JSON.parse(metaData.schemaString) as { fields: Field[] }).fields
}

/** Runs differ in DSIs: columns are only added, and files without one read as null there ("Schema Serialization Format"). */
function mergedFields(known: readonly Field[], footers: readonly Footer[]): Field[] {
  const fields = new Map(known.map(field => [field.name, field]))
  for (const footer of footers) for (const field of footer.fields) if (!fields.has(field.name)) fields.set(field.name, field)
  return [...fields.values()]
}

interface NewMetaData {
  name: string
  partitionColumns: readonly string[]
  fields: readonly Field[]
  known: MetaData | undefined
  at: number
}

function metaDataOf({ name, partitionColumns, fields, known, at }: NewMetaData): MetaData {
  return {
    id: known?.id ?? randomUUID(),
    name,
    format: { provider: 'parquet', options: {} },
    schemaString: JSON.stringify({ type: 'struct', fields }),
    partitionColumns: [...partitionColumns],
    configuration: {},
    createdTime: known?.createdTime ?? at,
  }
}

/** "Commit Provenance Information". */
function provenance({ isNew, isBlindAppend, seq, at }: { isNew: boolean; isBlindAppend: boolean; seq: number; at: number }) {
  return {
    timestamp: at,
    operation: isNew ? 'CREATE TABLE AS SELECT' : 'WRITE',
    operationParameters: isNew ? {} : { mode: isBlindAppend ? 'Append' : 'Overwrite' },
    isBlindAppend,
    engineInfo: `uascope/${manifest.version}`,
    catalogVersion: seq,
  }
}
