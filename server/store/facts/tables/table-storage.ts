import type { Storage, Verification, VerifyOptions } from '../common/storage.ts'
import { type MysqlStorageOptions, openDatabase, requireDataIn } from '../database/open.ts'
import { databaseDestination } from './table-destination.ts'
import { openMysqlStore } from './table-store.ts'
import type { Print } from '../../../imports/progress.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../core/model/catalog-document.ts'
import type { Catalog } from '../../../core/model/catalog.ts'
import { plain, sql, type Sql } from '../../../core/model/sql.ts'
import { damage, type Finding } from '../../../core/model/finding.ts'
import { checkRows } from '../../records/read-catalog.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { tableNames } from '../../records/missing-catalog.ts'
import { factsTables } from '../database/facts-tables.ts'
import { countOf, counts, leftovers } from '../database/leftovers.ts'
import { sum } from '../../../core/formulas/sums.ts'

export async function openMysqlStorage(options: MysqlStorageOptions): Promise<Storage> {
  const { database, storeId: _, ...parts } = await openDatabase(options)
  const { dataDir, timeLimit, steady } = options
  try {
    await requireDataIn(database, 'database')
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...parts,
    imports: databaseDestination(database, dataDir),
    verify: options => verifyDatabase(database, options),
    openStore: () =>
      openMysqlStore(database, { dataDir, spoolDir: parts.spoolDir, timeLimit, steady }),
  }
}

const RESTORE =
  'Restore a backup of the database. Or deliver the data again: `admin runs withdraw` withdraws a damaged run until a newer one is delivered.'

async function verifyDatabase(
  database: Database,
  { repair, print }: VerifyOptions,
): Promise<Verification> {
  const tables = await tableNames(database)
  return await database.transaction(
    async held => {
      const { catalog, findings } = await checkRows(held, rowFaults(FILES_OF_DATABASE))
      findings.push(...(await leftovers(held, tables, catalog)))
      if (catalog === null) return { version: null, files: 0, bytes: 0, findings, repaired: [] }
      if (repair) print('A database cannot be repaired from its own tables: restore a backup of it')
      const { findings: factFindings, files } = await checkFacts(
        held,
        catalog,
        new Set(tables),
        print,
      )
      findings.push(...factFindings, ...(await checkShared(held, catalog)))
      const [size] = await held.read(
        sql`SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()`,
      )
      return {
        version: catalog.version,
        files,
        bytes: Number(size?.['bytes'] ?? 0),
        findings,
        repaired: [],
      }
    },
    { readOnly: true, latest: true },
  )
}

async function checkFacts(
  held: Pick<HeldConnection, 'read'>,
  { runs }: Catalog,
  tables: ReadonlySet<string>,
  print: Print,
): Promise<{ findings: Finding[]; files: number }> {
  const findings: Finding[] = []
  let files = 0
  for (const { run_id: run, facts } of runs) {
    if (facts === undefined) continue
    for (const { name } of factsTables(facts)) {
      if (++files % 100 === 0) print(`Checked ${files} tables of facts`, true)
      if (!tables.has(name)) {
        findings.push(damage(name, `is missing, with the cohorts of run ${run}`, RESTORE))
        continue
      }
      const rows = await countOf(held, sql`${plain(name)}`)
      if (rows !== facts.rows)
        findings.push(
          damage(name, `has ${rows} rows, and run ${run} has ${facts.rows} cohorts`, RESTORE),
        )
    }
  }
  return { findings, files }
}

async function checkShared(
  held: Pick<HeldConnection, 'read'>,
  { runs, files, apps }: Catalog,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const compare = (table: string, whose: string, rows: number, expected: number): void => {
    if (rows !== expected)
      findings.push(
        damage(table, `has ${rows} rows of ${whose}, and the catalog says ${expected}`, RESTORE),
      )
  }
  const byRun = async (table: Sql): Promise<Map<number, number>> =>
    counts(
      await held.read(sql`SELECT run_id AS id, COUNT(*) AS count FROM ${table} GROUP BY run_id`),
    )
  const recommendations = await byRun(sql`recommendations`)
  for (const run of runs)
    compare(
      'recommendations',
      `run ${run.run_id}`,
      recommendations.get(run.run_id) ?? 0,
      run.recommendations?.rows ?? 0,
    )
  const [alerts, snapshots] = [await byRun(sql`alerts`), await byRun(sql`roas_snapshots`)]
  for (const { app_id: app } of apps) {
    const own = runs.filter(run => run.app_id === app)
    const total = (rows: ReadonlyMap<number, number>): number =>
      sum(own, run => rows.get(run.run_id) ?? 0)
    compare('alerts', `app ${app}`, total(alerts), files[app]?.alerts[0]?.rows ?? 0)
    compare('roas_snapshots', `app ${app}`, total(snapshots), files[app]?.snapshots[0]?.rows ?? 0)
    const expected = files[app]?.identities?.rows ?? 0
    const rows = await countOf(held, sql`identities WHERE app_id = ${app} AND id < ${expected}`)
    compare('identities', `app ${app}`, rows, expected)
  }
  return findings
}
