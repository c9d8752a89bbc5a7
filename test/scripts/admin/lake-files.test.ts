import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import {
  cohortRow,
  minimalDelivery,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { admin } from '../../support/admin.ts'
import { lakeOf } from '../../support/lake.ts'
import { repository } from '../../support/repository.ts'
import { startService } from '../../support/started-service.ts'
import { query } from '../../support/delivery-folder.ts'

interface Listed {
  table: string
  rows: number
  url: string
}

t.test(
  'lake files lists what other programs read, and the documented query gives the sums of a report',
  async t => {
    const lake = await lakeOf(t, 'file')
    if (lake === undefined) return
    const later = {
      runs: [runRow({ run_id: 5 })],
      cohorts: [cohortRow({ run_id: 5, spend: '12.5' })],
      roas_snapshots: [snapshotRow({ run_id: 5 })],
    }
    const service = await startService(t, {
      environment: lake.environment,
      deliveries: [minimalDelivery(), later],
    })
    const listed = async (...more: string[]) =>
      await admin(lake.environment, 'lake', 'files', '--app', ...more)
    const files = JSON.parse((await listed('1', '--json')).stdout) as Listed[]
    const snapshots = files.filter(({ table }) => table === 'roas_snapshots')
    t.equal(snapshots.length, 2)
    const [counted] = await query(
      `SELECT count(*)::INTEGER AS rows FROM read_parquet([${snapshots.map(({ url }) => `'${fileURLToPath(url)}'`).join()}])`,
    )
    t.strictSame(counted, { rows: snapshots.reduce((sum, { rows }) => sum + rows, 0) })

    const pathOf = (table: string): string =>
      fileURLToPath(files.find(one => one.table === table)!.url)
    const page = readFileSync(`${repository}server/store/facts/lake/README.md`, 'utf8')
    const example = /```sql\n(SELECT[^`]*read_parquet[^`]*)```/.exec(page)![1]!
    const own = example
      .replace(/'[^']*\/facts-\d+\.parquet'/, `'${pathOf('facts')}'`)
      .replace(/'[^']*\/identities-\d+\.parquet'/, `'${pathOf('identities')}'`)
    t.equal(own.split(pathOf('facts')).length, 2)
    const rows = await query(own.replace('sum(f.spend) AS spend', 'sum(f.spend)::DOUBLE AS spend'))
    const report = await service.get(
      '/v1/report?appId=1&granularity=campaign&groupBy=network&installGrouping=monthly&metrics=spend&format=csv&startDate=2026-01-01',
    )
    const [header, ...lines] = report.body.toString().trim().split('\n')
    const columns = header!.split(',')
    const spendOf = (name: string): number =>
      lines
        .map(line => line.split(','))
        .filter(cells => cells[columns.indexOf('network')] === name)
        .reduce((sum, cells) => sum + Number(cells[columns.indexOf('spend')]), 0)
    t.ok(rows.length > 0)
    for (const row of rows) t.equal(row['spend'], spendOf(String(row['network'])))

    t.match((await listed('1')).stdout, /^table +rows +url\nfacts /)
    t.match(await listed('9'), { code: 1, stderr: /the lake has no files of app 9/ })
  },
)
