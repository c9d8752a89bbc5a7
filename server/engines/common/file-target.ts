import { type Print, waiter } from '../../delivery/progress.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import type { Catalog, Sealed, Segment } from '../../model/catalog.ts'
import { literal, sql, type Sql } from '../../model/sql.ts'
import type { Limits } from './segment-levels.ts'
import { type FileNotes, notesOption } from './stored-files.ts'

/** Snappy reads and writes twice as fast as zstd; files are half as large again. */
export const FORMAT = sql`FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440`

/** Where an import's files go. */
export interface FileTarget {
  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void>
  begin(name: string, appId: number): Promise<{ file: string; path: string }>
  written(file: { file: string; path: string }): Promise<Partial<Sealed>>
  /** Local paths of stored segments, until they are released. */
  stored(segments: readonly Segment[]): Promise<readonly string[]>
  release(paths: readonly string[]): Promise<void>
  sync(): Promise<void>
}

export interface Writing {
  workspace: Workspace
  target: FileTarget
  next: Catalog
  print: Print
  limits: Limits
}

export async function copyFile(
  { workspace, target, print }: Writing,
  { name, appId, query, rows, notes }: { name: string; appId: number; query: Sql; rows: number; notes: FileNotes | undefined },
): Promise<{ file: string } & Partial<Sealed>> {
  const place = await target.begin(name, appId)
  await workspace.run(
    sql`COPY (${query}) TO ${literal(place.path)} (${FORMAT}${notesOption(notes)})`,
    waiter(print, `Writing ${name}`, rows),
  )
  return { file: place.file, ...(await target.written(place)) }
}
