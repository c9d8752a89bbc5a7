import t from 'tap'
import { mapAtOnce } from '../../../../server/core/runtime/at-once.ts'
import { latency } from '../../../support/pauses.ts'

t.test(
  'results are in the order of the items, and no more than the limit are made concurrently',
  async t => {
    let [running, most] = [0, 0]
    const made = await mapAtOnce(
      [30, 1, 20, 2, 10],
      async (delay, index) => {
        most = Math.max(most, ++running)
        await latency(delay)
        running--
        return `${index}: ${delay}`
      },
      2,
    )
    t.strictSame(made, ['0: 30', '1: 1', '2: 20', '3: 2', '4: 10'])
    t.equal(most, 2)
    t.strictSame(await mapAtOnce([], async () => t.fail('nothing to make')), [])
  },
)

t.test('none is started after a failure', async t => {
  const started: number[] = []
  const work = mapAtOnce(
    [0, 1, 2, 3, 4, 5],
    async n => {
      started.push(n)
      await Promise.resolve()
      if (n === 1) throw new Error('one fails')
    },
    2,
  )
  await t.rejects(work, { message: 'one fails' })
  await new Promise(setImmediate)
  t.ok(started.length <= 3, started.join())
})
