import t from 'tap'
import { ConnectionError, UascopeClient, UascopeError, type Progress } from '../../client/src/index.ts'
import { answer, faultyServer, halfBody, problem, type Step } from './support/faulty-server.ts'

const csv = 'install_cohort,spend\n2026-01-01,1\n2026-01-02,2\n'
const report = { appId: 1, granularity: 'campaign', format: 'csv' } as const
const clientOf = (baseUrl: string, options = {}) => new UascopeClient({ apiKey: 'uascope_x', baseUrl, ...options })
const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="My game-report.csv"',
  'total-rows': 2, etag: '"v1"', 'run-id': 41, 'run-created-at': '2026-01-03T04:05:06.000Z', 'data-through': '2026-01-02',
  currency: 'EUR', 'start-date': '2025-12-03', 'end-date': '2026-01-02', 'x-request-id': 'req-1'
}

t.test('a downloaded file says what it is', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const file = await clientOf(server.url).getReport(report)
  t.match(file, {
    fileName: 'My game-report.csv', format: 'csv', totalRows: 2, size: csv.length, etag: '"v1"', run: { id: 41, createdAt: '2026-01-03T04:05:06.000Z' },
    dataThrough: '2026-01-02', currency: 'EUR', startDate: '2025-12-03', endDate: '2026-01-02', requestId: 'req-1'
  })
  t.equal(await file.text(), csv)
})

t.test('what the service does not say is null', async t => {
  const server = await faultyServer(t, answer(200, { 'content-type': 'application/octet-stream' }, 'PAR1'))
  const file = await clientOf(server.url).getReport({ appId: 1, granularity: 'campaign' })
  t.match(file, {
    fileName: 'download.parquet', format: 'parquet', totalRows: null, etag: null, run: null, dataThrough: null, currency: null, startDate: null, endDate: null
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

t.test('progress is told as it is made', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const seen: Progress[] = []
  const file = await clientOf(server.url).getReport(report, { onProgress: progress => seen.push(progress) })
  t.same(seen, [], 'nothing before the body is read')
  await file.bytes()
  t.same(seen.at(-1), { receivedBytes: csv.length, totalBytes: csv.length })
})

t.test('an error in the progress callback is the caller\'s own', async t => {
  const server = await faultyServer(t, answer(200, headers, csv))
  const file = await clientOf(server.url).getReport(report, { onProgress: () => { throw new RangeError('mine') } })
  await t.rejects(file.bytes(), RangeError)
})

/** Serves the part that was asked for, of a file whose connection breaks after some bytes each time. */
function breaking(etag: string, after: number): Step {
  return (socket, request) => {
    const start = Number(/bytes=(\d+)-/.exec(request.headers['range'] ?? '')?.[1] ?? 0)
    const isSame = request.headers['if-range'] === etag
    const from = isSame ? start : 0
    const partial = from > 0 ? { 'content-range': `bytes ${from}-${csv.length - 1}/${csv.length}` } : {}
    halfBody(from > 0 ? 206 : 200, { ...headers, etag, ...partial }, csv.slice(from), after)(socket, request)
  }
}

t.test('a connection that breaks is taken up again where it broke', async t => {
  const server = await faultyServer(t, breaking('"v1"', 20))
  const seen: number[] = []
  const file = await clientOf(server.url).getReport(report, { onProgress: ({ receivedBytes }) => seen.push(receivedBytes) })
  t.equal(await file.text(), csv)
  t.same(server.requests.map(({ headers }) => headers['range']), [undefined, 'bytes=20-', 'bytes=40-'])
  t.ok(server.requests.slice(1).every(({ headers }) => headers['if-range'] === '"v1"'))
  t.same(seen.at(-1), csv.length)
})

t.test('a file that keeps breaking fails after maxRetries', async t => {
  const server = await faultyServer(t, breaking('"v1"', 5))
  const file = await clientOf(server.url, { maxRetries: 1 }).getReport(report)
  await t.rejects(file.text(), ConnectionError)
  t.equal(server.requests.length, 2)
})

t.test('parts of two versions are never joined', async t => {
  const server = await faultyServer(t, breaking('"v1"', 20), breaking('"v2"', 1000))
  const file = await clientOf(server.url).getReport(report)
  await t.rejects(file.text(), ConnectionError)
})

t.test('without a strong etag half a file is an error', async t => {
  for (const etag of [{ etag: 'W/"v1"' }, {}]) {
    const server = await faultyServer(t, halfBody(200, { 'content-type': 'text/csv', ...etag }, csv, 20))
    const file = await clientOf(server.url).getReport(report)
    await t.rejects(file.text(), ConnectionError)
    t.equal(server.requests.length, 1)
  }
})

t.test('a fetch that does not notice a missing end cannot pass half a file off as whole', async t => {
  const fetch = async () => new Response(csv.slice(0, 9), { headers: { 'content-type': 'text/csv', 'content-length': String(csv.length) } })
  const file = await clientOf('http://uascope.test', { fetch }).getReport(report)
  await t.rejects(file.text(), ConnectionError)
})

t.test('an error status is an error, not a file', async t => {
  const server = await faultyServer(t, problem(400, 'invalid_parameter', 'No.'))
  t.match(await clientOf(server.url).getReport(report).catch((error: unknown) => error), { status: 400, detail: 'No.' })
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
  while (server.closed() === 0) await new Promise(resolve => setTimeout(resolve, 10))
  t.pass('closed')
})
