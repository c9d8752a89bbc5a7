/**
 * Rooms from the ground up, and the rooms below that each may import. A file belongs to the room with the longest path that it begins
 * with. ARCHITECTURE.md says what each is for. `npm run lint` holds them, and that no files import each other in a circle.
 * @type {Record<string, string>}
 */
export const ROOMS = {
  'generated/vocabulary': '',
  'server/model': '',
  'server/process': '',
  'server/checks': 'server/model',
  generated: 'server/checks',
  'client/src': 'generated',
  'client/testing': 'server/checks generated client/src server/http/contract',
  'server/access': 'server/model server/process server/checks',
  'server/files': 'server/model server/checks',
  'server/delivery': 'server/model server/access server/files',
  'server/delivery/check': 'server/model server/checks server/delivery',
  'server/delivery/repair': 'server/model server/delivery server/delivery/check',
  'server/delivery/load': 'server/model server/access server/delivery server/delivery/check server/delivery/repair',
  'server/analytics': 'server/model generated client/src',
  'server/http/contract': 'server/model server/checks generated server/access server/files',
  'server/handlers': 'server/model server/checks generated server/access server/analytics server/http/contract',
  'server/http/docs': 'server/model server/checks',
  'mcp/endpoint': 'server/checks',
  'mcp/words': 'generated server/analytics',
  'mcp/tools': 'server/model server/checks generated client/src mcp/words',
  'mcp/views/parts': 'server/model generated server/analytics mcp/words',
  'mcp/views/alerts': 'server/model client/src mcp/words mcp/views/parts',
  'mcp/views/recommendations': 'server/model mcp/words mcp/views/parts',
  'mcp/views/report': 'server/model server/analytics mcp/words mcp/views/parts',
  'mcp/views/roas-history': 'mcp/words mcp/views/parts',
  'mcp/page': 'server/model server/analytics generated client/src mcp/words mcp/views/parts mcp/views/roas-history',
  'server/http':
    'server/model server/process server/checks generated server/access server/files server/http/contract server/http/docs mcp/endpoint',
  'server/tools':
    'server/model server/checks generated client/src server/access server/files server/http/contract server/handlers mcp/endpoint mcp/tools',
  'server/engines/common': 'server/model server/access server/files server/delivery server/delivery/load',
  'server/engines/embedded/earlier': 'server/model server/access server/engines/common server/records',
  'server/engines/embedded':
    'server/model server/access server/files server/delivery server/delivery/load server/engines/common server/records server/engines/embedded/earlier',
  'server/records': 'server/model server/process server/access server/delivery server/engines/common',
  'server/engines/database': 'server/model server/process server/access server/delivery server/engines/common server/records',
  'server/engines/tables':
    'server/model server/files server/delivery server/delivery/load server/engines/common server/records server/engines/database',
  'server/engines/clickhouse': 'server/model server/files server/delivery server/engines/common',
  'server/engines/lake/objects': 'server/model server/engines/common',
  'server/engines/lake/cache': 'server/model server/files server/engines/common server/engines/lake/objects',
  'server/engines/lake':
    'server/model server/files server/delivery server/engines/common server/records server/engines/database server/engines/clickhouse server/engines/lake/objects server/engines/lake/cache',
  'server/storage':
    'server/model server/process server/access server/delivery server/engines/common server/engines/embedded server/records server/engines/database server/engines/tables server/engines/lake server/engines/lake/objects server/engines/lake/cache',
  'server/monitoring': 'server/model server/access server/files server/http server/engines/common',
  'server/forecast/model': 'server/model',
  'server/forecast/inputs/formats': 'server/forecast/model',
  'server/forecast/config': 'server/model server/checks server/delivery server/forecast/model server/forecast/inputs/formats',
  'server/forecast/response': 'server/model server/forecast/model',
  'server/forecast/backtest': 'server/model server/process server/forecast/model server/forecast/config',
  'server/forecast/sentinel': 'server/model server/forecast/model server/forecast/config',
  'server/forecast/inputs':
    'server/model server/delivery server/delivery/check server/forecast/model server/forecast/config server/forecast/inputs/formats',
  'server/forecast/pull': 'server/model server/process server/delivery/check server/forecast/config server/forecast/inputs',
  'server/forecast/delivery':
    'server/model server/process server/delivery server/forecast/model server/forecast/response server/forecast/config server/forecast/backtest server/forecast/sentinel',
  'server/forecast':
    'server/model server/process server/forecast/model server/forecast/config server/forecast/backtest server/forecast/sentinel server/forecast/inputs server/forecast/delivery',
  'server/simulate': 'server/forecast/model server/forecast/config',
  'server/demo':
    'server/model server/process server/delivery server/delivery/load server/engines/common server/forecast/model server/forecast/config server/forecast/backtest server/forecast/sentinel server/forecast/delivery server/simulate',
  server:
    'server/model server/process server/checks client/src server/access server/files server/delivery/load server/http server/handlers server/tools server/engines/common server/engines/embedded server/storage server/monitoring',
  'scripts/admin':
    'server mcp/page server/model server/process server/access server/delivery server/delivery/load server/engines/common server/engines/embedded server/engines/lake server/storage server/forecast/model server/forecast/config server/forecast/inputs server/forecast/pull server/forecast/backtest server/forecast server/demo',
  'scripts/simulate':
    'server/simulate server/model server/forecast/model server/forecast/response server/forecast/config server/forecast/sentinel',
  'scripts/bench/support': 'server/model server/delivery server/delivery/load server/engines/embedded server/storage scripts/simulate',
  'scripts/bench/load': 'server/simulate server/model server/storage scripts/simulate scripts/bench/support',
  'scripts/bench/forecast':
    'server/simulate server/model server/forecast/model server/forecast/backtest server/forecast/sentinel scripts/simulate scripts/bench/support scripts/bench/load',
  'scripts/bench':
    'server/model server/analytics server/engines/embedded server/demo scripts/simulate scripts/bench/support scripts/bench/load scripts/bench/forecast',
  'scripts/generate': '',
  'scripts/examples': 'server/model server/demo',
  'scripts/screenshots': 'server server/model server/process server/delivery/load server/demo',
  'scripts/build': '',
  'scripts/build-client': '',
  'scripts/test': '',
  'scripts/ci': '',
  'scripts/cli': 'server/process',
}

/** Words alone, which import nothing: every room may import them. */
const WORDS = 'generated/vocabulary'

/** The generated half of the client is one room with the written one. */
const foldersOf = (/** @type {string} */ room) => (room === 'client/src' ? ['client/src', 'generated/client'] : [room])

/** A pattern of the files of rooms, those of the rooms within them left out. @param {string[]} rooms */
const filesOf = rooms =>
  rooms.map(room => {
    const folders = foldersOf(room).join('|')
    const within = Object.keys(ROOMS)
      .flatMap(foldersOf)
      .filter(other => foldersOf(room).some(folder => other.startsWith(`${folder}/`)))
    const left = within.filter(other => !foldersOf(room).includes(other)).map(other => `(?!${other}/)`)
    return `^${left.join('')}(${folders})/`
  })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'circle', comment: 'Files import each other in a circle.', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'homeless',
      comment: 'The file is in no room: name its folder in .dependency-cruiser.mjs.',
      severity: 'error',
      from: { pathNot: [...filesOf(Object.keys(ROOMS)), '^test/'] },
      to: {},
    },
    {
      name: 'demo in production',
      comment: 'Made-up data are for commands, examples and the first start alone.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(demo/|start\\.ts$)' },
      to: { path: '^server/demo/' },
    },
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: room,
      comment: `${room} may import ${allowed.replaceAll(' ', ', ') || 'no other room'}. See ARCHITECTURE.md.`,
      severity: /** @type {const} */ ('error'),
      from: { path: filesOf([room]) },
      to: {
        path: '^(server|mcp|client|scripts|generated|test)/',
        pathNot: [
          ...filesOf([WORDS, room, ...allowed.split(' ').filter(name => name !== '')]),
          '\\.(json|html|css)$',
          ...(room === 'server' ? ['^server/demo/load-demo\\.ts$'] : []),
          ...(room.startsWith('scripts/bench') ? ['^test/support/'] : []),
          ...(room === 'scripts/test' ? ['^test/tiers\\.ts$'] : []),
          ...(room === 'scripts/screenshots' ? ['^test/mcp/views/support/'] : []),
        ],
      },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'client/(dist|examples)' },
  },
}
