import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { bigRun } from '../../../../support/big-run.ts'
import { minimalDelivery } from '../../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { startService } from '../../../../support/started-service.ts'

t.test(
  'cached files removed during reads are fetched again, and every response is correct',
  async t => {
    const lake = await lakeOf(t, 's3')
    if (lake === undefined) return
    const deliveries = [minimalDelivery(), bigRun(3)]
    const other = await startService(t, { environment: lake.environment, deliveries })
    const service = await startService(t, { environment: lake.environment })
    const paths = Array.from({ length: 150 }, (_, n) => {
      const columns = ['spend', 'ltv', 'roas', 'installs'].filter(
        (_, bit) => bit === n % 4 || (n >> bit) & 1,
      )
      return `/v1/report?appId=1&granularity=campaign&format=csv&startDate=2026-03-01&endDate=2026-03-31&metrics=${columns.join()}&limit=${10 + n}`
    })
    const expected: string[] = []
    for (const path of paths) expected.push((await other.get(path)).body.toString())
    t.ok(expected.every(text => text.split('\n').length > 5))

    const cache = join(service.dataDir, 'cache')
    let removed = 0
    const removeAll = async (): Promise<void> => {
      for (const entry of await readdir(cache, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        await rm(join(entry.parentPath, entry.name), { force: true })
        removed++
      }
    }
    const left = paths.entries()
    const ask = async (): Promise<void> => {
      for (const [index, path] of left) {
        // While seven others are read.
        if (index % 12 === 11) await removeAll()
        const { status, body } = await service.get(path)
        t.equal(status, 200, body.toString().slice(0, 200))
        t.equal(body.toString(), expected[index])
      }
    }
    await Promise.all(Array.from({ length: 8 }, ask))
    t.ok(removed > 5, `${removed} files were removed`)
  },
)
