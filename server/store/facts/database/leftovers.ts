import type { Catalog } from '../../../core/model/catalog.ts'
import { sql, type Sql } from '../../../core/model/sql.ts'
import { type Finding, note } from '../../../core/model/finding.ts'
import type { HeldConnection, Row } from '../../records/mysql/mysql-connection.ts'
import { factsTables } from './facts-tables.ts'
import { runOfFacts } from '../../records/missing-catalog.ts'

const BY_ITSELF = 'The next import of the app removes it.'

export async function leftovers(
  held: Pick<HeldConnection, 'read'>,
  tables: readonly string[],
  catalog: Catalog | null,
): Promise<Finding[]> {
  const rows = await held.read(
    sql`SELECT n.app_id, COUNT(*) AS runs FROM import_runs n LEFT JOIN import_locks l ON l.app_id = n.app_id AND l.expires_at > UTC_TIMESTAMP(6)
    WHERE l.app_id IS NULL GROUP BY n.app_id`,
  )
  const findings = rows.map(row =>
    note(
      `import_runs, app ${Number(row['app_id'])}`,
      `data of ${Number(row['runs'])} runs that were never loaded, or removed, still exist`,
      BY_ITSELF,
    ),
  )
  if (catalog === null) return findings
  const known = new Set([
    ...catalog.runs.flatMap(({ facts }) =>
      facts === undefined ? [] : factsTables(facts).map(({ name }) => name),
    ),
    ...(await held.read(sql`SELECT file FROM retired_files`)).map(row => String(row['file'])),
  ])
  const runs = new Set(
    (await held.read(sql`SELECT run_id FROM import_runs`)).map(row => Number(row['run_id'])),
  )
  const unnamed = tables.filter(name => {
    const run = runOfFacts(name)
    return (
      run !== undefined &&
      !runs.has(run) &&
      !known.has(name) &&
      !known.has(name.replace(/_\d{1,2}$/, ''))
    )
  })
  return [
    ...findings,
    ...unnamed.map(name =>
      note(
        name,
        'no catalog row names this table',
        'It is neither read nor dropped: drop it if no backup of the catalog needs it.',
      ),
    ),
  ]
}

export async function countOf(held: Pick<HeldConnection, 'read'>, rows: Sql): Promise<number> {
  const [row] = await held.read(sql`SELECT COUNT(*) AS count FROM ${rows}`)
  return Number(row!['count'])
}

export function counts(rows: readonly Row[]): Map<number, number> {
  return new Map(rows.map(row => [Number(row['id']), Number(row['count'])]))
}
