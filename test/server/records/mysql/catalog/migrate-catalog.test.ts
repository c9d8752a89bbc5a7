import t from 'tap'
import { readCatalog } from '../../../../../server/records/read-catalog.ts'
import { Database } from '../../../../../server/records/mysql/database.ts'
import { migrate } from '../../../../../server/records/migrate.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../../../server/model/catalog-document.ts'
import type { Catalog } from '../../../../../server/model/catalog.ts'
import { arbitraryImports } from '../../../../reference/arbitrary-imports.ts'
import { minimalDelivery, runRow } from '../../../../reference/minimal-delivery.ts'
import { toUrl } from '../../../../reference/request.ts'
import { arbitraryRequest } from '../../../../reference/requests.ts'
import fc from '../../../../support/fast-check.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/service.ts'
import { load, openNode } from '../../../engines/tables/storage.ts'
import { seed } from '../../../../support/seed.ts'

const today = '2026-03-20'
const ROW_TABLES = ['catalog_state', 'catalog_companies', 'catalog_apps', 'catalog_networks', 'catalog_runs'].concat([
  'retired_files',
  'import_locks',
  'import_runs',
])

async function catalogIn(url: string): Promise<Catalog> {
  const database = new Database({ url })
  try {
    const apps = (await database.read('SELECT app_id FROM catalog_apps' as never)).map(row => Number(row['app_id']))
    return await readCatalog(database, { apps, runs: [] }, rowFaults(FILES_OF_DATABASE))
  } finally {
    await database.close()
  }
}

/** As `admin migrate` does. */
async function migrateAt(url: string): Promise<void> {
  const database = new Database({ url })
  await migrate(database).finally(() => database.close())
}

type Document = Catalog & { retired: { file: string; since: string }[] }

/** Turns a database into schema 2: the catalog as one document, facts by run, and a dead import's note. Returns the document. */
async function asSchema2(url: string, change: (catalog: Catalog) => void = () => undefined): Promise<Document> {
  const catalog: Document = { ...(await catalogIn(url)), retired: [] }
  const retired = await administer(url, 'SELECT file, since FROM retired_files')
  const old = (file: string): string => file.replace(/_[0-9a-f]{16}$/, '')
  const tables = [...catalog.runs.flatMap(run => run.facts?.file ?? []), ...retired.map(row => String(row['file']))]
  for (const table of tables.filter(name => name !== old(name))) await administer(url, `RENAME TABLE ${table} TO ${old(table)}`)
  for (const run of catalog.runs) if (run.facts) run.facts.file = old(run.facts.file)
  catalog.retired = retired.map(row => ({ file: old(String(row['file'])), since: String(row['since']) }))
  ;(catalog.format as number) = 1
  change(catalog)
  await administer(
    url,
    `DROP TABLE ${ROW_TABLES.join()}`,
    'DELETE FROM migrations WHERE version = 3',
    'DROP TABLE nodes, schema_state',
    'CREATE TABLE catalog (id TINYINT, version BIGINT NOT NULL, body LONGBLOB NOT NULL, PRIMARY KEY (id))',
    'CREATE TABLE imports (version BIGINT, body LONGBLOB NOT NULL, PRIMARY KEY (version))',
    `INSERT INTO imports VALUES (${catalog.version + 1}, '{"runs":[{"run_id":900000,"app_id":1}]}')`,
    'CREATE TABLE IF NOT EXISTS facts_900000 (x INT)',
    `INSERT INTO catalog VALUES (1, ${catalog.version}, X'${Buffer.from(JSON.stringify(catalog)).toString('hex')}')`,
  )
  return catalog
}

t.test('a catalog that was one document answers the same as rows', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const [drawn] = fc.sample(arbitraryImports(today, 6), { numRuns: 1, seed })
  const { first, later } = drawn!
  const node = await openNode(t, url)
  for (const delivery of [first, ...later]) await load(node, delivery, { now: new Date(`${today}T12:00:00Z`) })
  const asked = fc.sample(arbitraryRequest(first, today), { numRuns: 60, seed })
  const answers = async (): Promise<unknown[]> => {
    const service = await startService(t, {
      now: `${today}T12:00:00Z`,
      environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
    })
    const found: unknown[] = []
    for (const request of asked) {
      const { status, headers, body } = await service.get(toUrl(request), request.companyId)
      found.push([toUrl(request), status, headers['etag'], status === 200 ? body.toString('base64') : ''])
    }
    return found
  }
  const before = await answers()
  const document = await asSchema2(url)

  const nodes = Array.from({ length: 4 }, () => new Database({ url }))
  t.teardown(() => Promise.all(nodes.map(one => one.close())))
  await Promise.all(nodes.map(one => migrate(one)))
  const { retired: _retired, ...catalog } = document
  t.strictSame(await catalogIn(url), { ...catalog, format: 2 })
  const retired = await administer(url, 'SELECT file FROM retired_files ORDER BY 1')
  t.strictSame(
    retired.map(row => String(row['file'])),
    document.retired.map(({ file }) => file).sort(),
  )
  t.strictSame(await administer(url, "SHOW TABLES LIKE 'catalog'"), [])
  t.strictSame(await answers(), before)

  await load(node, { apps: [first.apps[0]!] }, { now: new Date('2100-01-01T00:00:00Z') })
  t.strictSame(await administer(url, "SHOW TABLES LIKE 'facts_900000'"), [], 'what a dead import has left is still known')
  const left = retired.filter(row => String(row['file']).startsWith('facts_'))
  for (const { file } of left) {
    const own = document.runs.find(run => `facts_${run.run_id}` === String(file))!.app_id === first.apps[0]!.app_id
    t.equal((await administer(url, `SHOW TABLES LIKE '${String(file)}'`)).length, own ? 0 : 1, String(file))
  }
})

t.test('a document of before runs had versions, one with values that no import writes, and none', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, minimalDelivery())
  await asSchema2(url, catalog => catalog.runs.forEach(run => delete run.version))
  await t.rejects(openNode(t, url), { message: /schema version 2, .*Stop all services of earlier versions first/ })
  await migrateAt(url)
  const again = await openNode(t, url)
  const { runs, apps } = await catalogIn(url)
  for (const run of runs) t.equal(run.version, apps[0]!.version)
  t.match(await load(again, { runs: [runRow({ run_id: 9 })] }), { version: 2 })

  await asSchema2(url, catalog => (catalog.runs[0]!.facts!.file = 'facts_1; DROP TABLE api_keys'))
  const fault = /a value at catalog\.runs\.0\.facts\.file that no import writes: restore a backup/
  await t.rejects(migrateAt(url), { message: fault })
  t.equal((await administer(url, 'SELECT * FROM catalog')).length, 1, 'nothing is taken away')
  t.strictSame(await administer(url, 'SELECT * FROM catalog_state'), [])

  await administer(url, 'DELETE FROM catalog')
  await t.rejects(migrateAt(url), { message: /its table catalog is missing or empty/ })
})

t.test('a database of schema 2 that nothing was imported into', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await openNode(t, url)
  await asSchema2(url)
  await administer(url, 'DELETE FROM catalog', 'DELETE FROM imports', 'DROP TABLE facts_900000')
  await openNode(t, url)
  t.match(await catalogIn(url), { version: 0, apps: [], runs: [] })
})
