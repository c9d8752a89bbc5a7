import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import t from 'tap'
import {
  type IncomingResponse,
  type OutgoingRequest,
  UascopeClient,
} from '../../client/src/index.ts'
import { VERSION } from '../../client/src/version.ts'
import { repository } from '../support/repository.ts'
import { answer, faultyServer, halfBody, json, problem, reset } from './support/faulty-server.ts'

t.test('requests send the name and version of the client and of its runtime', async t => {
  const { version } = JSON.parse(
    await readFile(join(repository, 'client/package.json'), 'utf8'),
  ) as { version: string }
  t.equal(VERSION, version)
  const server = await faultyServer(t, json([]))
  await new UascopeClient({ apiKey: 'k', baseUrl: server.url }).listApps()
  await new UascopeClient({
    apiKey: 'k',
    baseUrl: server.url,
    headers: { 'User-Agent': 'nightly/2' },
  }).listApps()
  const [own, custom] = server.requests.map(({ headers }) => headers['user-agent'])
  t.match(own, new RegExp(`^uascope-client/${VERSION.replaceAll('.', '\\.')} Node\\.js/\\d+`))
  t.equal(custom, 'nightly/2')
})

t.test('a key may be a function, which runs before every attempt', async t => {
  const server = await faultyServer(
    t,
    problem(503, 'unavailable', 'Busy.', { 'retry-after': 0 }),
    json([]),
  )
  let calls = 0
  const client = new UascopeClient({ baseUrl: server.url, apiKey: async () => ` key-${++calls}\n` })
  await client.listApps()
  t.same(
    server.requests.map(({ headers }) => headers['authorization']),
    ['Bearer key-1', 'Bearer key-2'],
  )
  const broken = new UascopeClient({
    baseUrl: server.url,
    apiKey: () => {
      throw new Error('vault is sealed')
    },
  })
  await t.rejects(broken.listApps(), {
    name: 'UascopeError',
    message: '`apiKey` failed',
    cause: { message: 'vault is sealed' },
  })
  for (const key of ['', 'a b', undefined as unknown as string]) {
    await t.rejects(new UascopeClient({ baseUrl: server.url, apiKey: () => key }).listApps(), {
      name: 'UascopeError',
      message: /API key/,
    })
  }
  const slow = new UascopeClient({
    baseUrl: server.url,
    apiKey: () => new Promise(() => {}),
    timeout: 50,
    maxRetries: 0,
  })
  await t.rejects(slow.listApps(), { name: 'TimeoutError' }, 'the wait for a key counts')
  t.equal(server.requests.length, 2)
})

t.test('hooks see every attempt and can change its headers', async t => {
  const server = await faultyServer(
    t,
    reset,
    problem(503, 'unavailable', 'Busy.', { 'retry-after': 0 }),
    json([{ id: 1 }]),
  )
  const sent: OutgoingRequest[] = []
  const received: IncomingResponse[] = []
  const client = new UascopeClient({
    apiKey: 'k',
    baseUrl: server.url,
    async onRequest(request) {
      await Promise.resolve()
      request.headers['x-attempt'] = String(request.attempt)
      sent.push(request)
    },
    onResponse(response) {
      received.push(response)
      throw new Error('ignored')
    },
  })
  t.same(await client.listApps({ headers: { 'X-Mine': 'yes' } }), [{ id: 1 }])
  t.match(
    sent,
    [1, 2, 3].map(attempt => ({
      method: 'GET',
      path: '/v1/apps',
      url: `${server.url}/v1/apps`,
      attempt,
    })),
  )
  t.match(
    server.requests.map(({ headers }) => headers),
    [1, 2, 3].map(attempt => ({ 'x-attempt': `${attempt}`, 'x-mine': 'yes' })),
  )
  t.same(
    received.map(({ status }) => status),
    [undefined, 503, 200],
  )
  t.type(received[0]!.error, Error)
  t.equal(received[2]!.headers?.get('content-type'), 'application/json')
  t.ok(received.every(({ ms, request }, index) => ms >= 0 && request === sent[index]))

  const refusing = new UascopeClient({
    apiKey: 'k',
    baseUrl: server.url,
    onRequest: () => Promise.reject(new Error('no budget')),
  })
  await t.rejects(refusing.listApps(), {
    name: 'UascopeError',
    message: '`onRequest` failed',
    cause: { message: 'no budget' },
  })
  t.equal(server.requests.length, 3)
})

t.test('resuming a download is a separate request for hooks', async t => {
  const csv = { 'content-type': 'text/csv', etag: '"a"' }
  const rest = answer(206, { ...csv, 'content-range': 'bytes 3-5/6' }, 'def')
  const server = await faultyServer(t, halfBody(200, csv, 'abcdef', 3), rest)
  const ranges: (string | undefined)[] = []
  const client = new UascopeClient({
    apiKey: 'k',
    baseUrl: server.url,
    onRequest: ({ headers }) => void ranges.push(headers['range']),
  })
  t.equal(await (await client.getReport({ appId: 1, granularity: 'campaign' })).text(), 'abcdef')
  t.same(ranges, [undefined, 'bytes=3-'])
})

t.test('OpenTelemetry needs ten lines of code', async t => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  t.teardown(() => trace.disable())
  const server = await faultyServer(
    t,
    problem(503, 'unavailable', 'Busy.', { 'retry-after': 0 }),
    json([]),
  )

  const spans = new WeakMap<OutgoingRequest, Span>()
  const client = new UascopeClient({
    apiKey: 'k',
    baseUrl: server.url,
    onRequest(request) {
      const span = trace
        .getTracer('uascope')
        .startSpan(`GET ${request.path}`, { kind: SpanKind.CLIENT })
      propagation.inject(trace.setSpan(context.active(), span), request.headers)
      spans.set(request, span)
    },
    onResponse({ request, status, error }) {
      const span = spans.get(request)!.setAttribute('http.response.status_code', status ?? 0)
      if (error !== undefined || status! >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  })

  await client.listApps()
  const [failed, succeeded] = exporter.getFinishedSpans()
  t.match(failed, {
    name: 'GET /v1/apps',
    attributes: { 'http.response.status_code': 503 },
    status: { code: SpanStatusCode.ERROR },
  })
  t.match(succeeded, {
    name: 'GET /v1/apps',
    kind: SpanKind.CLIENT,
    attributes: { 'http.response.status_code': 200 },
  })
  t.same(
    server.requests.map(({ headers }) => headers['traceparent']),
    [failed, succeeded].map(
      span => `00-${span!.spanContext().traceId}-${span!.spanContext().spanId}-01`,
    ),
  )
})
