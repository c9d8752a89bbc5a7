/**
 * Rooms from the ground up, and the rooms below that each may import. A file belongs to the room with the longest path that it begins
 * with. ARCHITECTURE.md says what each is for. `npm run lint` holds them, and that no files import each other in a circle.
 * @type {Record<string, string>}
 */
export const ROOMS = {
  'generated/vocabulary': '',
  'server/model': '',
  'server/runtime': '',
  'server/checks': 'server/model',
  generated: 'server/checks',
  'client/src': 'generated',
  'client/testing': 'server/checks generated client/src server/http/contract',
  'server/access': 'server/model server/runtime server/checks',
  'server/files': 'server/model server/checks',
  'server/imports': 'server/model server/access server/files',
  'server/imports/check': 'server/model server/checks server/imports',
  'server/imports/repair': 'server/model server/imports server/imports/check',
  'server/imports/load': 'server/model server/access server/imports server/imports/check server/imports/repair',
  'server/analytics': 'server/model generated client/src',
  'server/http/contract': 'server/model server/checks generated server/access server/files',
  'server/handlers': 'server/model server/checks generated server/access server/analytics server/http/contract',
  'server/http/docs': 'server/model server/checks',
  'mcp/endpoint': 'server/checks',
  'mcp/words': 'generated server/analytics',
  'mcp/tools': 'server/model server/checks generated client/src mcp/words',
  'server/web/parts': 'server/model generated server/analytics mcp/words',
  'mcp/views/alerts': 'server/model client/src mcp/words server/web/parts',
  'mcp/views/recommendations': 'server/model mcp/words server/web/parts',
  'mcp/views/report': 'server/model server/analytics mcp/words server/web/parts',
  'mcp/views/roas-history': 'mcp/words server/web/parts',
  'server/web/page': 'server/model server/analytics generated client/src mcp/words server/web/parts mcp/views/roas-history',
  'server/http':
    'server/model server/runtime server/checks generated server/access server/files server/http/contract server/http/docs mcp/endpoint',
  'server/tools':
    'server/model server/checks generated client/src server/access server/files server/http/contract server/handlers mcp/endpoint mcp/tools',
  'server/facts/common': 'server/model server/access server/files server/imports server/imports/load',
  'server/facts/embedded/earlier': 'server/model server/access server/facts/common server/records',
  'server/facts/embedded':
    'server/model server/access server/files server/imports server/imports/load server/facts/common server/records server/facts/embedded/earlier',
  'server/records': 'server/model server/runtime server/access server/imports server/facts/common',
  'server/facts/database': 'server/model server/runtime server/access server/imports server/facts/common server/records',
  'server/facts/tables':
    'server/model server/files server/imports server/imports/load server/facts/common server/records server/facts/database',
  'server/facts/clickhouse': 'server/model server/files server/imports server/facts/common',
  'server/facts/lake/objects': 'server/model server/facts/common',
  'server/facts/lake/cache': 'server/model server/files server/facts/common server/facts/lake/objects',
  'server/facts/lake':
    'server/model server/files server/imports server/facts/common server/records server/facts/database server/facts/clickhouse server/facts/lake/objects server/facts/lake/cache',
  'server/facts':
    'server/model server/runtime server/access server/imports server/facts/common server/facts/embedded server/records server/facts/database server/facts/tables server/facts/lake server/facts/lake/objects server/facts/lake/cache',
  'server/http/monitoring': 'server/model server/access server/files server/http server/facts/common',
  'server/forecast/model': 'server/model',
  'server/forecast/inputs/formats': 'server/forecast/model',
  'server/forecast/config': 'server/model server/checks server/imports server/forecast/model server/forecast/inputs/formats',
  'server/forecast/response': 'server/model server/forecast/model',
  'server/forecast/backtest': 'server/model server/runtime server/forecast/model server/forecast/config',
  'server/forecast/sentinel': 'server/model server/forecast/model server/forecast/config',
  'server/forecast/inputs':
    'server/model server/imports server/imports/check server/forecast/model server/forecast/config server/forecast/inputs/formats',
  'server/forecast/pull': 'server/model server/runtime server/imports/check server/forecast/config server/forecast/inputs',
  'server/forecast/write':
    'server/model server/runtime server/imports server/forecast/model server/forecast/response server/forecast/config server/forecast/backtest server/forecast/sentinel',
  'server/forecast':
    'server/model server/runtime server/forecast/model server/forecast/config server/forecast/backtest server/forecast/sentinel server/forecast/inputs server/forecast/write',
  'server/simulate': 'server/forecast/model server/forecast/config',
  'server/demo':
    'server/model server/runtime server/imports server/imports/load server/facts/common server/forecast/model server/forecast/config server/forecast/backtest server/forecast/sentinel server/forecast/write server/simulate',
  server:
    'server/model server/runtime server/checks client/src server/access server/files server/imports/load server/http server/handlers server/tools server/facts/common server/facts/embedded server/facts server/http/monitoring',
  'scripts/admin':
    'server server/web/page server/model server/runtime server/access server/imports server/imports/load server/facts/common server/facts/embedded server/facts/lake server/facts server/forecast/model server/forecast/config server/forecast/inputs server/forecast/pull server/forecast/backtest server/forecast server/demo',
  'scripts/simulate':
    'server/simulate server/model server/forecast/model server/forecast/response server/forecast/config server/forecast/sentinel',
  'scripts/bench/support': 'server/model server/imports server/imports/load server/facts/embedded server/facts scripts/simulate',
  'scripts/bench/load': 'server/simulate server/model server/facts scripts/simulate scripts/bench/support',
  'scripts/bench/forecast':
    'server/simulate server/model server/forecast/model server/forecast/backtest server/forecast/sentinel scripts/simulate scripts/bench/support scripts/bench/load',
  'scripts/bench':
    'server/model server/analytics server/facts/embedded server/demo scripts/simulate scripts/bench/support scripts/bench/load scripts/bench/forecast',
  'scripts/generate': '',
  'scripts/examples': 'server/model server/demo',
  'scripts/screenshots': 'server server/model server/runtime server/imports/load server/demo',
  'scripts/build/service': '',
  'scripts/build/client': '',
  'scripts/test': '',
  'scripts/ci': '',
  'scripts/cli': 'server/runtime',
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
          ...(room === 'scripts/screenshots' ? ['^test/support/views/'] : []),
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
