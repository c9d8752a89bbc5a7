import t from 'tap'
import { lakeOf } from '../../../support/lake.ts'
import { neverStale } from '../../../support/never-stale.ts'
import { draws } from '../../../support/draws.ts'

t.test('no node of a lake returns results from before an import', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  await neverStale(t, { sequences: 1, imports: 8, requests: draws(8), environment: lake.environment })
})
