import { rm } from 'node:fs/promises'
import { Workspace } from '../../delivery/workspace.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../model/catalog-shape.ts'
import { sql } from '../../model/sql.ts'
import { withScratch } from '../common/scratch.ts'
import { newImportId } from '../mysql/catalog/claim.ts'
import { lockApps } from '../mysql/catalog/locks.ts'
import { readCatalog } from '../mysql/catalog/read-rows.ts'
import { appRowsOf } from '../mysql/catalog/rows.ts'
import { writeRows } from '../mysql/catalog/write-rows.ts'
import { idBounds } from './id-bounds.ts'
import { mapFiles } from '../common/map-files.ts'
import { countedFiles, type Moved, pushFile } from './push-file.ts'
import type { PushOptions } from './push-folder.ts'
import { TableFiles } from './table-files.ts'

/**
 * Moves what is in the tables of a database into the lake, table by table, and then names the files in the catalog, all at once. Imports wait meanwhile.
 * The tables stay; nodes that were started without the lake cannot answer from then on.
 */
export async function pushTables({ database, objects, dataDir, print }: PushOptions): Promise<Moved> {
  print('Imports wait from here on. Nodes answer from the database until all is moved, and then no more: start them with LAKE_URL at once.')
  const owner = newImportId()
  return await withScratch(dataDir, owner, async scratch => {
    const ids = (await database.read(sql`SELECT app_id FROM catalog_apps`)).map(row => Number(row['app_id']))
    const locks = await lockApps(database, owner, ids, () => print('Waiting for an import to finish'))
    const workspace = await Workspace.open(scratch)
    try {
      const faultIn = rowFaults(FILES_OF_DATABASE)
      const catalog = await database.transaction(held => readCatalog(held, { apps: ids, runs: [] }, faultIn), {
        readOnly: true,
        latest: true,
      })
      const counted = countedFiles(catalog, print)
      const tables = new TableFiles(database, workspace, scratch, catalog)
      const pushed = await mapFiles(
        catalog,
        async (part, held) => {
          const path = await tables.make(held)
          const named = { ...(await pushFile({ objects, path, held, counted })), ...(await idBounds(workspace, held, path)) }
          await rm(path)
          return { ...part, ...named }
        },
        1,
      )
      await database.transaction(async held => {
        const { rows } = await held.write(sql`UPDATE catalog_state SET seq = seq + 1 WHERE one = 1 AND seq = ?`, [catalog.version])
        if (rows === 0) throw new Error('an import brought a new app, or a company, meanwhile: push once more')
        await locks.free(held)
        const apps = [...appRowsOf(pushed, ids).values()]
        await writeRows(held, { companies: [], apps, networks: [], runs: [], changedRuns: pushed.runs }, catalog.version + 1)
      })
      return { ...counted.moved(), keys: 0, users: 0 }
    } finally {
      workspace.close()
      await locks.release().catch(() => undefined)
    }
  })
}
