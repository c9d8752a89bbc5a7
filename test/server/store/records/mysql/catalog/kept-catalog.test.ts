import t, { type Test } from 'tap'
import { KeptCatalog } from '../../../../../../server/store/records/kept-catalog.ts'
import { Database } from '../../../../../../server/store/records/mysql/mysql-database.ts'
import { catalogIn as readFolder } from '../../../../../../server/store/facts/embedded/named-files.ts'
import { importDelivery } from '../../../../../../server/store/facts/embedded/embedded-destination.ts'
import {
  FILES_OF_DATABASE,
  rowFaults,
} from '../../../../../../server/core/model/catalog-document.ts'
import type { Catalog, Run } from '../../../../../../server/core/model/catalog.ts'
import { arbitraryImports } from '../../../../../reference/arbitrary-imports.ts'
import { appRow, minimalDelivery, runRow } from '../../../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../../../reference/write-delivery.ts'
import fc from '../../../../../support/fast-check.ts'
import { administer, emptyDatabase } from '../../../../../support/mariadb.ts'
import { load, openNode } from '../../../../../support/mysql-storage.ts'
import { seed } from '../../../../../support/seed.ts'

const today = '2026-03-20'

/** A node's catalog, which checks for changes on every request, and counts the rows that it reads of each table. */
function keptIn(t: Test, url: string): { kept: KeptCatalog; read: Map<string, number> } {
  const database = new Database({ url })
  t.teardown(() => database.close())
  const read = new Map<string, number>()
  for (const statements of [database, database.small]) {
    const transaction = statements.transaction.bind(statements)
    statements.transaction = (use, options) =>
      transaction(
        held =>
          use({
            ...held,
            async read(statement) {
              const rows = await held.read(statement)
              const table = / FROM (\w+)/.exec(statement)![1]!
              read.set(table, (read.get(table) ?? 0) + rows.length)
              return rows
            },
          }),
        options,
      )
  }
  let now = 0
  return {
    kept: new KeptCatalog(database, rowFaults(FILES_OF_DATABASE), () => (now += 1000)),
    read,
  }
}

/** A catalog's content for one app, or all, without versions and places of data. */
function said(catalog: Catalog, appId?: number): unknown {
  const is = ({ app_id: app }: { app_id: number }): boolean => appId === undefined || app === appId
  const isNumber = (value: unknown): boolean => typeof value === 'number'
  const rows = (segments: { rows: number }[] | undefined): number =>
    (segments ?? []).reduce((sum, segment) => sum + segment.rows, 0)
  return {
    companies:
      appId === undefined ? catalog.companies.map(({ version: _version, ...row }) => row) : [],
    apps: catalog.apps.filter(is).map(({ version: _version, ...row }) => row),
    access: catalog.app_access.filter(is),
    lookbacks: catalog.bet_lookbacks.filter(is),
    networks: catalog.networks,
    runs: appId === undefined ? [] : catalog.runs.filter(is).map(runSaid),
    files: Object.entries(catalog.files)
      .filter(([id]) => is({ app_id: Number(id) }))
      .map(([id, { identities, snapshots, alerts }]) => [
        id,
        identities?.rows,
        rows(snapshots),
        rows(alerts),
      ]),
    known: isNumber(catalog.version),
  }
}

/** Only stores of files note where snapshots begin. */
function runSaid({ version, facts, recommendations, snapshots: _snapshots, ...run }: Run): unknown {
  const {
    file: _file,
    bytes: _bytes,
    sha256: _sha256,
    ...listed
  } = facts ?? { file: '', bytes: 0, sha256: '' }
  return {
    ...run,
    named: version !== undefined,
    facts: facts && listed,
    recommendations: recommendations?.rows,
  }
}

t.test(
  "after any imports the catalog equals the embedded store's, whenever a node starts",
  async t => {
    const url = await emptyDatabase(t)
    if (url === undefined) return
    const node = await openNode(t, url)
    const dataDir = t.testdir()
    const [drawn] = fc.sample(arbitraryImports(today, 12), { numRuns: 1, seed: seed + 7 })
    const nodes = [keptIn(t, url)]
    for (const [step, delivery] of [drawn!.first, ...drawn!.later].entries()) {
      const folder = `${dataDir}/delivery-${step}`
      await writeDelivery(folder, delivery, { format: 'csv' })
      const now = (): Date => new Date(`${today}T12:00:00Z`)
      await importDelivery({ dataDir: `${dataDir}/data`, delivery: folder, now })
      await load(node, delivery, { now: now() })
      const embedded = await readFolder(`${dataDir}/data`)
      nodes.push(keptIn(t, url))
      for (const { kept } of nodes) {
        t.strictSame(said(await kept.current()), said(embedded), `step ${step}`)
        for (const app of [1, 2])
          t.strictSame(
            said(await kept.current(app), app),
            said(embedded, app),
            `step ${step}, app ${app}`,
          )
      }
      t.equal((await nodes[0]!.kept.current()).imported_at, embedded.imported_at)
    }
  },
)

t.test(
  'a node reads only the rows of a publish, and unchanged apps stay the same object',
  async t => {
    const url = await emptyDatabase(t)
    if (url === undefined) return
    const node = await openNode(t, url)
    const two = [1, 2].map(app_id => appRow({ app_id }))
    await load(
      node,
      minimalDelivery({ apps: two, app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })) }),
    )
    await load(node, {
      runs: Array.from({ length: 50 }, (_, index) => runRow({ run_id: 100 + index, app_id: 2 })),
    })
    const { kept, read } = keptIn(t, url)
    const before = [await kept.current(1), await kept.current(2)] as const
    t.match(Object.fromEntries(read), { catalog_apps: 2, catalog_companies: 1, catalog_runs: 52 })

    read.clear()
    await load(node, { runs: [runRow({ run_id: 3 })] })
    const after = [await kept.current(1), await kept.current(2)] as const
    t.match(Object.fromEntries(read), {
      catalog_state: 1,
      catalog_apps: 1,
      catalog_companies: 1,
      catalog_networks: 0,
      catalog_runs: 1,
    })
    t.not(after[0], before[0])
    t.equal(after[1], before[1])
    t.strictSame(
      after[0].runs.map(({ run_id }) => run_id),
      [1, 2, 3],
    )

    read.clear()
    await load(node, { networks: minimalDelivery().networks })
    t.equal(await kept.current(1), after[0], 'networks as they were change nothing')
    t.equal(await kept.current(2), after[1])
    t.match(Object.fromEntries(read), {
      catalog_apps: 0,
      catalog_companies: 0,
      catalog_networks: 0,
      catalog_runs: 0,
    })

    read.clear()
    for (const unknown of [3, 2 ** 53 - 1])
      t.match(await kept.current(unknown), { apps: [], runs: [] })
    t.strictSame(Object.fromEntries(read), {}, 'an app that is not there costs nothing')
  },
)

t.test('a database restored to an earlier state is reread', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, minimalDelivery())
  const { kept } = keptIn(t, url)
  await load(node, { runs: [runRow({ run_id: 3 })], companies: [{ company_id: 2, name: 'Later' }] })
  t.equal((await kept.current(1)).runs.length, 3)
  await administer(
    url,
    'DELETE FROM catalog_runs WHERE run_id = 3',
    'DELETE FROM catalog_companies WHERE company_id = 2',
    'UPDATE catalog_state SET seq = 1',
  )
  t.equal((await kept.current(1)).runs.length, 2)
  t.equal((await kept.current()).companies.length, 1)
})

t.test('an impossible row is refused and reported', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, minimalDelivery())
  const changes = [
    ['catalog_runs', '"facts_1_', '"facts_1 x', /catalog_runs 1\.facts\.file/],
    ['catalog_runs', '"app_id":1', '"app_id":"1"', /catalog_runs [12]\.app_id/],
    ['catalog_apps', '"companies":[1]', '"companies":["1"]', /catalog_apps 1\.companies /],
    ['catalog_apps', '"app_id":1', '"app_id":2', /catalog_apps 1\.app_id/],
    ['catalog_companies', '{', '[', /catalog_companies 1 /],
  ] as const
  for (const [table, from, to, place] of changes) {
    const { kept } = keptIn(t, url)
    await administer(
      url,
      `CREATE TABLE saved AS SELECT * FROM ${table}`,
      `UPDATE ${table} SET body = REPLACE(body, '${from}', '${to}')`,
    )
    await t.rejects(kept.current(1), { message: place }, `${from} to ${to}`)
    await t.rejects(load(node, { runs: [runRow({ run_id: 9 })] }), { message: place })
    await administer(
      url,
      `UPDATE ${table} JOIN saved USING (${table === 'catalog_runs' ? 'run_id' : `${table === 'catalog_apps' ? 'app' : 'company'}_id`}) SET ${table}.body = saved.body`,
      'DROP TABLE saved',
    )
  }
  t.match(
    await load(node, { runs: [runRow({ run_id: 9 })] }),
    { loaded: true },
    'and nothing stays locked',
  )
})
