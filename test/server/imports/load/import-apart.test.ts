import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { importApart } from '../../../../server/imports/load/import-apart.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import { folderDestination } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { deliver } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

t.test('an import in another process gives the same result as one in this process', async t => {
  const place = { dataDir: temporaryFolder(t), databaseUrl: null }
  const delivery = await deliver(t, minimalDelivery())
  t.match(await importApart(place, { delivery }), { loaded: true, version: 1, rows: { runs: 2 } })
  await t.rejects(importApart(place, { delivery }), {
    name: 'DeliveryError',
    total: 4,
    faults: [{ file: 'runs.csv' }],
  })
  await t.rejects(importApart(place, { delivery, expectedVersion: 0 }), { name: 'StoreChanged' })
})

t.test('an import that needs too much memory is ended and leaves the store unchanged', async t => {
  const place = { dataDir: temporaryFolder(t), databaseUrl: null }
  const delivery = await deliver(t, minimalDelivery())
  await t.rejects(importApart(place, { delivery }, { memory: 20 * 2 ** 20 }), {
    message:
      'The import failed and nothing was loaded: it needed more than the 20 MB of memory that it may use. Import fewer runs at once, or on a machine with more memory',
  })
  t.equal((await catalogIn(place.dataDir)).version, 0)
  t.match(await importApart(place, { delivery }), { loaded: true }, 'the next one is not hindered')
  t.notMatch(await readdir(join(place.dataDir, 'staging')), ['scratch'])
})

t.test(
  'every thread of the import process has a low priority from its start',
  { skip: process.platform !== 'linux' },
  async t => {
    const place = { dataDir: temporaryFolder(t), databaseUrl: null }
    const delivery = await deliver(t, minimalDelivery())
    const seen = new Map<string, number[]>()
    let imported: Promise<unknown> | undefined
    await folderDestination(place.dataDir).opened(
      () => {},
      () =>
        new Promise<void>((resolve, reject) => {
          const progress = (line: string): void => {
            seen.set(line, nicesOfImport())
            resolve()
          }
          imported = importApart(place, { delivery, progress })
          imported.catch(reject)
        }),
    )
    await imported
    t.ok(seen.has('Writing run 1'))
    t.equal([...seen.keys()].at(-1), 'Preparing first responses')
    for (const [line, nices] of seen) {
      t.ok(nices.length > 1, line)
      t.strictSame([...new Set(nices)], [10], line)
    }
    t.equal(niceOf('self', process.pid), 0, 'this process keeps its own')
  },
)

/** The priorities of all threads of the import that this process has started. */
function nicesOfImport(): number[] {
  const children = readdirSync('/proc/self/task').flatMap(id =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '),
  )
  const child = children.find(
    id => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('import-process'),
  )
  return readdirSync(`/proc/${child}/task`).map(id => niceOf(child!, id))
}

/** See proc_pid_stat(5): after the name, which is in brackets, `nice` is the 17th value. */
function niceOf(process: string, thread: string | number): number {
  const stat = readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
