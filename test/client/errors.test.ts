import t from 'tap'
import * as uascope from '../../client/src/index.ts'
import { answer, faultyServer, problem } from './support/faulty-server.ts'

const { ApiError, UascopeClient, UascopeError } = uascope
function clientOf(baseUrl: string) {
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl, maxRetries: 0 })
}

t.test('a class per status', async t => {
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

t.test('an error carries everything that the service reported', async t => {
  const errors = [
    { parameter: 'limit', message: 'must be from 1 to 500' },
    { parameter: 'format', message: 'must be a word', allowed: ['csv'] },
  ]
  const server = await faultyServer(
    t,
    problem(400, 'invalid_parameter', 'limit: must be from 1 to 500.', { 'x-request-id': 'req-1', 'x-other': 'yes' }, { errors }),
  )
  const error = (await clientOf(server.url)
    .listApps()
    .catch((error: unknown) => error)) as uascope.BadRequestError
  t.equal(error.status, 400)
  t.equal(error.code, 'invalid_parameter')
  t.equal(error.detail, 'limit: must be from 1 to 500.')
  t.same(error.errors, errors)
  t.equal(error.requestId, 'req-1')
  t.equal(error.headers.get('x-other'), 'yes')
  t.match(error.message, /400.*invalid_parameter.*limit: must be from 1 to 500\..*req-1/)
})

t.test('the request id is that of the body where no header has one', async t => {
  const server = await faultyServer(t, problem(403, 'app_forbidden', 'No.'))
  t.match(
    await clientOf(server.url)
      .listApps()
      .catch((error: unknown) => error),
    { requestId: 'req-from-body' },
  )
})

t.test('error text of something else than the service is kept', async t => {
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

t.test('a request for which the service lacks memory is not sent again', async t => {
  const server = await faultyServer(t, problem(507, 'insufficient_memory', 'Ask for less.'))
  const client = new UascopeClient({ apiKey: 'uascope_x', baseUrl: server.url, maxRetries: 2 })
  await t.rejects(client.listApps(), { code: 'insufficient_memory', status: 507 })
  t.equal(server.requests.length, 1)
})
