import t from 'tap'
import { call, post, startEndpoint } from '../../support/mcp-endpoint.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

t.test('REST and tool calls share 60 a minute', async t => {
  const { url, address, keyOf } = await startEndpoint(t, { rateLimit: 60 })
  const [key, second, foreign] = [await keyOf(1), await keyOf(1), await keyOf(2)]
  const rest = (bearer: string) =>
    fetch(`${address}/v1/apps`, { headers: { authorization: `Bearer ${bearer}` } })
  const statuses: number[] = []
  for (let i = 0; i < 60; i++) {
    // The tool asks REST inside, which must not count again.
    const answer =
      i % 3 === 0
        ? await rest(key)
        : i % 3 === 1
          ? await post(url, key, call('fixture_apps'))
          : await post(url, second, ping)
    statuses.push(answer.status)
  }
  t.strictSame(statuses, Array(60).fill(200))

  const refused = await post(url, key, call('fixture_apps'))
  t.equal(refused.status, 429)
  t.match(refused.json, { code: 'rate_limited', status: 429 })
  t.match(refused.headers.get('content-type'), /^application\/problem\+json/)
  t.ok(
    Number(refused.headers.get('retry-after')) >= 1 &&
      Number(refused.headers.get('retry-after')) <= 60,
  )
  t.match(refused.headers.get('ratelimit'), /r=0;/)
  t.equal((await rest(second)).status, 429)
  t.equal(
    (await post(url, key, ping, { accept: 'application/json' })).status,
    429,
    'before anything else is looked at',
  )

  t.equal(
    (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status,
    405,
    'a GET is part of how clients connect, and not counted',
  )

  t.equal((await rest(foreign)).status, 200)
  t.equal((await post(url, foreign, call('fixture_apps'))).status, 200)
})

t.test('every message of a batch counts', async t => {
  const { url, keyOf } = await startEndpoint(t, { rateLimit: 20 })
  const key = await keyOf(1)
  const batch = (count: number) => Array.from({ length: count }, (_, id) => ({ ...ping, id }))
  const remaining = (answer: Awaited<ReturnType<typeof post>>) =>
    Number(/r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1])

  const ten = await post(url, key, batch(10))
  t.equal(ten.status, 200)
  t.equal(remaining(ten), 10)
  const notification = await post(url, key, { jsonrpc: '2.0', method: 'notifications/initialized' })
  t.equal(remaining(notification), 9)
  const tooMany = await post(url, key, batch(10))
  t.equal(tooMany.status, 429, 'a batch passes whole or not at all')
  t.ok(tooMany.headers.get('retry-after'))
  t.equal(remaining(tooMany), 8, 'one that does not pass counts as the request that it is')
  const rest = await post(url, key, batch(8))
  t.equal(rest.status, 200)
  t.equal(remaining(rest), 0)
  t.equal((await post(url, key, ping)).status, 429)
})
