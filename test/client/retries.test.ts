import t from 'tap'
import {
  ConnectionError,
  RateLimitError,
  ServerError,
  UascopeClient,
  UnavailableError,
} from '../../client/src/index.ts'
import { TestService } from '../../server/http/testing/index.ts'
import { answer, faultyServer, halfBody, json, problem, reset } from './support/faulty-server.ts'

const apps = [{ id: 1, name: 'One', createdAt: '2026-01-01T00:00:00.000Z' }]
function clientOf(baseUrl: string, options = {}) {
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl, ...options })
}

t.test(
  'a request is retried after 408, 429, 5xx, a reset and a truncated body, until it succeeds',
  async t => {
    for (const [name, fault] of Object.entries({
      408: answer(408, {}, ''),
      429: problem(429, 'rate_limited', 'Slow down.'),
      500: problem(500, 'internal_error', 'Oh.'),
      503: problem(503, 'unavailable', 'Busy.'),
      599: answer(599, {}, ''),
      'a reset': reset,
      'half a body': halfBody(
        200,
        { 'content-type': 'application/json' },
        JSON.stringify(apps),
        20,
      ),
      'a page of a proxy': answer(200, { 'content-type': 'text/html' }, '<html>'),
    })) {
      const server = await faultyServer(t, fault, fault, json(apps))
      t.same(await clientOf(server.url).listApps(), apps, name)
      t.equal(server.requests.length, 3, `${name}: three attempts`)
    }
  },
)

t.test('an attempt that cannot help is not repeated', async t => {
  for (const status of [304, 400, 401, 403, 404, 409, 414, 416, 431]) {
    const server = await faultyServer(t, problem(status, 'some_code', 'No.'))
    t.match(
      await clientOf(server.url)
        .listApps()
        .catch((error: unknown) => error),
      { status },
    )
    t.equal(server.requests.length, 1, String(status))
  }
})

t.test('maxRetries of the client or the call limits retries', async t => {
  const none = await faultyServer(t, reset)
  await t.rejects(clientOf(none.url, { maxRetries: 0 }).listApps(), ConnectionError)
  t.equal(none.requests.length, 1)
  const one = await faultyServer(t, reset)
  await t.rejects(clientOf(one.url, { maxRetries: 0 }).listApps({ maxRetries: 1 }), ConnectionError)
  t.equal(one.requests.length, 2)
  const usual = await faultyServer(t, problem(500, 'internal_error', 'Oh.'))
  await t.rejects(clientOf(usual.url).listApps(), ServerError)
  t.equal(usual.requests.length, 3, 'two by default')
})

t.test('Retry-After is respected in full, in seconds and as a date', async t => {
  for (const after of [() => '1', () => new Date(Date.now() + 2_000).toUTCString()]) {
    const started = performance.now()
    const retryAfter = after()
    const least = retryAfter === '1' ? 1_000 : Date.parse(retryAfter) - Date.now()
    const server = await faultyServer(
      t,
      problem(429, 'rate_limited', 'Slow down.', { 'retry-after': retryAfter }),
      json(apps),
    )
    await clientOf(server.url).listApps()
    t.ok(server.requests[1]!.at - started >= least - 5, `after ${retryAfter}`)
  }
})

t.test('a fractional Retry-After is respected; an invalid one is ignored', async t => {
  for (const [after, least] of [
    ['1.5', 1_500],
    ['-1', 250],
    ['soon 1', 250],
    ['1, 2', 250],
  ] as const) {
    const server = await faultyServer(
      t,
      problem(429, 'rate_limited', 'Slow down.', { 'retry-after': after }),
      json(apps),
    )
    await clientOf(server.url).listApps()
    t.ok(server.requests[1]!.at - server.requests[0]!.at >= least - 5, after)
  }
})

t.test('without Retry-After, retries wait for an exhausted RateLimit window', async t => {
  const limits = '"other";r=3;t=50, "company";r=0;t=1'
  const server = await faultyServer(
    t,
    problem(503, 'unavailable', 'Busy.', { ratelimit: limits }),
    json(apps),
  )
  await clientOf(server.url).listApps()
  const [first, second] = server.requests
  t.ok(second!.at - first!.at >= 995)
})

t.test(
  'a wait of more than a minute is left to the caller, whose error has its length',
  async t => {
    const service = new TestService()
    service.fail('rate_limited', 'Come back later.', { 'retry-after': 3600 })
    const error: unknown = await new UascopeClient(service.options)
      .listApps()
      .catch((error: unknown) => error)
    t.type(error, RateLimitError)
    t.equal((error as RateLimitError).headers.get('retry-after'), '3600')
    t.equal((error as RateLimitError).retryAfter, 3600)
    t.equal(service.requests.length, 1)
  },
)

t.test("status and Retry-After count even if the error's body is truncated", async t => {
  const body = JSON.stringify({ code: 'unavailable', detail: 'x'.repeat(100) })
  const server = await faultyServer(
    t,
    halfBody(503, { 'retry-after': 1 }, body, 10),
    halfBody(503, { 'retry-after': 90 }, body, 10),
  )
  await t.rejects(clientOf(server.url).listApps(), UnavailableError)
  t.equal(server.requests.length, 2)
  t.ok(server.requests[1]!.at - server.requests[0]!.at >= 995)
})

t.test('an unreachable service throws a ConnectionError with the reason', async t => {
  const error = await clientOf('http://127.0.0.1:1', { maxRetries: 0 })
    .listApps()
    .catch((error: unknown) => error)
  t.type(error, ConnectionError)
  t.match((error as Error).message, /ECONNREFUSED|bad port/)
  t.ok((error as Error).cause)
})
