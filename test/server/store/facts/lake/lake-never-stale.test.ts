import t from 'tap'
import { lakeOf } from '../../../../support/lake.ts'
import { neverStale } from '../../../../support/never-stale.ts'

t.test('no node of a lake returns results from before an import', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  await neverStale(t, { imports: 8, requests: 8, environment: lake.environment })
})
