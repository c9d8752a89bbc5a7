import t from 'tap'
import { fetchAhead } from '../../../../server/engines/lake/store.ts'
import { type Catalog, EMPTY_CATALOG } from '../../../../server/model/catalog.ts'
import type { DataFile } from '../../../../server/engines/common/parquet-groups.ts'

const DAY = 86_400_000

function catalogOf(appId: number, ...files: string[]): Catalog {
  return { ...EMPTY_CATALOG, files: { [appId]: { snapshots: files.map(file => ({ file, rows: 1 })), alerts: [] } } }
}

t.test('new files are fetched ahead of apps that were asked for within a week, and of no others', async t => {
  let now = 0
  const catalogs = new Map([
    [1, catalogOf(1, 'a')],
    [2, catalogOf(2, 'b')],
  ])
  const fetched: string[] = []
  const prefetch = (files: readonly DataFile[]): void => void fetched.push(...files.map(({ file }) => file))
  const ahead = fetchAhead({ current: async (appId = 0) => catalogs.get(appId) ?? EMPTY_CATALOG }, { prefetch }, () => now)
  t.teardown(() => ahead.stop())
  ahead.asked(1, catalogs.get(1)!)
  await ahead.look()
  t.strictSame(fetched, [], 'what was there is fetched when it is asked for')
  catalogs.set(1, catalogOf(1, 'a', 'c'))
  catalogs.set(2, catalogOf(2, 'b', 'd'))
  await ahead.look()
  await ahead.look()
  t.strictSame(fetched, ['c'])
  now += 6 * DAY
  ahead.asked(1, catalogs.get(1)!)
  now += 6 * DAY
  catalogs.set(1, catalogOf(1, 'a', 'c', 'e'))
  await ahead.look()
  t.strictSame(fetched, ['c', 'e'])
  now += 2 * DAY
  catalogs.set(1, catalogOf(1, 'f'))
  await ahead.look()
  t.strictSame(fetched, ['c', 'e'])
})
