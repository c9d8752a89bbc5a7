import { join } from 'node:path'
import type { Print } from '../../delivery/progress.ts'
import { Workspace } from '../../delivery/workspace.ts'
import { sql } from '../../model/sql.ts'
import { withScratch } from '../common/scratch.ts'
import { readCatalog } from '../embedded/catalog-file.ts'
import { withLock } from '../embedded/lock.ts'
import { readRecords } from '../embedded/records.ts'
import { newImportId } from '../mysql/catalog/claim.ts'
import { appRowsOf } from '../mysql/catalog/rows.ts'
import { writeRows } from '../mysql/catalog/write-rows.ts'
import type { Database } from '../mysql/database.ts'
import { writeRecords } from '../mysql/records.ts'
import { idBounds } from './id-bounds.ts'
import { mapFiles } from '../common/map-files.ts'
import type { Objects } from './objects/objects.ts'
import { countedFiles, type Moved, pushFile } from './push-file.ts'

export interface PushOptions {
  database: Database
  objects: Objects
  dataDir: string
  print: Print
}

/**
 * Moves the embedded store of a data directory, with its keys and users, into a lake whose database has no data yet. Files that are there already are not
 * sent again, so that a push that was stopped goes on. The data directory stays as it is.
 */
export async function pushFolder({ database, objects, dataDir, print }: PushOptions): Promise<Moved> {
  return await withLock(dataDir, print, async () => {
    const catalog = await readCatalog(dataDir)
    if (catalog.version === 0) throw new Error(`DATA_DIR ${dataDir} holds no store: nothing was imported yet`)
    await requireEmpty(database)
    const records = await readRecords(dataDir)
    const counted = countedFiles(catalog, print)
    const pushed = await withScratch(dataDir, newImportId(), async scratch => {
      const workspace = await Workspace.open(scratch)
      try {
        return await mapFiles(catalog, async (part, held) => {
          const path = join(dataDir, part.file)
          const named = await pushFile({ objects, path, held, counted })
          return { ...part, ...named, ...(await idBounds(workspace, held, path)) }
        })
      } finally {
        workspace.close()
      }
    })
    const apps = [
      ...appRowsOf(
        pushed,
        pushed.apps.map(app => app.app_id),
      ).values(),
    ]
    await database.transaction(async held => {
      const { rows } = await held.write(sql`UPDATE catalog_state SET seq = ?, imported_at = ? WHERE one = 1 AND seq = 0`, [
        pushed.version,
        pushed.imported_at,
      ])
      if (rows === 0) throw notEmpty()
      await writeRows(held, { ...pushed, apps }, pushed.version)
      await writeRecords(held, records)
    })
    return { ...counted.moved(), keys: records.keys.length, users: records.users.length }
  })
}

async function requireEmpty(database: Database): Promise<void> {
  const [state] = await database.read(sql`SELECT seq FROM catalog_state`)
  if (Number(state?.['seq'] ?? 0) !== 0) throw notEmpty()
}

function notEmpty(): Error {
  return new Error(
    'the database has data already, and a push would have to mix them: name an empty database in DATABASE_URL, and start no service on it before (it would load the demo)',
  )
}
