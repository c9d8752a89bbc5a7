import { mkdir, readdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { removeApps } from '../../../../../server/imports/load/remove-apps.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../../../reference/minimal-delivery.ts'
import { admin } from '../../../../support/admin.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { administer } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/started-service.ts'

const PATHS = [
  'report?appId=1&granularity=campaign',
  'roas-history?appId=1&granularity=campaign',
  'recommendations?appId=1',
  'alerts?appId=1',
]
const TABLES: Record<string, string> = { snapshots: 'roas_snapshots' }

/** Moves all files to where version 1.2 put them with open tables, as large ones with the sums of their blocks. */
async function moveIntoFolders(databaseUrl: string, store: string): Promise<number> {
  const files = (await readdir(store, { recursive: true })).filter(name =>
    name.endsWith('.parquet'),
  )
  for (const file of files) {
    const [, table] = /\/([a-z]+)-\d+\.parquet$/.exec(file)!
    const moved = `app-1/${TABLES[table!] ?? table}/${file}`
    await mkdir(dirname(join(store, moved)), { recursive: true })
    await rename(join(store, file), join(store, moved))
    await writeFile(join(store, `${moved}.sums`), 'sums')
    await rmdir(dirname(join(store, file))).catch(() => undefined)
    for (const rows of ['catalog_runs', 'catalog_apps'])
      await administer(
        databaseUrl,
        `UPDATE ${rows} SET body = REPLACE(body, '"file":"${file}"', '"file":"${moved}","blocks":"${'ab'.repeat(32)}"')`,
      )
  }
  return files.length
}

t.test(
  'files in the table folders of version 1.2 are served, replaced, moved and removed like others',
  async t => {
    const lake = await lakeOf(t, 'file')
    if (lake === undefined) return
    const { environment, databaseUrl } = lake
    const before = await startService(t, { environment, deliveries: [minimalDelivery()] })
    const answers = await Promise.all(PATHS.map(path => before.get(`/v1/${path}`)))
    t.strictSame(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const store = join(lake.folder, (await readdir(lake.folder))[0]!)
    t.ok((await moveIntoFolders(databaseUrl, store)) >= 4)
    // Of a log that 1.2 recorded.
    await administer(databaseUrl, `INSERT INTO open_tables VALUES (1, 1, '{"facts":3}')`)

    const service = await startService(t, { environment })
    for (const [index, path] of PATHS.entries()) {
      const { status, body } = await service.get(`/v1/${path}`)
      t.ok(status === 200 && body.equals(answers[index]!.body), path)
    }
    t.match(await service.storage.verify!({ repair: false, list: true, print: () => undefined }), {
      findings: [],
    })
    const backedUp = await admin(environment, 'backup', join(t.testdir({}), 'backup'))
    t.equal(backedUp.code, 0, backedUp.stderr)

    await service.import({
      runs: [runRow({ run_id: 5 })],
      cohorts: [cohortRow({ run_id: 5 })],
      recommendations: [recommendationRow({ run_id: 5, recommendation_id: 5 })],
    })
    service.passSecond()
    t.equal((await service.get('/v1/report?appId=1&granularity=campaign')).headers['run-id'], '5')
    await removeApps(service.storage.imports, { apps: [1] })
    t.strictSame(
      (await readdir(store, { recursive: true })).filter(name => /\.(parquet|sums)$/.test(name)),
      [],
    )
  },
)
