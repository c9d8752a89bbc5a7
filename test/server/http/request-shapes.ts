import fc from '../../support/fast-check.ts'

const AUTH = 'Authorization: Bearer KEY\r\n'
export function get(target: string, headers = AUTH) {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`
}
export function post(body: unknown, headers = AUTH) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const types = 'Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n'
  return `POST /v1/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${types}${headers}\r\n${text}`
}
export function call(name: string, args: object, id = 1, more: object = {}) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args, ...more },
  }
}
export function many<Made>(count: number, make: (index: number) => Made): Made[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
function named(count: number) {
  return Object.fromEntries(many(count, index => [`n${index}`, index]))
}
const MODERN =
  'MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: svc_get_alerts\r\n'

const size = fc.integer({ min: 1, max: 130_000 })
const count = fc.integer({ min: 1, max: 30_000 })
const atom = fc.oneof(
  fc.constantFrom(
    'a',
    'a,',
    '"',
    '""',
    '"a",',
    ',',
    ';',
    '=',
    '*,',
    '%',
    '%ff&',
    'a&',
    'a=b&',
    '(',
    'é',
    '🚀',
    ' ',
    '\\',
    '/',
    'xn--',
    '.',
    '-',
    '0',
    '1-2,',
    ';q=0.5,',
  ),
  fc.string({ minLength: 1, maxLength: 4 }),
)
function filled(length: number, with_: string) {
  return with_.repeat(Math.ceil(length / with_.length)).slice(0, length)
}
const HEADERS = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-range',
  'range',
  'authorization',
  'origin',
  'host',
  'cookie',
  'content-type',
  'x-request-id',
  'mcp-protocol-version',
  'x',
]
const TARGETS = [
  '/v1/apps?',
  '/v1/alerts?appId=1&platforms=',
  '/v1/alerts?appId=1&campaigns=',
  '/v1/report?appId=1&granularity=campaign&startDate=',
  '/v1/exports/',
  '/',
  'http://x/v1/apps?',
  'ftp://x?',
]
function plain(text: string) {
  return text.replace(/[^\x21-\x7e]/g, '+')
}
function line(text: string) {
  return text.replace(/[^\x20-\x7e]/g, '_')
}
const lists = fc.constantFrom(
  'platforms',
  'networks',
  'campaigns',
  'countries',
  'alertGroups',
  'startDate',
  'nothing',
)

const VIEWS = ['report', 'recommendations', 'roas-history', 'alerts'].map(
  name => `ui://uascope/${name}`,
)

/** Requests that may be costly, each in sizes of its own. `KEY` stands for the key. */
export const shape = fc.oneof(
  fc
    .tuple(fc.constantFrom(...TARGETS), size, atom)
    .map(([target, length, with_]) =>
      get(target + filled(Math.min(length, 120_000), plain(with_))),
    ),
  fc
    .tuple(fc.constantFrom(...TARGETS), atom)
    .map(([target, with_]) => get(target + filled(16_000, plain(with_)))),
  fc
    .tuple(
      fc.constantFrom('/v1/apps?', '/v1/alerts?appId=1&campaigns='),
      fc.constantFrom('&', ',', '=&'),
      fc.integer({ min: 1, max: 3500 }),
    )
    .map(([target, mark, count]) =>
      get(target + many(count, index => index.toString(36)).join(mark)),
    ),
  fc
    .tuple(fc.constantFrom(...HEADERS), size, atom)
    .map(([name, length, with_]) =>
      get('/v1/apps', `${AUTH}${name}: ${line(filled(Math.min(length, 110_000), with_))}\r\n`),
    ),
  fc
    .tuple(fc.constantFrom(...HEADERS), atom)
    .map(([name, with_]) =>
      post(
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        `${AUTH}${name}: ${line(filled(15_000, with_))}\r\n`,
      ),
    ),
  fc
    .integer({ min: 1, max: 1900 })
    .map(count => get('/v1/apps', AUTH + many(count, index => `x${index}: 1\r\n`).join(''))),
  fc
    .tuple(fc.constantFrom('/nothing', '/v1/apps', '/healthz'), fc.integer({ min: 1, max: 1000 }))
    .map(
      ([target, count]) =>
        get(target, '').replace('Connection: close\r\n', '').repeat(count) + get(target),
    ),
  fc
    .tuple(fc.constantFrom('[', '{"a":'), count)
    .map(([open, depth]) =>
      post(
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${open.repeat(depth)}0${(open === '[' ? ']' : '}').repeat(depth)}}}}`,
      ),
    ),
  fc
    .tuple(fc.constantFrom('svc_list_apps', 'svc_get_alerts', 'x'), count)
    .map(([name, count]) => post(call(name, named(count)))),
  fc
    .tuple(
      fc.constantFrom('_meta', 'capabilities', 'clientInfo'),
      count,
      fc.constantFrom('initialize', 'ping', 'tools/list'),
    )
    .map(([name, count, method]) =>
      post({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
          [name]: named(count),
        },
      }),
    ),
  fc.tuple(lists, count, fc.boolean()).map(([name, count, modern]) =>
    post(
      call(
        'svc_get_alerts',
        { appId: 1, [name]: many(count, index => `v${index}`) },
        1,
        modern
          ? {
              _meta: {
                'io.modelcontextprotocol/protocolVersion': '2026-07-28',
                'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
                'io.modelcontextprotocol/clientCapabilities': {
                  extensions: { 'io.modelcontextprotocol/ui': {} },
                },
              },
            }
          : {},
      ),
      AUTH + (modern ? MODERN : ''),
    ),
  ),
  fc
    .tuple(lists, size, atom)
    .map(([name, length, with_]) =>
      post(call('svc_get_alerts', { appId: 1, [name]: [filled(length, with_)] })),
    ),
  fc
    .tuple(fc.constantFrom('ping', 'tools/list', 'nothing'), fc.integer({ min: 1, max: 60 }))
    .map(([method, count]) => post(many(count, id => ({ jsonrpc: '2.0', id, method })))),
  fc
    .tuple(
      fc.constantFrom('svc_list_apps', 'svc_get_profile', 'svc_export_report', 'svc_get_report'),
      fc.integer({ min: 2, max: 50 }),
    )
    .map(([name, count]) => post(many(count, id => call(name, { appId: 1 }, id)))),
  fc
    .tuple(fc.constantFrom(...VIEWS), fc.integer({ min: 1, max: 50 }))
    .map(([uri, count]) =>
      post(many(count, id => ({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri } }))),
    ),
  fc
    .tuple(
      fc.constantFrom('svc_get_recommendations', 'svc_get_alerts'),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(10, 100, 500),
    )
    .map(([name, count, limit]) =>
      post(many(count, id => call(name, { appId: 1, limit, networks: ['Meta', `x${id}`] }, id))),
    ),
  fc.integer({ min: 1000, max: 9000 }).map(count =>
    post({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'x', arguments: { x: many(count, index => index) } },
    }),
  ),
  fc
    .jsonValue({ maxDepth: 6 })
    .map(value => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: value })),
)
