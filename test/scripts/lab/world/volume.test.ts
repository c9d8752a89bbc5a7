import { join } from 'node:path'
import t from 'tap'
import {
  LARGE_APP,
  SMALL_APPS,
  type Volume,
  writeVolume,
} from '../../../../scripts/lab/world/volume.ts'
import { importDelivery } from '../../../../server/store/facts/embedded/embedded-destination.ts'

const SIZES: [string, 'csv' | 'parquet', Volume][] = [
  ['one app', 'csv', { ...LARGE_APP, campaigns: 12, days: 20 }],
  ['apps with alerts', 'parquet', { ...SMALL_APPS, apps: 3, days: 12 }],
]

for (const [name, format, volume] of SIZES) {
  t.test(`${name} as ${format}: an import loads every generated row`, async t => {
    const delivery = join(t.testdir(), 'delivery')
    await writeVolume(delivery, volume, { today: '2026-11-22', format })
    const { rows, incompleteCohorts } = await importDelivery({
      dataDir: join(t.testdirName, 'data'),
      delivery,
    })
    const { apps, days, campaigns, countries, dsiValues, alerts } = volume
    const cohorts = apps * days * campaigns * countries
    t.match(rows, {
      apps,
      cohorts,
      cohort_revenue: cohorts * dsiValues.length,
      recommendations: apps * campaigns * (1 + countries),
    })
    t.equal(rows.alerts ?? 0, apps * alerts)
    t.equal(incompleteCohorts, 0)
  })
}
