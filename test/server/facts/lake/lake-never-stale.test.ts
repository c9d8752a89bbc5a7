import t from 'tap'
import { lakeOf } from '../../../support/lake.ts'
import { neverStale } from '../../../support/never-stale.ts'
import { draws } from '../../../support/draws.ts'

t.test('on a lake, too, nobody gets an answer of before an import, on any node', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  await neverStale(t, { sequences: 1, imports: 8, requests: draws(8), environment: lake.environment })
})
