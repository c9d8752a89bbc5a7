import { readCatalog } from '../records/read-catalog.ts'
import { FILES_OF_LAKE, rowFaults } from '../../core/model/catalog-document.ts'
import { servedRun } from '../../core/model/runs.ts'
import type { OpenLake } from './with-lake.ts'

type LakeFile = { table: string; rows: number; url: string }

/** Files for other programs: an app's identities and snapshots, and the facts of its served run. */
export async function lakeFiles({ database, base }: OpenLake, app: number): Promise<LakeFile[]> {
  const catalog = await database.transaction(
    held => readCatalog(held, { apps: [app], runs: [] }, rowFaults(FILES_OF_LAKE)),
    {
      readOnly: true,
      latest: true,
    },
  )
  const { identities, snapshots = [] } = catalog.files[app] ?? {}
  const facts = servedRun(catalog, app, 'recommendation')?.facts
  return Object.entries({
    facts: [facts],
    identities: [identities],
    roas_snapshots: snapshots,
  }).flatMap(([table, parts]) =>
    parts.flatMap(part => (part ? [{ table, rows: part.rows, url: `${base}/${part.file}` }] : [])),
  )
}
