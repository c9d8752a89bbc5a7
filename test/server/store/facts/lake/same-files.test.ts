import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import t from 'tap'
import { arbitraryDelivery } from '../../../../reference/arbitrary.ts'
import { toUrl } from '../../../../reference/request-types.ts'
import { arbitraryRequest } from '../../../../reference/requests.ts'
import fc from '../../../../support/fast-check.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { startService } from '../../../../support/started-service.ts'
import { seed } from '../../../../support/seed.ts'

const today = '2026-03-20'
const now = `${today}T12:00:00Z`

async function parquetFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter(name => name.endsWith('.parquet')).map(name => join(folder, name))
}

/** Contents by name; of names that come again, in the order of their bytes. */
async function contents(folder: string): Promise<[string, string][]> {
  const files = await Promise.all(
    (await parquetFiles(folder)).map(
      async path => [basename(path), (await readFile(path)).toString('base64')] as [string, string],
    ),
  )
  return files.sort(([one, a], [other, b]) => (one < other ? -1 : one > other ? 1 : a < b ? -1 : 1))
}

for (const kind of ['file', 's3'] as const) {
  t.test(
    `a lake (${kind}:) has the embedded store's files, and two nodes return the same bytes`,
    async t => {
      const lake = await lakeOf(t, kind)
      if (lake === undefined) return
      const deliveries = Array.from(
        { length: 2 },
        (_, index) =>
          fc.sample(arbitraryDelivery({ today, firstId: 1 + index * 100_000 }), {
            numRuns: 1,
            seed: seed + index,
          })[0]!,
      )
      const embedded = await startService(t, { now, deliveries })
      const nodes = [
        await startService(t, { now, environment: lake.environment }),
        await startService(t, { now, environment: lake.environment }),
      ]
      for (const [index, delivery] of deliveries.entries()) await nodes[index]!.import(delivery)
      const [files, objects] = [
        await contents(join(embedded.dataDir, 'deliveries')),
        await contents(lake.folder),
      ]
      t.ok(files.length > 4)
      t.strictSame(
        objects.map(([name]) => name),
        files.map(([name]) => name),
      )
      for (const [index, [name, content]] of files.entries())
        t.ok(objects[index]![1] === content, name)

      for (const node of nodes) node.passSecond()
      for (const [index, delivery] of deliveries.entries()) {
        for (const request of fc.sample(arbitraryRequest(delivery, today), {
          numRuns: 10,
          seed: seed + index,
        })) {
          const path = toUrl(request)
          const expected = await embedded.get(path, request.companyId)
          for (const node of nodes) {
            const answer = await node.get(path, request.companyId)
            t.equal(answer.status, expected.status, path)
            t.ok(answer.body.equals(expected.body), path)
          }
        }
      }
      for (const { app_id: app } of (await embedded.store.catalog()).apps) {
        t.equal(
          await nodes[0]!.store.size(await nodes[0]!.store.catalog(app), app),
          await embedded.store.size(await embedded.store.catalog(app), app),
        )
      }
    },
  )
}
