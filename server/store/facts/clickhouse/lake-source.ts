import { fileURLToPath } from 'node:url'
import { INSTALLS, REVENUES } from '../../../imports/tables.ts'
import type { RunFacts } from '../../../core/model/catalog.ts'
import { plain, plainText, quoted, sql, type Sql } from '../../../core/model/sql.ts'
import type { LakeAddress } from '../../../core/model/storage-address.ts'
import type { ClickhouseConfig } from '../../../core/runtime/lake-config.ts'
import { factsColumns } from '../common/group-sql.ts'
import type { DataFile } from '../common/parquet-groups.ts'

/** Where ClickHouse finds the lake's files. */
export interface LakeSource extends Pick<ClickhouseConfig, 'cluster' | 'collection'> {
  /** Precedes a file name: the collection's address, or a folder. */
  folder: string
}

export function placeOf(
  { url }: Pick<LakeAddress, 'url'>,
  { cluster, collection }: ClickhouseConfig,
  storeId: string,
): LakeSource {
  return {
    cluster,
    collection,
    folder: collection === null ? `${fileURLToPath(url)}/${storeId}` : storeId,
  }
}

/** Columns of files, in ClickHouse's types. */
export type Structure = readonly (readonly [name: string, type: string])[]

const MONEY = 'Nullable(Decimal(18, 4))'
/** Sums wrap around beyond 64 bits, which imports refuse. */
const COUNT = 'Int64'

const TYPES: Record<string, string> = {
  install_date: 'Date32',
  identity: 'Int32',
  campaign_id: 'Int32',
  ...Object.fromEntries(INSTALLS.map(name => [name, COUNT])),
}

export const IDENTITIES: Structure = [
  ['id', 'Int32'],
  ['platform', 'String'],
  ['network', 'String'],
  ['campaign', 'String'],
  ['country', 'String'],
]

export const SNAPSHOTS: Structure = [
  ['run_id', 'Int64'],
  ['install_date', 'Date32'],
  ['identity', 'Int32'],
  ['campaign_id', 'Int32'],
  ['dsi', 'Int32'],
  ...['spend', ...REVENUES].map(name => [name, MONEY] as const),
]

export function structureOf(facts: Pick<RunFacts, 'dsi_values'>): Structure {
  return factsColumns(facts).map(name => [name, TYPES[name] ?? MONEY])
}

/** Rows of files, to follow FROM. Undefined without files. */
export function sourceOf(
  { cluster, collection, folder }: LakeSource,
  files: readonly DataFile[],
  structure: Structure,
): Sql | undefined {
  if (files.length === 0) return undefined
  const names = files.map(({ file }) => file)
  const path = plainText(`${folder}/${names.length === 1 ? names[0]! : `{${names.join()}}`}`)
  const columns = plainText(structure.map(([name, type]) => `${plain(name)} ${type}`).join(', '))
  const args =
    collection === null
      ? sql`${path}, 'Parquet', ${columns}`
      : sql`${quoted(collection)}, filename = ${path}, format = 'Parquet', structure = ${columns}`
  // Joins need the alias.
  if (cluster === null) return sql`${collection === null ? sql`file` : sql`s3`}(${args}) AS stored`
  return sql`${collection === null ? sql`fileCluster` : sql`s3Cluster`}(${plainText(cluster)}, ${args}) AS stored`
}
