import t from 'tap'
import { alertRow, minimalDelivery } from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase, factsTable } from '../../../../support/mariadb.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

t.test('verify names every row, table and count that differs from the import', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, minimalDelivery({ alerts: [alertRow({ run_id: 2 })] }))
  const verify = () => node.verify!({ repair: false, print: () => undefined })
  t.match(await verify(), { version: 1, files: 1, findings: [], repaired: [] })
  const facts = await factsTable(url, 1)
  for (const [table, damage, file, problem] of [
    [facts, `DELETE FROM ${facts}`, facts, 'has 0 rows, and run 1 has 1 cohorts'],
    [facts, `DROP TABLE ${facts}`, facts, 'is missing, with the cohorts of run 1'],
    [
      'recommendations',
      'DELETE FROM recommendations',
      'recommendations',
      'has 0 rows of run 1, and the catalog says 1',
    ],
    ['alerts', 'DELETE FROM alerts', 'alerts', 'has 0 rows of app 1, and the catalog says 1'],
    [
      'roas_snapshots',
      'DELETE FROM roas_snapshots',
      'roas_snapshots',
      'has 0 rows of app 1, and the catalog says 1',
    ],
    [
      'identities',
      'DELETE FROM identities',
      'identities',
      'has 0 rows of app 1, and the catalog says 1',
    ],
    [
      'catalog_runs',
      `UPDATE catalog_runs SET body = REPLACE(body, '"rows":1', '"rows":"1"') WHERE run_id = 1`,
      'catalog_runs 1',
      /^has a value at \S+\.rows that no import writes$/,
    ],
    [
      'catalog_apps',
      `UPDATE catalog_apps SET body = CONCAT('x', body)`,
      'catalog_apps 1',
      'is not a row that an import writes',
    ],
  ] as const) {
    await administer(
      url,
      `CREATE TABLE saved LIKE ${table}`,
      `INSERT INTO saved SELECT * FROM ${table}`,
      damage,
    )
    const { findings } = await verify()
    t.match(findings, [{ kind: 'damage', file, problem }], damage)
    t.equal(findings.length, 1, damage)
    await administer(url, `DROP TABLE IF EXISTS ${table}`, `RENAME TABLE saved TO ${table}`)
  }
  await administer(
    url,
    "INSERT INTO import_runs VALUES (70, 1, '0123456789abcdef')",
    'CREATE TABLE facts_70_0123456789abcdef (x INT)',
    'CREATE TABLE facts_80_0123456789abcdef (x INT)',
  )
  const { findings } = await verify()
  t.match(findings, [
    { kind: 'note', file: 'import_runs, app 1' },
    { kind: 'note', file: 'facts_80_0123456789abcdef' },
  ])
  t.equal(findings.length, 2)
})
