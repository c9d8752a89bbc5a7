import t from 'tap'
import type { DataFile } from '../../../../../../server/store/facts/common/parquet-groups.ts'
import { FetchAhead } from '../../../../../../server/store/facts/lake/cache/fetch-ahead.ts'
import {
  type Catalog,
  EMPTY_CATALOG,
  type Run,
} from '../../../../../../server/core/model/catalog.ts'

const DAY = 86_400_000

function catalogOf(appId: number, run: number): Catalog {
  const named = (table: string): DataFile & { rows: number } => ({
    file: `${run}/${table}-${appId}`,
    rows: 1,
  })
  const runs = [1, run].map(
    id =>
      ({
        run_id: id,
        app_id: appId,
        facts: { ...named('facts'), file: `${id}/facts-${appId}` },
      }) as unknown as Run,
  )
  return {
    ...EMPTY_CATALOG,
    runs,
    files: {
      [appId]: { identities: named('identities'), snapshots: [], alerts: [named('alerts')] },
    },
  }
}

t.test('an import prefetches the newest files of apps requested within a week', async t => {
  let now = DAY
  const runs = new Map([
    [1, 1],
    [2, 1],
  ])
  const fetched: string[] = []
  const ahead = new FetchAhead({
    catalogOf: async appId => catalogOf(appId, runs.get(appId)!),
    cache: { fetch: async ({ file }) => void fetched.push(file) },
    clock: () => now,
  })
  t.teardown(() => ahead.close())
  const look = async (): Promise<string[]> => {
    await ahead.look()
    return fetched.splice(0)
  }
  t.strictSame(await look(), [], 'nothing was requested')
  ahead.requested(1)
  t.strictSame(await look(), ['1/facts-1', '1/identities-1', '1/alerts-1'])
  t.strictSame(await look(), [], 'nothing is new')
  runs.set(1, 2).set(2, 2)
  t.strictSame(
    await look(),
    ['2/facts-1', '2/identities-1', '2/alerts-1'],
    'an import of two apps, one of them requested',
  )
  now += 8 * DAY
  runs.set(1, 3)
  t.strictSame(await look(), [], 'the last request is older than a week')
})

t.test('a file that cannot be fetched does not delay others', async t => {
  const fetched: string[] = []
  const fetch = async ({ file }: DataFile): Promise<void> => {
    if (file.endsWith('facts-1')) throw new Error('it is damaged')
    fetched.push(file)
  }
  const ahead = new FetchAhead({ catalogOf: async appId => catalogOf(appId, 1), cache: { fetch } })
  t.teardown(() => ahead.close())
  ahead.requested(1)
  ahead.requested(2)
  await ahead.look()
  t.strictSame(fetched, [
    '1/identities-1',
    '1/alerts-1',
    '1/facts-2',
    '1/identities-2',
    '1/alerts-2',
  ])
})
