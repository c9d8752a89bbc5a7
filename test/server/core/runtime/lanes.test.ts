import { setMaxListeners } from 'node:events'
import t from 'tap'
import { Lanes, LIGHT, poolThreads, StoreBusy } from '../../../../server/core/runtime/turns.ts'
import { Unwanted } from '../../../../server/core/runtime/work.ts'
import { workOf } from '../../../support/work.ts'

const HEAVY = LIGHT + 1

/** How many turns of a lane one company gets. */
async function turnsAlone(lanes: Lanes, cost: number): Promise<number> {
  let got = 0
  for (let n = 0; n < 20; n++) void lanes.turn(workOf(1), cost).then(() => got++)
  await new Promise(resolve => setImmediate(resolve))
  return got
}

t.test('light work never waits behind heavy work, of the same company or of others', async t => {
  const lanes = new Lanes(4)
  await turnsAlone(lanes, HEAVY)
  void lanes.turn(workOf(2), HEAVY)
  for (const company of [1, 2, 3]) (await lanes.turn(workOf(company), LIGHT))()
  t.pass('light work had its turns')
})

t.test('both lanes together leave threads of the pool free', async t => {
  for (const [threads, heavy, light] of [
    [1, 1, 1],
    [4, 1, 1],
    [8, 1, 1],
    [16, 1, 3],
    [1024, 1, 3],
  ] as const) {
    t.equal(await turnsAlone(new Lanes(threads), HEAVY), heavy, `${threads}: heavy`)
    t.equal(await turnsAlone(new Lanes(threads), LIGHT), light, `${threads}: light`)
  }
})

t.test('canceled work leaves the queue', async t => {
  const lanes = new Lanes(4)
  const over = await lanes.turn(workOf(1), HEAVY)
  const gone = new AbortController()
  setMaxListeners(0, gone.signal)
  const waiting = Array.from({ length: 20 }, () =>
    lanes.turn({ companyId: 1, signal: gone.signal }, HEAVY),
  )
  await t.rejects(lanes.turn(workOf(1), HEAVY), StoreBusy)
  gone.abort(new Unwanted())
  for (const turn of waiting) await t.rejects(turn, Unwanted)
  await t.rejects(lanes.turn({ companyId: 1, signal: gone.signal }, HEAVY), Unwanted)
  const next = lanes.turn(workOf(1), HEAVY)
  over()
  await t.resolves(next)
})

t.test('work releases its turn, also on failure', async t => {
  const lanes = new Lanes(4)
  await t.rejects(
    lanes.during(workOf(1), HEAVY, () => Promise.reject(new Error('no luck'))),
    { message: 'no luck' },
  )
  t.equal(await lanes.during(workOf(1), HEAVY, async () => 'luck'), 'luck')
})

t.test('the pool size is the number that libuv reads from the variable', t => {
  for (const [size, threads] of [
    [undefined, 4],
    ['', 4],
    ['16', 16],
    ['0', 1],
    ['-3', 1],
    ['5000', 1024],
    ['x', 1],
  ] as const) {
    t.equal(
      poolThreads(size === undefined ? {} : { UV_THREADPOOL_SIZE: size }),
      threads,
      size ?? 'unset',
    )
  }
  t.end()
})
