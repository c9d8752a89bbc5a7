import { numbers, sql } from '../../../model/sql.ts'
import type { Catalog } from '../../../model/catalog.ts'
import { appsOfFiles } from '../../../model/retired-files.ts'
import type { HeldConnection } from '../connection.ts'
import type { Database } from '../database.ts'

/** How long a file stays that the catalog has stopped naming, in milliseconds: for readers still at work. */
export const READERS_MS = 30 * 60 * 1000

const CHUNK = 500

/** Files of some apps that one catalog names and the next one does not. */
export function retiredBetween(previous: Catalog, next: Catalog, apps: ReadonlySet<number>): { app: number; file: string }[] {
  const kept = appsOfFiles(next)
  return [...appsOfFiles(previous)].filter(([file, app]) => apps.has(app) && !kept.has(file)).map(([file, app]) => ({ app, file }))
}

/** Files of some apps that stopped being named longer ago than `keepMs` before `now`. */
export async function retiredFiles(
  held: Pick<HeldConnection, 'read'>,
  apps: readonly number[],
  now: Date,
  keepMs = READERS_MS,
): Promise<string[]> {
  const files: string[] = []
  for (let start = 0; start < apps.length; start += CHUNK) {
    const ids = numbers(apps.slice(start, start + CHUNK))
    const rows = await held.read(sql`SELECT file, since FROM retired_files WHERE app_id IN (${ids})`)
    files.push(...rows.filter(({ since }) => now.getTime() - Date.parse(String(since)) > keepMs).map(({ file }) => String(file)))
  }
  return files
}

/** Takes a retired file's row away, once the file is gone. */
export async function forgetRetired(database: Database, file: string): Promise<void> {
  await database.small.write(sql`DELETE FROM retired_files WHERE file = ?`, [Buffer.from(file)])
}
