import t from 'tap'
import { Fresh, SingleFlight } from '../../../../server/core/runtime/shared-work.ts'

/** A task that ends on command, and counts how often it began. */
function controlled() {
  const ends: { resolve: (value: number) => void; reject: (error: Error) => void }[] = []
  const task = () => new Promise<number>((resolve, reject) => ends.push({ resolve, reject }))
  return { task, ends }
}

t.test('running work serves its callers; later callers start new work', async t => {
  const { task, ends } = controlled()
  const flight = new SingleFlight(task)
  const both = [flight.join(), flight.join()]
  t.equal(ends.length, 1)
  ends[0]!.resolve(1)
  t.strictSame(await Promise.all(both), [1, 1])
  const failing = flight.join()
  ends[1]!.reject(new Error('no'))
  await t.rejects(failing, { message: 'no' })
  const third = flight.join()
  ends[2]!.resolve(3)
  t.equal(await third, 3, 'a failure is not kept')
})

t.test('new work waits for running work, and does not fail with it', async t => {
  const { task, ends } = controlled()
  const flight = new SingleFlight(task)
  const before = flight.join()
  const now = flight.begin()
  t.equal(ends.length, 1)
  ends[0]!.reject(new Error('no'))
  await t.rejects(before)
  await new Promise(setImmediate)
  t.equal(ends.length, 2)
  ends[1]!.resolve(2)
  t.equal(await now, 2)
})

t.test(
  'a cached value is valid for a while from the start of its refresh; a failure is not cached',
  async t => {
    let [now, looks] = [0, 0]
    let fails = false
    const fresh = new Fresh(
      async () => {
        looks++
        now += 5
        if (fails) throw new Error('no')
        return looks
      },
      () => now,
    )
    t.equal(await fresh.within(100), 1)
    now = 99
    t.equal(await fresh.within(100), 1)
    now = 100
    t.strictSame(await Promise.all([fresh.within(100), fresh.within(100)]), [2, 2])
    t.equal(await fresh.within(1), 3, 'who needs to know it younger looks again')
    t.equal(await fresh.now(), 4)
    fails = true
    now += 100
    await t.rejects(fresh.within(100))
    await t.rejects(fresh.within(100))
    t.equal(looks, 6)
    fails = false
    t.equal(await fresh.within(100), 7)
  },
)
