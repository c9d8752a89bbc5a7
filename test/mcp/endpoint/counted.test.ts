import t from 'tap'
import { post, startEndpoint, type RawAnswer } from '../../support/mcp-endpoint.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
function batch(count: number) {
  return Array.from({ length: count }, (_, id) => ({ ...ping, id }))
}
function remaining({ headers }: RawAnswer) {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
}

t.test('a request that is refused as a whole counts once', async t => {
  const { url, keyOf } = await startEndpoint(t, { rateLimit: 100 })
  const key = await keyOf(1)
  const refused: [number, unknown, Record<string, string>?][] = [
    [400, batch(51)],
    [400, [...batch(40), ping]],
    [400, [...batch(40), null]],
    [400, batch(40), { 'mcp-protocol-version': '2025-11-25' }],
    [400, batch(40), { 'mcp-protocol-version': '2026-07-28' }],
    [400, []],
    [400, '{'],
    [406, ping, { accept: 'application/json' }],
    [413, ' '.repeat(128 * 1024 + 1)],
    [415, ping, { 'content-type': 'text/plain' }],
    [415, ping, { 'content-type': 'foo' }],
    [415, ' '.repeat(128 * 1024 + 1), { 'content-type': 'multipart/form-data' }],
  ]
  let left = 100
  for (const [status, body, headers] of refused) {
    const answer = await post(url, key, body, headers)
    t.equal(answer.status, status, answer.text)
    t.equal(remaining(answer), --left, `${status} ${JSON.stringify(body).slice(0, 60)}`)
  }
})

t.test('a batch above the remaining budget is refused with the remaining count', async t => {
  const { url, keyOf } = await startEndpoint(t, { rateLimit: 20 })
  const key = await keyOf(1)
  await post(url, key, batch(14))
  const tooMany = await post(url, key, batch(10))
  t.match(tooMany, {
    status: 429,
    json: {
      code: 'rate_limited',
      detail: /^The batch counts as 10 requests, and 5 of the company's 20 requests/,
    },
  })
  t.ok(Number(tooMany.headers.get('retry-after')) >= 1)
  t.equal(remaining(tooMany), 5)
  t.equal((await post(url, key, batch(5))).status, 200)
})

t.test("a batch larger than the minute's limit is invalid", async t => {
  const { url, keyOf } = await startEndpoint(t, { rateLimit: 5 })
  const key = await keyOf(1)
  t.match(await post(url, key, batch(6)), {
    status: 400,
    json: { error: { code: -32600, message: /at most 5 messages, this one 6/ } },
  })
  t.equal((await post(url, await keyOf(2), batch(5))).status, 200)
})
