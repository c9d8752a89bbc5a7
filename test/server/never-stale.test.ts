import t from 'tap'
import { neverStale } from '../support/never-stale.ts'

t.test('no response after an import is from before it', async t => {
  await neverStale(t, { imports: 9, requests: 15 })
})
