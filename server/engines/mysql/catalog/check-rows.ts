import type { RowFault } from '../../../model/catalog-shape.ts'
import type { Catalog } from '../../../model/catalog.ts'
import { plain, sql } from '../../../model/sql.ts'
import type { Finding } from '../../common/verify.ts'
import type { HeldConnection } from '../connection.ts'
import { readCatalog } from './read-rows.ts'

const KEYS = { companies: 'company_id', apps: 'app_id', networks: 'network', runs: 'run_id' } as const

/** Reads a catalog, and what is wrong with its rows; the catalog is null where it cannot be read for that. */
export async function checkRows(
  held: Pick<HeldConnection, 'read'>,
  faultIn: RowFault,
): Promise<{ catalog: Catalog | null; findings: Finding[] }> {
  const findings: Finding[] = []
  for (const [table, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
    const name = `catalog_${table}`
    for (const row of await held.read(sql`SELECT ${plain(key)} AS id, body FROM ${plain(name)}`)) {
      const fault = faultOf(String(row['body']), body => faultIn(table, body))
      if (fault === undefined) continue
      findings.push({
        kind: 'damage',
        file: `${name} ${String(row['id']).slice(0, 100)}`,
        problem: fault === '' ? 'is not a row that an import writes' : `has a value at ${fault.slice(1)} that no import writes`,
        advice: 'Restore a backup of the database: nothing of the app is served before.',
      })
    }
  }
  if (findings.length > 0) return { catalog: null, findings }
  const apps = (await held.read(sql`SELECT app_id FROM catalog_apps`)).map(row => Number(row['app_id']))
  return { catalog: await readCatalog(held, { apps, runs: [] }, faultIn), findings }
}

function faultOf(body: string, faultIn: (body: unknown) => string | undefined): string | undefined {
  try {
    return faultIn(JSON.parse(body))
  } catch {
    return ''
  }
}
