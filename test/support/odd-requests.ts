import fc from './fast-check.ts'

/** Whose key comes with a request. */
export type Credential = 'own' | 'other' | 'none' | 'wrong'

/** A request of a caller who is up to no good, or confused. */
export type OddRequest =
  | {
      kind: 'rest'
      method: string
      path: string
      headers: Record<string, string>
      credential: Credential
    }
  | { kind: 'mcp'; body: Uint8Array; headers: Record<string, string>; credential: Credential }
  /** What goes down the socket. `KEY` stands for the own key. */
  | { kind: 'raw'; bytes: Uint8Array }

/** Takes the place of a download link in a path. */
export const LINK = '/v1/exports/x.y'

const VALUES = [
  '',
  '1',
  '2',
  '4',
  '5',
  '-1',
  '1e3',
  '9007199254740993',
  'campaign',
  'campaign_geo',
  'app',
  'daily',
  'weekly',
  'monthly',
  'ltv,roas',
  'spend',
  'cpi,installs',
  'paid',
  'full_blended',
  'gross,net',
  '7',
  '1,7,365',
  '0',
  'csv',
  'parquet',
  'true',
  'false',
  'newest',
  'US',
  'Unknown',
  'GLOBAL',
  'ios,web',
  'Meta',
  '"Meta"',
  '"',
  'a""b',
  ',',
  '%',
  '%2',
  '%zz',
  '%00',
  '%ff%fe',
  '%F0%9F%9A%80',
  '%22US%2C%20Tier%201%22',
  '2026-03-30',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '[]',
  '{}',
  '$1',
  "'; DROP TABLE apps; --",
  '../../etc/passwd',
  '${7*7}',
  'NaN',
  'Infinity',
  '1'.repeat(300),
  'x'.repeat(3000),
].map(value => value.replace(/[^\x21-\x7e]/g, encodeURIComponent))
const NAMES = [
  'appId',
  'granularity',
  'installGrouping',
  'metrics',
  'roasTypes',
  'revenueTypes',
  'dsiValues',
  'startDate',
  'endDate',
  'countries',
  'platforms',
  'networks',
  'campaigns',
  'format',
  'csvSafe',
  'csvBom',
  'maturity',
  'limit',
  'order',
  'dsi',
  'roasType',
  'revenueType',
  'alertGroups',
  'dailyBudget',
  'budgetChange',
  'maxStep',
  'month',
  '__proto__',
  'constructor',
  'appId[]',
  'toString',
  '',
]
const OPERATIONS = [
  '/v1/apps',
  '/v1/app-settings',
  '/v1/campaigns',
  '/v1/recommendations',
  '/v1/overview',
  '/v1/track-record',
  '/v1/forecast-accuracy',
  '/v1/report',
  '/v1/roas-history',
  '/v1/alerts',
  '/v1/events',
  '/v1/budget-plan',
  '/v1/pacing',
  LINK,
]
const PATHS = [
  '/v1/exports/',
  '/healthz',
  '/docs',
  '/openapi.json',
  '/v1/%',
  '/v1/%c0%ae',
  '/v1//apps',
  '//',
  '/v1/report/',
  '/v1/report;x=1',
  '/v1/../v1/apps',
  '/%2e%2e/etc/passwd',
  '*',
]
const HEADERS: Record<string, readonly string[]> = {
  'if-none-match': ['*', '""', 'W/"', '"a", "b"', ','],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-1,3-4',
    'bytes=999999999999999999999-',
    'x',
  ],
  'if-range': ['"x"', 'W/"x"', 'x'],
  accept: ['*/*', 'nonsense', 'image/png;q=x'],
  'accept-encoding': ['gzip', 'gzip;q=0', 'x;q=9', '*;q=0', ';;'],
  'x-request-id': ['ok', '<script>', 'x'.repeat(999)],
  cookie: ['a=b', '=;=', '\u00ff'],
  origin: ['null', 'http://evil.example'],
  'content-type': ['application/json', 'x', ';'],
  host: ['', 'evil.example', 'a b'],
  expect: ['100-continue'],
  'if-modified-since': ['yesterday'],
  'access-control-request-method': ['GET', 'x'],
  'content-length': ['0'],
  'x-forwarded-for': [',,', '1.2.3.4'],
  'x-http-method-override': ['DELETE'],
}

const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
  maxLength: 40,
})
const pair = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, printable),
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...VALUES) }, printable),
  )
  .map(([name, value]) => `${name}=${value}`)
const target = fc
  .tuple(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...OPERATIONS) },
      { weight: 5, arbitrary: fc.constantFrom(...PATHS) },
      printable.map(text => `/${text}`),
    ),
    fc.array(fc.oneof({ weight: 6, arbitrary: pair }, printable), { maxLength: 7 }),
    // Most requests name an app and a granularity, so that some get further than the first check.
    fc.constantFrom(
      '',
      'appId=1',
      'appId=1&granularity=campaign',
      'appId=1&granularity=campaign_geo',
      'appId=2&granularity=app',
    ),
  )
  .map(([path, pairs, start]) =>
    [path, [start, ...pairs].filter(part => part !== '').join('&')]
      .filter(part => part !== '')
      .join('?'),
  )
function headersOf(
  known: Record<string, readonly string[]>,
  maxLength: number,
): fc.Arbitrary<Record<string, string>> {
  const one = fc
    .constantFrom(...Object.keys(known))
    .chain(name => fc.tuple(fc.constant(name), fc.constantFrom(...known[name]!)))
  return fc.array(one, { maxLength }).map(pairs => Object.fromEntries(pairs))
}
const headers = headersOf(HEADERS, 4)
const verb = fc.constantFrom(
  ...Array<string>(14).fill('GET'),
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'DELETE',
  'TRACE',
  'PROPFIND',
)

const credential = fc.constantFrom<Credential>('own', 'own', 'own', 'other', 'none', 'wrong')

const rest: fc.Arbitrary<OddRequest> = fc.record({
  kind: fc.constant('rest' as const),
  method: verb,
  path: target,
  headers,
  credential,
})

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'server/discover',
  'subscriptions/listen',
  'notifications/cancelled',
  'nothing',
  '',
]
const TOOLS = [
  'svc_list_apps',
  'svc_get_recommendations',
  'svc_get_report',
  'svc_export_report',
  'svc_get_roas_history',
  'svc_get_alerts',
  'svc_get_profile',
  'x',
]
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion'

const MCP_HEADERS: Record<string, readonly string[]> = {
  ...HEADERS,
  'mcp-protocol-version': [...REVISIONS, '2024-11-05', '', 'x', `${REVISIONS[3]}, ${REVISIONS[3]}`],
  'mcp-method': METHODS.filter(name => name !== ''),
  'mcp-name': TOOLS,
  'mcp-session-id': ['x'],
  accept: ['*/*', 'application/json'],
  'content-type': [
    'application/json; charset=utf-8',
    'text/plain',
    'application/json; charset=utf-7',
  ],
  'content-encoding': ['gzip', 'identity'],
  host: ['localhost', 'evil.example', '', 'a b', '[::1]:80'],
  'transfer-encoding': ['chunked'],
}

const words = fc.constantFrom(
  'campaign',
  'campaign_geo',
  'app',
  'DAILY',
  'WEEKLY',
  'IOS',
  'WEB',
  'Meta',
  'US',
  'Unknown',
  'GLOBAL',
  'PAID',
  'GROSS',
  'LTV',
  'ROAS',
  'SPEND',
  'BIDS',
  'parquet',
  'csv',
  'full',
  '2026-03-30',
  '2026-02-30',
  '',
  'a,b',
  '"',
  '\u0000',
  '\ud800',
  '\u202e',
  "'; DROP TABLE apps; --",
  'x'.repeat(9000),
)
const scalar = fc.oneof(
  words,
  fc.constantFrom<unknown>(0, 1, 2, 4, 5, 7, 500, -1, 1.5, 1e308, 2 ** 53, null, true),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 3, arbitrary: fc.array(scalar, { maxLength: 6 }) },
  fc.jsonValue({ maxDepth: 4 }),
)
const names = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES, 'detail') },
  fc.string({ maxLength: 12 }),
)
// Most calls name an app and a granularity, so that some get further than the first check.
const args = fc
  .tuple(
    fc.constantFrom(
      {},
      { appId: 1 },
      { appId: 1, granularity: 'campaign' },
      { appId: 1, granularity: 'campaign_geo' },
      { appId: 4 },
      { appId: 2, granularity: 'app' },
    ),
    fc.array(fc.tuple(names, value), { maxLength: 4 }),
  )
  .map(([start, pairs]) => ({ ...start, ...Object.fromEntries(pairs) }))

const clientInfo = { name: 'fuzz', version: '1' }
const params = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      name: fc.constantFrom(...TOOLS),
      arguments: fc.oneof({ weight: 9, arbitrary: args }, fc.jsonValue()),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        protocolVersion: value,
        capabilities: fc.oneof(fc.constant({}), value),
        clientInfo: fc.oneof(fc.constant(clientInfo), value),
      },
      { requiredKeys: [] },
    ),
  },
  fc.constant({}),
  fc.constant(undefined),
  fc.jsonValue(),
)
const UI = { extensions: { 'io.modelcontextprotocol/ui': {} } }
const meta = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constant({
    [REVISION_KEY]: REVISIONS[3],
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': UI,
  }),
  fc.record(
    {
      [REVISION_KEY]: fc.constantFrom<unknown>(...REVISIONS, 1),
      'io.modelcontextprotocol/clientCapabilities': value,
      progressToken: value,
    },
    { requiredKeys: [] },
  ),
  value,
)
const message = fc
  .record(
    {
      jsonrpc: fc.constantFrom<unknown>('2.0', '2.0', '2.0', '2.0', '1.0', 2),
      id: fc.oneof({ weight: 9, arbitrary: fc.nat() }, scalar),
      method: fc.constantFrom<unknown>(
        ...METHODS,
        'tools/call',
        'tools/call',
        'tools/call',
        'tools/call',
        1,
      ),
      params,
      meta,
    },
    { requiredKeys: ['jsonrpc', 'method', 'params', 'meta'] },
  )
  .map(({ params, meta, ...rest }) => {
    if (meta === undefined || typeof params !== 'object' || params === null)
      return { ...rest, params }
    return { ...rest, params: { ...params, _meta: meta } }
  })
const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 10, max: 30_000 }))
  .map(
    ([open, depth]) =>
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${open.repeat(depth)}0${(open === '[' ? ']' : '}').repeat(depth)}}}}`,
  )
const wide = fc
  .tuple(
    fc.constantFrom('_meta', 'arguments', 'capabilities'),
    fc.integer({ min: 50, max: 12_000 }),
  )
  .map(([name, count]) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: TOOLS[0],
        [name]: Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 1])),
      },
    }),
  )
const long = fc
  .tuple(
    fc.constantFrom('networks', 'campaigns', 'countries'),
    fc.integer({ min: 100, max: 20_000 }),
    words,
  )
  .map(([name, count, word]) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'svc_get_alerts',
        arguments: {
          appId: 1,
          [name]: Array.from({ length: count }, (_, index) => word.slice(0, 20) + index),
        },
      },
    }),
  )
const text = fc
  .oneof(
    { weight: 20, arbitrary: message.map(one => JSON.stringify(one)) },
    {
      weight: 4,
      arbitrary: fc.array(message, { maxLength: 4 }).map(batch => JSON.stringify(batch)),
    },
    fc
      .array(fc.constant({ jsonrpc: '2.0', id: 1, method: 'ping' }), {
        minLength: 45,
        maxLength: 55,
      })
      .map(batch => JSON.stringify(batch.map((one, id) => ({ ...one, id })))),
    { weight: 2, arbitrary: fc.json() },
    fc.constantFrom(
      '',
      '{',
      '[',
      'null',
      '[[]]',
      '\ufeff{}',
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
    ),
    nested,
    wide,
    long,
  )
  .map(body => Buffer.from(body))
const body = fc.oneof(
  { weight: 30, arbitrary: text },
  fc.uint8Array({ maxLength: 300 }),
  // One byte of it differs.
  fc
    .tuple(text, fc.nat(), fc.integer({ min: 0, max: 255 }))
    .map(([bytes, at, byte]) =>
      bytes.length === 0 ? bytes : bytes.fill(byte, at % bytes.length, (at % bytes.length) + 1),
    ),
  fc.integer({ min: 120_000, max: 300_000 }).map(size => Buffer.alloc(size, ' ')),
)
const mcp: fc.Arbitrary<OddRequest> = fc.record({
  kind: fc.constant('mcp' as const),
  body,
  headers: headersOf(MCP_HEADERS, 2),
  credential,
})

const START = ['GET', 'POST', 'HEAD', 'get', 'CONNECT', '', 'OPTIONS', 'PRI']
const TARGETS = [
  '/v1/apps',
  '/v1/mcp',
  '*',
  'http://evil.example/v1/apps',
  'http://',
  'evil.example:80',
  '//',
  '/v1/report?appId=1&granularity=campaign',
  'http://x?a&a&a',
  'ftp://x/y',
  '\\',
  '/\t',
]
const LINES = [
  'Host: x',
  'Host: x',
  'Host: y',
  'Host:',
  'Host: a b',
  'Host: x:99999',
  'Host: [::1',
  'host: localhost',
  'Connection: close',
  'Connection: keep-alive, x',
  'Content-Length: 2',
  'Content-Length: 3',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x, chunked',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Authorization: Bearer KEY',
  'Authorization: Basic eDp5',
  'Accept: application/json, text/event-stream',
  'Content-Type: application/json',
  'Range: bytes=0-',
  'X: \xff\xfe',
  ': x',
  ' folded',
  'X\0: y',
  `X: ${'y'.repeat(70_000)}`,
  `${'z'.repeat(70_000)}: 1`,
]
const ENDS = [
  '\r\n\r\n',
  '\r\n\r\n{}',
  '\n\n',
  '\r\n',
  '',
  '\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  '\r\n\r\nffffffffffffffff\r\n',
  '\r\n\r\nGET /v1/apps HTTP/1.1\r\nHost: x\r\n\r\n',
]
const raw: fc.Arbitrary<OddRequest> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...START),
          fc.oneof(fc.constantFrom(...TARGETS), printable),
          fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 x', ''),
          fc.array(fc.constantFrom(...LINES), { maxLength: 7 }),
          fc.constantFrom(...ENDS),
        )
        .map(([start, at, version, lines, end]) =>
          Buffer.from([`${start} ${at} ${version}`, ...lines].join('\r\n') + end, 'latin1'),
        ),
    },
    fc.uint8Array({ minLength: 1, maxLength: 400 }),
  )
  .map(bytes => ({ kind: 'raw', bytes }))

/** Requests of every kind: REST, tools and invalid HTTP. */
export const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 9, arbitrary: rest },
  { weight: 8, arbitrary: mcp },
  { weight: 2, arbitrary: raw },
)
