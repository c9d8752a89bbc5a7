import type { Workspace } from '../../delivery/workspace.ts'
import type { App, BetLookback, Catalog, Run } from '../../model/catalog.ts'
import { joined, literal, readPath, sql, type Sql } from '../../model/sql.ts'
import type { Held } from './map-files.ts'

/** Key of the notes in a Parquet file's metadata. */
const KEY = 'uascope'

/** Files whose notes are read with one query. */
const AT_ONCE = 500

/**
 * What a data file says about itself in its metadata, so that `admin verify --repair` can rebuild a lost catalog from data files alone. Never who may
 * read an app, and no company: what must not come back is not there.
 */
export interface FileNotes {
  format: 1
  table: Held['table']
  app: Omit<App, 'version'>
  bet_lookbacks: BetLookback[]
  /** The runs that were delivered with the file and those whose rows it holds. */
  runs: Omit<Run, 'version' | 'withdrawn' | 'facts' | 'recommendations'>[]
  /** Ids of the runs whose rows it holds; an app's identities are of no run. */
  holds: number[]
  /** Of facts. */
  facts?: { dsi_values: number[]; first_install_date: string; last_install_date: string }
  /** With identities. */
  networks?: Catalog['networks']
}

/** The notes on a file that an import writes; undefined if the catalog lacks its app. */
export function makeNotes(
  next: Catalog,
  file: Pick<FileNotes, 'table' | 'holds' | 'facts'> & { appId: number; delivered: ReadonlySet<number> },
): FileNotes | undefined {
  const { table, appId, delivered, holds, facts } = file
  const app = next.apps.find(one => one.app_id === appId)
  if (app === undefined) return undefined
  const { version: _, ...row } = app
  const wanted = new Set([...delivered, ...holds])
  return {
    format: 1,
    table,
    app: row,
    bet_lookbacks: next.bet_lookbacks.filter(one => one.app_id === appId),
    runs: next.runs
      .filter(run => run.app_id === appId && wanted.has(run.run_id))
      .map(({ version: _version, withdrawn: _withdrawn, facts: _facts, recommendations: _recommendations, ...run }) => run),
    holds,
    ...(facts && { facts }),
    ...(table === 'identities' && { networks: next.networks }),
  }
}

/** The option of COPY that writes notes into a Parquet file. */
export function notesOption(notes: FileNotes | undefined): Sql {
  return notes === undefined ? sql`` : sql`, KV_METADATA {uascope: ${literal(JSON.stringify(notes))}}`
}

/** The notes of Parquet files, by path; files of earlier versions have none. Rejects if one of them is not a Parquet file. */
export async function readNotes(workspace: Workspace, paths: readonly string[]): Promise<Map<string, FileNotes>> {
  const found = new Map<string, FileNotes>()
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = joined(paths.slice(start, start + AT_ONCE).map(readPath))
    const rows = await workspace.rows(
      sql`SELECT file_name, decode(value) AS notes FROM parquet_kv_metadata([${some}]) WHERE decode(key) = ${literal(KEY)}`,
    )
    for (const { file_name: path, notes } of rows) found.set(String(path), JSON.parse(String(notes)) as FileNotes)
  }
  return found
}
