import t from 'tap'
import * as uascope from '../../client/src/index.ts'
import { TestService } from '../../server/http/testing/index.ts'
import { answer, faultyServer, problem, stall } from './support/faulty-server.ts'

const { ApiError, UascopeClient, UascopeError } = uascope
function clientOf(baseUrl: string) {
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl, maxRetries: 0 })
}

t.test('each status has its own error class', async t => {
  const classes = {
    400: uascope.BadRequestError,
    401: uascope.UnauthorizedError,
    403: uascope.ForbiddenError,
    404: uascope.NotFoundError,
    405: uascope.ApiError,
    414: uascope.UriTooLongError,
    416: uascope.RangeNotSatisfiableError,
    429: uascope.RateLimitError,
    431: uascope.HeadersTooLargeError,
    500: uascope.ServerError,
    502: uascope.ServerError,
    503: uascope.UnavailableError,
    507: uascope.InsufficientStorageError,
  }
  for (const [status, Class] of Object.entries(classes)) {
    const server = await faultyServer(t, problem(Number(status), 'some_code', 'What was wrong.'))
    const error: unknown = await clientOf(server.url)
      .listApps()
      .catch((error: unknown) => error)
    t.equal((error as Error).constructor, Class, status)
    t.type(error, ApiError)
    t.type(error, UascopeError)
    t.equal((error as Error).name, Class.name)
  }
})

t.test('an error carries all fields of the problem', async t => {
  const service = new TestService()
  const client = new UascopeClient(service.options)
  const call = client.getReport(
    { appId: 101, granularity: 'campaign', limit: 0, format: 'xls' } as never,
    {
      headers: { 'X-Request-Id': 'req-1' },
    },
  )
  const error = (await call.catch((error: unknown) => error)) as uascope.BadRequestError
  t.match(error, {
    status: 400,
    code: 'invalid_parameter',
    detail: /^format: must be one of .*; limit: must be a whole number from 1 to 500.*\.$/,
    errors: [
      { parameter: 'format', message: /^must be one of parquet, csv/, allowed: ['parquet', 'csv'] },
      { parameter: 'limit', message: /^must be a whole number from 1 to 500/ },
    ],
    requestId: 'req-1',
    message:
      /^400 invalid_parameter: format: .* \(GET http:\/\/uascope\.test\/v1\/report, request req-1\)$/,
  })
  t.equal(error.headers.get('x-request-id'), 'req-1')
})

t.test('an error names the request and the responding host', async t => {
  const page = '<h1>Gateway</h1>'
  const html = { 'content-type': 'text/html' }
  const proxy = await faultyServer(
    t,
    answer(502, html, page),
    answer(200, html, page),
    answer(200, html, page),
  )
  const client = clientOf(proxy.url)
  const apps = `GET ${proxy.url}/v1/apps`
  t.match(await client.listApps().catch((error: unknown) => error), {
    message: `502: ${page} (${apps}, text/html)`,
    request: apps,
    contentType: 'text/html',
  })
  t.match(await client.listApps().catch((error: unknown) => error), {
    message: `Expected JSON; ${apps} returned 200 with text/html`,
  })
  t.match(
    await client
      .getReport({ appId: 1, granularity: 'campaign', campaigns: ['secret'] })
      .catch((error: unknown) => error),
    {
      message: `Expected a file; GET ${proxy.url}/v1/report returned 200 with text/html`,
    },
  )
  const service = await faultyServer(t, problem(403, 'app_forbidden', 'No.'))
  t.match(
    await clientOf(service.url)
      .getAlerts({ appId: 1 })
      .catch((error: unknown) => error),
    {
      message: `403 app_forbidden: No. (GET ${service.url}/v1/alerts, request req-from-body)`,
      contentType: 'application/problem+json',
    },
  )
  t.match(
    await clientOf('http://127.0.0.1:1')
      .listApps()
      .catch((error: unknown) => error),
    {
      message:
        /^GET http:\/\/127\.0\.0\.1:1\/v1\/apps failed: fetch failed: .*(ECONNREFUSED|bad port)/,
    },
  )
  const silent = await faultyServer(t, stall)
  const call = new UascopeClient({
    apiKey: 'x',
    baseUrl: silent.url,
    timeout: 50,
    maxRetries: 0,
  }).listApps()
  t.match(await call.catch((error: unknown) => error), {
    message: `No answer to GET ${silent.url}/v1/apps within 50 ms`,
  })
})

t.test('the request id comes from the body if no header has one', async t => {
  const server = await faultyServer(t, problem(403, 'app_forbidden', 'No.'))
  t.match(
    await clientOf(server.url)
      .listApps()
      .catch((error: unknown) => error),
    { requestId: 'req-from-body' },
  )
})

t.test('error text from another server is kept', async t => {
  for (const [body, detail] of [
    ['upstream went away', 'upstream went away'],
    ['x'.repeat(600), /^x{500}$/],
    ['{"message":"teapot"}', '{"message":"teapot"}'],
    ['{"detail":{"a":1},"errors":"none","code":7}', /detail/],
    ['null', 'null'],
    ['', 'Status'],
  ] as const) {
    const server = await faultyServer(t, answer(502, { 'content-type': 'text/plain' }, body))
    const error: unknown = await clientOf(server.url)
      .listApps()
      .catch((error: unknown) => error)
    t.match(error, { status: 502, code: null, detail, errors: [], requestId: null }, body)
  }
})

t.test("a request that exhausts the service's memory is not retried", async t => {
  const server = await faultyServer(t, problem(507, 'insufficient_memory', 'Ask for less.'))
  const client = new UascopeClient({ apiKey: 'uascope_x', baseUrl: server.url, maxRetries: 2 })
  await t.rejects(client.listApps(), { code: 'insufficient_memory', status: 507 })
  t.equal(server.requests.length, 1)
})
