import t from 'tap'
import { Budget } from '../../../../mcp/page/data/budget.ts'

function headers(given: Record<string, string>): Headers {
  return new Headers(given)
}

t.test('a request leaves at once while enough is left of the minute', async t => {
  const budget = new Budget()
  await budget.take()
  t.same(budget.read(headers({ ratelimit: '"company";r=40;t=30' }), 200)?.remaining, 40)
  await budget.take()
  t.equal(budget.waitsUntil, null)
})

t.test('below the reserve it waits until the minute ends', async t => {
  const budget = new Budget()
  budget.read(headers({ ratelimit: '"company";r=3;t=1' }), 200)
  const changes: (number | null)[] = []
  budget.subscribe(() => changes.push(budget.waitsUntil))
  const began = Date.now()
  await budget.take()
  t.ok(Date.now() - began >= 950, 'until the window ends')
  t.type(changes[0], 'number', 'and says until when')
  t.equal(budget.waitsUntil, null)
})

t.test('requests that left count before their responses arrive', async t => {
  const budget = new Budget()
  budget.read(headers({ ratelimit: '"company";r=6;t=1' }), 200)
  const began = Date.now()
  await budget.take()
  await budget.take()
  t.ok(Date.now() - began < 500)
  await budget.take()
  t.ok(Date.now() - began >= 900, 'the third would use the reserve')
})

t.test('after a 429 it waits as long as the service asks', async t => {
  const budget = new Budget()
  const left = budget.read(headers({ 'retry-after': '1' }), 429)
  t.equal(left?.remaining, 0)
  const began = Date.now()
  await budget.take()
  t.ok(Date.now() - began >= 950)
})

t.test('another tab’s count counts here', async t => {
  const budget = new Budget()
  budget.apply({ remaining: 0, resetAt: Date.now() + 1000 })
  const began = Date.now()
  await budget.take()
  t.ok(Date.now() - began >= 950)
})
