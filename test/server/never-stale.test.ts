import t from 'tap'
import { neverStale } from '../support/never-stale.ts'
import { draws } from '../support/draws.ts'

t.test('no response after an import is from before it', async t => {
  await neverStale(t, { sequences: draws(1), imports: 9, requests: 15 })
})
