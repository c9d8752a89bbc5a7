import t from 'tap'
import { alertRow, minimalDelivery, runRow } from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { failedStart } from '../../../../support/process.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

/** Every row of every table, except those that change automatically. */
async function contentOf(url: string): Promise<unknown> {
  const tables = (await administer(url, 'SHOW TABLES')).map(row => String(Object.values(row)[0]))
  const rows = await Promise.all(
    tables.map(async table => [
      table,
      (await administer(url, `SELECT * FROM \`${table}\``)).length,
    ]),
  )
  return rows
}

const CHANGED = [
  ...[
    'catalog_state',
    'catalog_companies',
    'catalog_apps',
    'catalog_runs',
    'migrations',
    'schema_state',
  ],
  ...['api_keys', 'audit', 'import_runs'],
]

t.test('a database without its catalog is refused, named, and stays as it is', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, minimalDelivery({ alerts: [alertRow({ run_id: 2 })] }))
  await node.keys.create({ companyId: 1 })
  const copies = CHANGED.flatMap(table => [
    `CREATE TABLE saved_${table} LIKE ${table}`,
    `INSERT INTO saved_${table} SELECT * FROM ${table}`,
  ])
  for (const [name, statements, message] of [
    [
      'a table of the catalog',
      ['DROP TABLE catalog_runs'],
      /its table catalog_runs is missing, .*Restore a backup/,
    ],
    ['another table', ['DROP TABLE import_runs'], /its table import_runs is missing/],
    [
      'its versions',
      ['DROP TABLE migrations', 'DROP TABLE schema_state'],
      /its table migrations is missing or empty/,
    ],
    [
      'all of the catalog',
      ['DROP TABLE catalog_state, catalog_apps, catalog_runs, migrations, schema_state'],
      /its table migrations/,
    ],
    ['the state', ['DELETE FROM catalog_state'], /its table catalog_state has no row/],
    [
      'the number',
      ['UPDATE catalog_state SET seq = 0'],
      /its table catalog_state says that nothing was ever imported/,
    ],
    ['runs', ['DELETE FROM catalog_runs'], /its table catalog_runs has no rows/],
    ['apps', ['DELETE FROM catalog_apps'], /its table catalog_apps has no rows/],
    ['companies', ['DELETE FROM catalog_companies'], /its table catalog_companies has no rows/],
    [
      'all but an entry of an operator',
      [
        'DELETE FROM catalog_runs',
        'DELETE FROM catalog_apps',
        'DELETE FROM api_keys',
        "INSERT INTO audit (at, action, actor, target, details) VALUES ('2026-01-01T00:00:00.000Z', 'key.created', 'x', 'y', '{}')",
        'UPDATE catalog_state SET seq = 0',
      ],
      /says that nothing was ever imported/,
    ],
  ] as const) {
    await t.test(name, async t => {
      await administer(url, ...copies, ...statements)
      const before = await contentOf(url)
      await t.rejects(openNode(t, url), { name: 'StoreDamaged', message })
      if (name === 'a table of the catalog') {
        const environment = {
          DATA_DIR: t.testdir(),
          DATABASE_URL: url,
          EXPORT_SECRET: 'a secret of these tests',
        }
        t.match(
          await failedStart(environment),
          { code: 1, stderr: message },
          'and no demo is loaded',
        )
      }
      t.strictSame(await contentOf(url), before)
      await administer(
        url,
        ...CHANGED.flatMap(table => [
          `DROP TABLE IF EXISTS ${table}`,
          `RENAME TABLE saved_${table} TO ${table}`,
        ]),
      )
    })
  }
  await openNode(t, url)
})

t.test('a database whose first import was refused or killed does not count as damaged', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await openNode(t, url)
  await administer(
    url,
    "INSERT INTO audit (at, action, actor, target, details) VALUES ('2026-01-01T00:00:00.000Z', 'import.refused', 'x', 'y', '{}')",
    "INSERT INTO import_runs (run_id, app_id, owner) VALUES (7, 1, '0123456789abcdef')",
    'CREATE TABLE facts_7_0123456789abcdef (x INT)',
    'CREATE TABLE facts_7_0123456789abcdef_1 (x INT)',
  )
  const again = await openNode(t, url)
  t.match(
    await load(
      again,
      minimalDelivery({
        runs: [runRow(), runRow({ run_id: 7 }), runRow({ run_id: 2, kind: 'alert' })],
      }),
    ),
    {
      version: 1,
    },
  )
})
