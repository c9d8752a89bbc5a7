// Half a minute: forty imports, each half a second at least, and all that they left is read.
import t from 'tap'
import { importMutated } from './deliveries.ts'

t.test('deliveries with faults put into them are refused or valid, and reach nothing outside of the store', async t => {
  const seed = Date.now() % 2 ** 31
  t.comment(`seed ${seed}`)
  const { loaded, refused, failed } = await importMutated(40, seed)
  t.comment(JSON.stringify({ loaded, refused, failed }))
  t.ok(refused > 10, `${refused} of 40 are refused (seed ${seed})`)
})
