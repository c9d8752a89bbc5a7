import t from 'tap'
import { Budget } from '../../../../../server/web/page/data/budget.ts'
import { elapse, quiet } from '../../../../support/pauses.ts'
import { until } from '../../../../support/until.ts'

const POLICY = { 'ratelimit-policy': '"company";q=60;w=60' }

function leave(budget: Budget, remaining: number, seconds: number): void {
  const headers = { ...POLICY, ratelimit: `"company";r=${remaining};t=${seconds}` }
  budget.read(new Response(null, { headers }))
}

/** A request that lasts until it is let go. */
function held(): { request: () => Promise<Response>; let: () => void } {
  let let_ = () => {}
  const done = new Promise<Response>(resolve => (let_ = () => resolve(new Response())))
  return { request: () => done, let: () => let_() }
}

async function at(budget: Budget): Promise<number> {
  const began = Date.now()
  await budget.spend(async () => new Response())
  return Date.now() - began
}

t.test('a request is sent immediately while enough of the budget is left', async t => {
  const budget = new Budget()
  t.ok((await at(budget)) < 900, 'before anything is known')
  leave(budget, 40, 30)
  t.ok((await at(budget)) < 900)
  t.equal(budget.waitsUntil, null)
})

t.test('a request below the reserve waits for the next minute, and shows until when', async t => {
  const budget = new Budget()
  leave(budget, 6, 1)
  const until: (number | null)[] = []
  budget.subscribe(() => until.push(budget.waitsUntil))
  t.ok((await at(budget)) >= 950)
  t.type(until[0], 'number')
  t.equal(budget.waitsUntil, null)
})

t.test('a small limit has a small reserve', async t => {
  const budget = new Budget()
  const headers = { 'ratelimit-policy': '"company";q=6;w=60', ratelimit: '"company";r=2;t=1' }
  budget.read(new Response(null, { headers }))
  t.ok((await at(budget)) < 900)
  t.ok((await at(budget)) >= 900, 'the last one is left to others')
})

t.test('fewer requests run in parallel as the budget shrinks', async t => {
  for (const [remaining, allowed] of [
    [60, 5],
    [30, 2],
    [12, 1],
  ] as const) {
    const budget = new Budget()
    leave(budget, remaining, 60)
    const requests = Array.from({ length: 8 }, held)
    let left = 0
    const all = requests.map(({ request }) =>
      budget.spend(() => {
        left++
        return request()
      }),
    )
    await until(`those that ${remaining} allow have left`, () => left >= allowed)
    await quiet(20)
    t.equal(left, allowed, `${remaining} left`)
    leave(budget, 60, 90)
    for (const request of requests) request.let()
    await Promise.all(all)
    t.equal(left, 8, 'and all leave in the end')
  }
})

t.test('an outdated budget is refreshed by one request', async t => {
  const budget = new Budget()
  leave(budget, 60, 60)
  await elapse(2100)
  const requests = Array.from({ length: 3 }, held)
  let left = 0
  const all = requests.map(({ request }) =>
    budget.spend(() => {
      left++
      return request()
    }),
  )
  await until('one has left', () => left >= 1)
  await quiet(20)
  t.equal(left, 1)
  leave(budget, 50, 60)
  await until('all have left', () => left === 3)
  for (const request of requests) request.let()
  await Promise.all(all)
})

t.test('an overtaken response does not raise the budget', async t => {
  const budget = new Budget()
  leave(budget, 5, 1)
  leave(budget, 9, 1)
  t.ok((await at(budget)) >= 950)
})

t.test('a 429 makes requests wait as long as the service asks', async t => {
  const budget = new Budget()
  budget.read(new Response(null, { status: 429, headers: { 'retry-after': '1' } }))
  t.ok((await at(budget)) >= 950)
})

t.test('a failed request no longer counts as in flight', async t => {
  const budget = new Budget()
  await t.rejects(budget.spend(() => Promise.reject(new Error('gone'))))
  t.ok((await at(budget)) < 900)
})
