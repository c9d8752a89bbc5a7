import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import {
  AbortError,
  type ApiError,
  ConnectionError,
  UascopeClient,
  UascopeError,
  type Progress,
} from '../../client/src/index.ts'
import {
  answer,
  faultyServer,
  halfBody,
  json,
  problem,
  stallInBody,
  type Step,
} from './support/faulty-server.ts'
import { elapse } from '../support/pauses.ts'
import { until } from '../support/until.ts'

const csv = 'install_cohort,spend\n2026-01-01,1\n2026-01-02,2\n'
const report = { appId: 1, granularity: 'campaign', format: 'csv' } as const
function clientOf(baseUrl: string, options = {}) {
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl, ...options })
}
const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="My game-report.csv"',
  'total-rows': 2,
  etag: '"v1"',
  'run-id': 41,
  'run-created-at': '2026-01-03T04:05:06.000Z',
  'data-through': '2026-01-02',
  currency: 'EUR',
  'start-date': '2025-12-03',
  'end-date': '2026-01-02',
  'unmatched-filters': 'networks, campaigns',
  'withheld-dsis': '180;reason=TOO_LITTLE_HISTORY, 365;reason=BACKTEST_FAILED',
  'untested-dsis': '30, 90',
  'full-from-age': 6,
  'actual-from-age': 13,
  'x-request-id': 'req-1',
}

t.test('a downloaded file describes itself', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const file = await clientOf(server.url).getReport(report)
  t.match(file, {
    fileName: 'My game-report.csv',
    format: 'csv',
    totalRows: 2,
    size: csv.length,
    etag: '"v1"',
    run: { id: 41, createdAt: '2026-01-03T04:05:06.000Z' },
    dataThrough: '2026-01-02',
    currency: 'EUR',
    startDate: '2025-12-03',
    endDate: '2026-01-02',
    unmatchedFilters: ['networks', 'campaigns'],
    withheldDsis: [
      { dsi: 180, reason: 'TOO_LITTLE_HISTORY' },
      { dsi: 365, reason: 'BACKTEST_FAILED' },
    ],
    untestedDsis: [30, 90],
    fullFromAge: 6,
    actualFromAge: 13,
    requestId: 'req-1',
  })
  t.equal(await file.text(), csv)
})

t.test('values that the service omits become null', async t => {
  const server = await faultyServer(
    t,
    answer(200, { 'content-type': 'application/octet-stream' }, 'PAR1'),
  )
  const file = await clientOf(server.url).getReport({ appId: 1, granularity: 'campaign' })
  t.match(file, {
    fileName: 'download.parquet',
    format: 'parquet',
    totalRows: null,
    etag: null,
    run: null,
    dataThrough: null,
    currency: null,
    startDate: null,
    endDate: null,
    unmatchedFilters: [],
    withheldDsis: [],
    untestedDsis: [],
    fullFromAge: null,
    actualFromAge: null,
  })
  t.same(await file.bytes(), Uint8Array.from(Buffer.from('PAR1')))
})

t.test('a body is read once, by stream(), bytes() or text()', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const file = await clientOf(server.url).getReport(report)
  t.equal(await new Response(file.stream()).text(), csv)
  await t.rejects(file.bytes(), UascopeError)
  await t.rejects(file.text(), UascopeError)
  t.throws(() => file.stream(), UascopeError)
})

t.test('the progress callback reports each chunk', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const seen: Progress[] = []
  const file = await clientOf(server.url).getReport(report, {
    onProgress: progress => seen.push(progress),
  })
  t.same(seen, [], 'nothing before the body is read')
  await file.bytes()
  t.same(seen.at(-1), { receivedBytes: csv.length, totalBytes: csv.length })
})

t.test('an error in the progress callback reaches the caller', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const file = await clientOf(server.url).getReport(report, {
    onProgress: () => {
      throw new RangeError('mine')
    },
  })
  await t.rejects(file.bytes(), RangeError)
})

/** Serves the part that was asked for, of a file whose connection breaks after some bytes each time. */
function breaking(etag: string, after: number): Step {
  return (socket, request) => {
    const start = Number(/bytes=(\d+)-/.exec(request.headers['range'] ?? '')?.[1] ?? 0)
    const isSame = request.headers['if-range'] === etag
    const from = isSame ? start : 0
    const partial =
      from > 0 ? { 'content-range': `bytes ${from}-${csv.length - 1}/${csv.length}` } : {}
    halfBody(
      from > 0 ? 206 : 200,
      { ...headers, etag, ...partial },
      csv.slice(from),
      after,
    )(socket, request)
  }
}

t.test('a dropped download resumes where it stopped', async t => {
  const server = await faultyServer(t, breaking('"v1"', 20))
  const seen: number[] = []
  const parameters = { ...report, appId: 7 }
  const file = await clientOf(server.url).getReport(parameters, {
    onProgress: ({ receivedBytes }) => seen.push(receivedBytes),
  })
  parameters.appId = 8
  t.equal(await file.text(), csv)
  t.same(
    server.requests.map(({ headers }) => headers['range']),
    [undefined, 'bytes=20-', 'bytes=40-'],
  )
  t.ok(
    server.requests.every(({ path }) => path.includes('appId=7')),
    'the same file, whatever became of the parameters',
  )
  t.ok(server.requests.slice(1).every(({ headers }) => headers['if-range'] === '"v1"'))
  t.same(seen.at(-1), csv.length)
})

t.test(
  'a connection reset after the last byte still delivers the whole file, even to slow readers',
  async t => {
    const body = 'x'.repeat(100_000)
    const whole: Step = socket => {
      const head = `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\netag: "v1"\r\ncontent-length: ${body.length}\r\n\r\n`
      socket.write(head + body, () => {
        socket.resetAndDestroy()
      })
    }
    const rest: Step = (socket, request) => {
      const start = Number(/bytes=(\d+)-/.exec(request.headers['range']!)![1])
      const range = {
        etag: '"v1"',
        'content-type': 'text/csv',
        'content-range': `bytes ${start}-${body.length - 1}/${body.length}`,
      }
      const step =
        start < body.length
          ? answer(206, range, body.slice(start))
          : problem(416, 'range_not_satisfiable', 'No such bytes.')
      step(socket, request)
    }
    const server = await faultyServer(t, whole, rest)
    const file = await clientOf(server.url).getReport(report)
    const reader = file.stream().getReader()
    // The end of a body is looked for only when a part is asked for: by then the connection is gone.
    const readLate = async () => {
      await elapse(50)
      return await reader.read()
    }
    let text = ''
    for (let read = await readLate(); !read.done; read = await readLate())
      text += Buffer.from(read.value).toString()
    t.equal(text, body)
    t.notOk(server.requests.some(({ headers }) => headers['range'] === `bytes=${body.length}-`))
  },
)

t.test('a download compressed in transit has no size and arrives complete', async t => {
  for (const text of [csv.slice(0, 9), csv.repeat(100)]) {
    const server = await faultyServer(
      t,
      answer(200, { ...headers, 'content-encoding': 'gzip' }, gzipSync(text)),
    )
    const file = await clientOf(server.url).getReport(report)
    t.equal(file.size, null)
    t.equal(await file.text(), text)
  }
})

t.test('an early connection failure rejects the read', async t => {
  const resumed = await clientOf((await faultyServer(t, breaking('"v1"', 20))).url).getReport(
    report,
  )
  const broken = await clientOf(
    (await faultyServer(t, halfBody(200, { 'content-type': 'text/csv' }, csv, 20))).url,
  ).getReport(report)
  await elapse(100)
  t.equal(await resumed.text(), csv)
  await t.rejects(broken.text(), ConnectionError)
})

t.test('a download that keeps breaking fails after maxRetries', async t => {
  const server = await faultyServer(t, breaking('"v1"', 5))
  const file = await clientOf(server.url, { maxRetries: 1 }).getReport(report)
  await t.rejects(file.text(), ConnectionError)
  t.equal(server.requests.length, 2)
})

t.test('a resumed download never joins two versions', async t => {
  const server = await faultyServer(t, breaking('"v1"', 20), breaking('"v2"', 1000))
  const file = await clientOf(server.url).getReport(report)
  await t.rejects(file.text(), ConnectionError)
})

t.test('a part of another version is rejected even if the server ignores If-Match', async t => {
  const rest = answer(
    206,
    { ...headers, etag: '"v2"', 'content-range': `bytes 20-${csv.length - 1}/${csv.length}` },
    csv.slice(20),
  )
  const server = await faultyServer(t, halfBody(200, headers, csv, 20), rest)
  const file = await clientOf(server.url).getReport(report)
  await t.rejects(file.text(), ConnectionError)
})

t.test('a truncated file without a strong ETag is an error', async t => {
  for (const etag of [{ etag: 'W/"v1"' }, {}]) {
    const server = await faultyServer(
      t,
      halfBody(200, { 'content-type': 'text/csv', ...etag }, csv, 20),
    )
    const file = await clientOf(server.url).getReport(report)
    await t.rejects(file.text(), ConnectionError)
    t.equal(server.requests.length, 1)
  }
})

t.test('a fetch that misses a truncation cannot pass off a partial file as complete', async t => {
  const fetch = async () =>
    new Response(csv.slice(0, 9), {
      headers: { 'content-type': 'text/csv', 'content-length': String(csv.length) },
    })
  const file = await clientOf('http://uascope.test', { fetch }).getReport(report)
  await t.rejects(file.text(), ConnectionError)
})

t.test('an error status rejects the download', async t => {
  const server = await faultyServer(t, problem(400, 'invalid_parameter', 'No.'))
  t.match(
    await clientOf(server.url)
      .getReport(report)
      .catch((error: unknown) => error),
    { status: 400, detail: 'No.' },
  )
})

t.test('a response that is not from the service is not a file', async t => {
  for (const [name, other] of Object.entries({
    'a page to log in': answer(200, { 'content-type': 'text/html' }, '<html>Log in</html>'),
    'a list': json([]),
    'no media type': answer(200, {}, csv),
    'another media type': answer(200, { 'content-type': 'text/csvx' }, csv),
    'no content': answer(204, {}, ''),
  })) {
    const server = await faultyServer(t, other)
    await t.rejects(
      clientOf(server.url, { maxRetries: 0 }).getReport(report),
      ConnectionError,
      name,
    )
    const passing = await faultyServer(
      t,
      other,
      answer(200, { 'content-type': 'Text/CSV ; charset=utf-8' }, csv),
    )
    const file = await clientOf(passing.url).getReport(report)
    t.equal(file.format, 'csv')
    t.equal(await file.text(), csv, `${name} passes`)
  }
})

t.test('the raw response has a readable body that resumes and can be read once', async t => {
  const server = await faultyServer(t, breaking('"v1"', 20))
  const { data, response } = await clientOf(server.url).getReport(report).withResponse()
  t.equal(await response.text(), csv)
  await t.rejects(data.text(), UascopeError)
  const left = await clientOf(server.url).getReport(report).withResponse()
  await left.response.body!.cancel()
  await t.rejects(left.data.text(), UascopeError)
})

t.test('a download of any size needs little memory', async t => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const chunk = 2 ** 20
  let left = 200
  const body = new ReadableStream(
    {
      pull: controller =>
        left-- > 0 ? controller.enqueue(new Uint8Array(chunk)) : controller.close(),
    },
    { highWaterMark: 0 },
  )
  const fetch = async () =>
    new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
  const reader = (await clientOf('http://uascope.test', { fetch }).getReport(report))
    .stream()
    .getReader()
  // Buffers are freed beside this thread, later on a busy machine.
  const buffersKept = async (tries = 100): Promise<number> => {
    await elapse(1)
    collectGarbage()
    const { arrayBuffers } = process.memoryUsage()
    return arrayBuffers < 40 * chunk || tries === 0 ? arrayBuffers : await buffersKept(tries - 1)
  }
  let received = 0
  let most = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    received += read.value.byteLength
    if (received % (50 * chunk) !== 0) continue
    most = Math.max(most, await buffersKept())
  }
  t.equal(received, 200 * chunk)
  t.ok(most < 40 * chunk, `at most ${most} bytes`)
})

t.test('a download by a fetch without streams says what it lacks', async t => {
  const fetch = async () => {
    const response = new Response('a,b', { headers: { 'content-type': 'text/csv' } })
    return Object.defineProperty(response, 'body', { value: undefined }) as Response & {
      body: null
    }
  }
  const options = {
    name: 'UascopeError',
    message: /^Downloads need streams, which this `fetch` lacks: set the option `fetch`/,
  }
  await t.rejects(clientOf('http://uascope.test', { fetch }).getReport(report), options)
  await t.resolves(clientOf('http://uascope.test', { fetch }).getReport(report, { headOnly: true }))
})

t.test('cancelling the stream closes the connection', async t => {
  const server = await faultyServer(t, socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\n')
    const timer = setInterval(() => socket.write('x'.repeat(1000)), 5)
    socket.on('close', () => clearInterval(timer))
  })
  const file = await clientOf(server.url).getReport(report)
  const reader = file.stream().getReader()
  await reader.read()
  await reader.cancel()
  await until('the connection is closed', () => server.closed() > 0)
  t.pass('closed')
})

t.test('a dropped file object releases its connection, read or not', async t => {
  const server = await faultyServer(t, stallInBody(200, headers, csv, 10))
  const file = await clientOf(server.url).getReport(report)
  await file.cancel()
  t.throws(() => file.stream(), UascopeError)
  await t.rejects(file.text(), UascopeError)

  const begun = await clientOf(server.url).getReport(report)
  const reader = begun.stream().getReader()
  await reader.read()
  const rest = reader.read()
  await begun.cancel()
  await t.rejects(rest, AbortError, 'pending reads reject')

  let disposed
  {
    await using held = await clientOf(server.url).getReport(report)
    disposed = held
  }
  t.throws(() => disposed.stream(), UascopeError)
})

t.test('the head of a file has everything except the content', async t => {
  const server = await faultyServer(
    t,
    answer(200, { ...headers, 'content-length': csv.length }, ''),
  )
  const head = await clientOf(server.url).getReport(report, { headOnly: true })
  t.match(head, { totalRows: 2, size: csv.length, etag: '"v1"', run: { id: 41 } })
  await t.rejects(head.text(), UascopeError)
  t.same(
    server.requests.map(({ method }) => method),
    ['HEAD'],
  )
})

t.test('existing files are not sent again', async t => {
  const server = await faultyServer(t, answer(304, { etag: '"v1"' }, ''))
  const client = clientOf(server.url)
  t.equal(await client.getReport(report, { ifNoneMatch: '"v1"' }).ifModified(), null)
  t.equal(await client.listApps({ ifNoneMatch: '"v1"' }).ifModified(), null)
  t.equal(
    await client
      .getReport(report, { ifNoneMatch: '"v1"' })
      .catch((error: ApiError) => error.status),
    304,
  )
  t.same([...new Set(server.requests.map(({ headers }) => headers['if-none-match']))], ['"v1"'])
})
