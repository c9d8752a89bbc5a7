// Half a minute: two dozen imports, each half a second at least, and all that they left is read.
import t from 'tap'
import { importMutated } from './mutated-deliveries.ts'
import { seed } from '../support/seed.ts'

t.test(
  'corrupted deliveries are refused or valid, and change nothing outside the store',
  async t => {
    const { loaded, refused, failed } = await importMutated(24, seed)
    t.comment(JSON.stringify({ loaded, refused, failed }))
    t.ok(refused > 4, `${refused} of 24 are refused`)
  },
)
