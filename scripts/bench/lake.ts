import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importApart } from '../../server/delivery/load/import-apart.ts'
import { importInto } from '../../server/delivery/load/import.ts'
import { folderPlace } from '../../server/engines/embedded/place.ts'
import { catalogIn } from '../../server/engines/embedded/named-files.ts'
import { objectsOf } from '../../server/engines/lake/file-names.ts'
import { sealed } from '../../server/engines/common/stored-files.ts'
import { withStorage } from '../../server/storage/open-storage.ts'
import { dataFiles } from '../../server/model/catalog.ts'
import { addDays } from '../../server/model/dates.ts'
import type { LakeAddress, StorageAddress } from '../../server/model/storage-address.ts'
import { administer, runMariaDb, type MariaDb } from '../../test/support/mariadb.ts'
import { runFakeS3, S3_KEYS, S3_REGION, type FakeS3 } from '../../test/support/s3.ts'
import { writeBenchApp } from './support/bench-app.ts'
import { today, withFolder } from './support/bench-store.ts'
import { measurement, median, timed, type Measurement } from './support/measurement.ts'
import { get, runService, type RunningService } from './support/running-service.ts'

/** Delay of a lake GET in the bench of a cold node, ms. */
const FAR_AWAY = 40
const WEEKLY = { granularity: 'campaign', installGrouping: 'weekly' }
const FULL = {
  granularity: 'campaign_geo',
  installGrouping: 'daily',
  metrics: 'ltv,roas',
  roasTypes: 'paid,incremental_blended,full_blended',
  revenueTypes: 'gross,net',
  dsiValues: '7,365',
}

interface Ground {
  folder: string
  server: MariaDb
  s3: FakeS3
  databases: number
}

async function emptyLake(ground: Ground): Promise<StorageAddress & { databaseUrl: string; lake: LakeAddress }> {
  const database = `lake_${ground.databases++}`
  await administer(ground.server.url('mysql'), `CREATE DATABASE ${database}`)
  return { dataDir: join(ground.folder, database), databaseUrl: ground.server.url(database), lake: addressOf(ground.s3) }
}

function addressOf({ endpoint }: FakeS3): LakeAddress {
  return { url: 's3://bench/prefix', endpoint, region: S3_REGION, credentials: S3_KEYS, cacheSize: null, keepDays: 0 }
}

/** Imports into a lake against a folder plus the time to put the same files. */
async function importing(ground: Ground, delivery: string): Promise<Measurement> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    const place = await emptyLake(ground)
    times[0].push(await timed(() => withStorage(place, ({ imports }) => importInto(imports, { delivery }))))
    times[1].push(
      await withFolder(async dataDir => {
        const loading = await timed(() => importInto(folderPlace(dataDir), { delivery }))
        const objects = objectsOf(place.lake, `round-${round}`)
        const files = [...dataFiles(await catalogIn(dataDir))]
        const putting = await timed(async () => {
          for (const [index, file] of files.entries()) {
            const { bytes, sha256 } = await sealed(join(dataDir, file))
            await objects.put(`${index}.parquet`, join(dataDir, file), { bytes, sha256 })
          }
        })
        return loading + putting
      }),
    )
  }
  return measurement(
    'import of 9.8 million revenue rows / embedded plus a bare PUT',
    median(times[0]),
    median(times[1]),
    'ms',
    'at most 1.3',
  )
}

async function sideBySide(ground: Ground): Promise<Measurement> {
  const place = await emptyLake(ground)
  return await withFolder(async folder => {
    const deliveries = await Promise.all(
      [2, 3, 4, 5].map(async appId => {
        const delivery = join(folder, String(appId))
        await writeBenchApp(delivery, { appId, today, format: 'parquet' })
        return delivery
      }),
    )
    const [a, b, c, d] = deliveries as [string, string, string, string]
    await withStorage(place, async () => undefined)
    const inTurn = await timed(async () => {
      await importApart(place, { delivery: a })
      await importApart(place, { delivery: b })
    })
    const atOnce = await timed(() => Promise.all([importApart(place, { delivery: c }), importApart(place, { delivery: d })]))
    return measurement('two imports of different apps at once / in turn', atOnce, inTurn, 'ms', 'at most 0.77')
  })
}

function report(service: RunningService, parameters: Record<string, string>): Promise<number> {
  return get(`${service.url}/v1/report?${new URLSearchParams({ appId: '1', ...parameters }).toString()}`, service.key)
}

/** Medians of the same request to each service in turn; each round uses another range, and the first is discarded. */
async function inRotation(
  services: readonly RunningService[],
  rounds: number,
  parameters: (round: number) => Record<string, string>,
): Promise<number[]> {
  const times = services.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [index, service] of services.entries()) {
      const time = await timed(() => report(service, parameters(round)))
      if (round > 0) times[index]!.push(time)
    }
  }
  return times.map(median)
}

async function warm(ground: Ground, delivery: string, place: StorageAddress & { lake: LakeAddress }): Promise<Measurement[]> {
  return await withFolder(async embeddedDir => {
    await importInto(folderPlace(embeddedDir), { delivery })
    await administer(ground.server.url('mysql'), 'CREATE DATABASE tables')
    const database = { dataDir: join(ground.folder, 'tables'), databaseUrl: ground.server.url('tables') }
    await withStorage(database, ({ imports }) => importInto(imports, { delivery }))
    const services: RunningService[] = []
    try {
      services.push(await runService(place.dataDir, place.databaseUrl, environmentOf(ground.s3), [], place.lake))
      services.push(await runService(embeddedDir))
      services.push(await runService(database.dataDir, database.databaseUrl))
      // The first round fetches the whole file while the others run.
      const [full, embeddedFull, tablesFull] = await inRotation(services, 4, round => ({
        ...FULL,
        startDate: addDays(today, -455 + round),
      }))
      const [weekly, embeddedWeekly, tablesWeekly] = await inRotation(services, 15, round => ({
        ...WEEKLY,
        endDate: addDays(today, -1 - round),
      }))
      return [
        measurement('default weekly report, file cached / embedded', weekly!, embeddedWeekly!, 'ms', 'at most 1.1'),
        measurement('the same / MariaDB', weekly!, tablesWeekly!, 'ms', '-'),
        measurement('full report, 1.09 million rows, file cached / embedded', full!, embeddedFull!, 'ms', 'at most 1.1'),
        measurement('the same / MariaDB', full!, tablesFull!, 'ms', '-'),
      ]
    } finally {
      for (const service of services) await service.stop()
    }
  })
}

function environmentOf({ endpoint }: FakeS3): Record<string, string> {
  return {
    LAKE_URL: 's3://bench/prefix',
    LAKE_ENDPOINT: endpoint,
    LAKE_REGION: S3_REGION,
    AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
}

async function cold(ground: Ground, place: StorageAddress & { lake: LakeAddress }): Promise<Measurement[]> {
  const seen: { time: number; bytes: number }[] = []
  ground.s3.fault(({ method }) => (method === 'GET' ? { delay: FAR_AWAY } : undefined))
  for (let round = 0; round < 3; round++) {
    await withFolder(async dataDir => {
      const service = await runService(dataDir, place.databaseUrl, environmentOf(ground.s3), [], place.lake)
      const before = ground.s3.sent()
      const time = await timed(() => report(service, WEEKLY))
      seen.push({ time, bytes: ground.s3.sent() - before })
      await service.stop()
    })
  }
  ground.s3.fault(() => undefined)
  const whole = Math.max(
    ...(await Promise.all(ground.s3.calls.filter(({ method }) => method === 'PUT').map(({ key }) => sizeOf(ground.s3.path(key))))),
  )
  return [
    measurement(
      `default report of a node that has no file, ${FAR_AWAY} ms a GET`,
      median(seen.map(({ time }) => time)),
      NaN,
      'ms',
      'at most 500 ms',
    ),
    measurement("bytes fetched by then / of the run's file", median(seen.map(({ bytes }) => bytes)), whole, 'bytes', 'at most 4 MB'),
  ]
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

export function lake(): Promise<Measurement[]> {
  return withFolder(async folder => {
    const cleanups: (() => Promise<void>)[] = []
    try {
      const server = await runMariaDb(['--innodb-buffer-pool-size=1G'], remove => cleanups.unshift(remove))
      const s3 = await runFakeS3(join(folder, 's3'), stop => cleanups.unshift(stop))
      const ground: Ground = { folder, server, s3, databases: 0 }
      const delivery = join(folder, 'delivery')
      await writeBenchApp(delivery, { appId: 1, today, format: 'parquet' })
      const place = await emptyLake(ground)
      await withStorage(place, ({ imports }) => importInto(imports, { delivery }))
      return [
        ...(await warm(ground, delivery, place)),
        ...(await cold(ground, place)),
        await importing(ground, delivery),
        await sideBySide(ground),
      ]
    } finally {
      for (const cleanup of cleanups) await cleanup()
    }
  })
}
