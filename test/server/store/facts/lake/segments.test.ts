import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { importInto } from '../../../../../server/imports/load/import.ts'
import type {
  ImportDestination,
  OpenDestination,
} from '../../../../../server/imports/import-destination.ts'
import { segmentName } from '../../../../../server/store/facts/common/stored-files.ts'
import { openDatabase } from '../../../../../server/store/facts/database/open.ts'
import { findFilesOf, objectsOf } from '../../../../../server/store/facts/lake/file-names.ts'
import { folderObjects } from '../../../../../server/store/facts/lake/objects/folder-objects.ts'
import { lakeDestination } from '../../../../../server/store/facts/lake/lake-destination.ts'
import { type Catalog, dataFiles, type Segment } from '../../../../../server/core/model/catalog.ts'
import { addDays } from '../../../../../server/core/model/dates.ts'
import { readConfig } from '../../../../../server/core/runtime/config.ts'
import type { Delivery } from '../../../../reference/delivery.ts'
import {
  alertRow,
  minimalDelivery,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { type TestLake, lakeOf } from '../../../../support/lake.ts'
import { deliver, query } from '../../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const LIMITS = { fresh: 4, bytes: 2 ** 20 }

async function placeOf(
  t: Test,
  { environment }: TestLake,
): Promise<{ imports: ImportDestination; storeId: string }> {
  const dataDir = temporaryFolder(t)
  const { lake, databaseUrl } = readConfig({ ...environment, DATA_DIR: dataDir })
  const { database, storeId, close } = await openDatabase({
    url: databaseUrl!,
    dataDir,
    print: () => undefined,
  })
  t.teardown(close)
  const objects = objectsOf(lake!, storeId)
  return {
    imports: lakeDestination({ database, objects, dataDir, keepDays: 0, limits: LIMITS }),
    storeId,
  }
}

/** A run that looks back on 70 days, and its alert. */
function dayOf(day: number): Delivery {
  const date = addDays('2026-04-01', 10 * day)
  const created_at = `${date}T06:00:00.000Z`
  return {
    runs: [
      runRow({ run_id: 10 + day, created_at, max_install_date: addDays(date, -1) }),
      runRow({ run_id: 1000 + day, kind: 'alert', created_at }),
    ],
    roas_snapshots: Array.from({ length: 7 }, (_, n) =>
      snapshotRow({
        run_id: 10 + day,
        install_date: addDays(date, -1 - 10 * n),
        spend: `${day}.${n}`,
      }),
    ),
    alerts: [alertRow({ alert_id: 10 + day, run_id: 1000 + day, created_at })],
  }
}

async function objectsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter(name => name.endsWith('.parquet'))
}

for (const kind of ['file', 's3'] as const) {
  t.test(`a lake (${kind}) merges rows into months; a killed import leaves nothing`, async t => {
    const lake = await lakeOf(t, kind)
    if (lake === undefined) return
    const { imports, storeId } = await placeOf(t, lake)
    let published: Catalog | undefined
    const load = async (
      delivery: Delivery,
      at: Date,
      change: (place: OpenDestination) => Partial<OpenDestination> = () => ({}),
    ): Promise<void> => {
      const noting: ImportDestination = {
        opened: (print, work) =>
          imports.opened(print, place =>
            work({
              ...place,
              async publish(next, event) {
                const version = await place.publish(next, event)
                published = next
                return version
              },
              ...change(place),
            }),
          ),
      }
      await importInto(noting, { delivery: await deliver(t, delivery), now: () => at })
    }
    const at = (day: number): Date => new Date(Date.UTC(2027, 0, day))
    await load(minimalDelivery({ roas_snapshots: [], alerts: [] }), at(0))
    for (let day = 1; day <= 11; day++) await load(dayOf(day), at(day))
    const months = published!.files[1]!.snapshots.filter(({ month }) => month !== undefined)
    t.ok(months.length > 4)

    const killed = (): Partial<OpenDestination> => ({
      publish: () => Promise.reject(new Error('killed')),
      abandoned: async () => undefined,
    })
    await t.rejects(load(dayOf(12), at(12), killed), { message: /killed/ })
    const store = join(lake.folder, storeId)
    const left = (await objectsIn(store)).filter(
      file => !dataFiles(published!).has(file) && file.includes('/snapshots'),
    )
    t.ok(left.length > 3, `${left.length} files of months were uploaded`)
    // Retired files go with the second import: their half hour is over.
    for (const day of [13, 14]) await load(dayOf(day), at(day))
    const named = dataFiles(published!)
    const orphans = (await objectsIn(store)).filter(file => left.includes(file))
    t.strictSame(orphans, [])
    t.ok([...named].every(file => file.length > 0))

    const files = published!.files[1]!.snapshots.map(
      ({ file }: Segment) => `'${join(store, file)}'`,
    )
    const rows =
      await query(`SELECT run_id::INTEGER AS run, count(*)::INTEGER AS rows, count(DISTINCT install_date)::INTEGER AS days
      FROM read_parquet([${files.join()}]) GROUP BY 1 ORDER BY 1`)
    t.strictSame(
      rows,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14].map(day => ({ run: 10 + day, rows: 7, days: 7 })),
    )
  })
}

t.test('files of a dead import are found although uploads end in any order', async t => {
  const dir = temporaryFolder(t)
  const objects = folderObjects(join(dir, 'lake'))
  await writeFile(join(dir, 'file'), '')
  const owner = '0123456789abcdef'
  const seal = {
    bytes: 0,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  }
  const put = (number: number): Promise<void> =>
    objects.put(`${owner}/${segmentName('snapshots', 7, number)}.parquet`, join(dir, 'file'), seal)
  for (const number of [0, 2, 5, 6, 40 - 13, 28]) await put(number)
  const files = await findFilesOf(objects, { owner, appId: 7, runs: [3] })
  const names = files.map(file => file.slice(owner.length + 1, -'.parquet'.length))
  for (const name of ['identities-7', 'recommendations-3', 'facts-3', 'alerts-7'])
    t.ok(names.includes(name), name)
  for (const number of [0, 2, 5, 6])
    t.ok(names.includes(segmentName('snapshots', 7, number)), `snapshots, ${number}`)
  t.notOk(names.includes(segmentName('snapshots', 7, 27)), 'three in turn are missing before it')
  for (let number = 7; number < 27; number++) await put(number)
  t.ok(
    (await findFilesOf(objects, { owner, appId: 7, runs: [] })).includes(
      `${owner}/${segmentName('snapshots', 7, 28)}.parquet`,
    ),
  )
  t.equal(
    new Set(Array.from({ length: 1000 }, (_, number) => segmentName('alerts', 1, number))).size,
    1000,
  )
})
