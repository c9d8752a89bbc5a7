/**
 * Rooms from the ground up, and the rooms below that each may import. A file belongs to the room with the longest path that it begins
 * with. ARCHITECTURE.md says what each is for. `npm run lint` holds them, and that no files import each other in a circle.
 * @type {Record<string, string>}
 */
export const ROOMS = {
  'generated/vocabulary': '',
  'server/runtime': '',
  'server/model': 'server/runtime',
  'server/checks': 'server/model',
  generated: 'server/checks',
  'client/src': 'generated',
  'server/access': 'server/runtime server/model server/checks',
  'server/files': 'server/runtime server/model server/checks',
  'server/formulas': 'server/runtime server/model generated',
  'server/analytics': 'server/runtime server/model generated client/src server/formulas',
  'server/imports': 'server/runtime server/model server/checks server/access server/files',
  'server/http/contract': 'server/runtime server/model server/checks generated server/access server/files',
  'server/handlers':
    'server/runtime server/model server/checks generated server/access server/formulas server/analytics server/http/contract',
  'client/testing': 'server/model server/checks generated client/src server/analytics server/http/contract',
  'mcp/endpoint': 'server/checks',
  'mcp/words': 'generated server/formulas',
  'mcp/tools': 'server/runtime server/model server/checks generated client/src server/formulas mcp/words',
  'server/tools':
    'server/runtime server/model server/checks generated client/src server/access server/files server/http/contract server/handlers mcp/endpoint mcp/tools',
  'server/web/parts': 'server/model generated server/formulas mcp/words',
  'mcp/views': 'server/model client/src server/formulas mcp/words server/web/parts',
  'server/web/page': 'server/model client/src server/formulas mcp/words server/web/parts mcp/views',
  'server/records': 'server/runtime server/model server/access server/imports',
  'server/facts': 'server/runtime server/model server/access server/files server/imports server/records',
  'server/http':
    'server/runtime server/model server/checks generated server/access server/files server/http/contract mcp/endpoint server/facts',
  'server/forecast': 'server/runtime server/model server/checks server/formulas server/imports',
  'server/simulate': 'server/forecast',
  'server/demo': 'server/runtime server/model server/imports server/facts server/forecast server/simulate',
  server:
    'server/runtime server/model server/checks client/src server/access server/files server/imports server/handlers server/tools server/facts server/http',
  'scripts/admin':
    'server server/runtime server/model server/access server/imports server/facts server/forecast server/demo server/web/page',
  'scripts/simulate': 'server/model server/forecast server/simulate',
  'scripts/bench':
    'server/runtime server/model server/analytics server/imports server/facts server/forecast server/simulate server/demo scripts/simulate',
  'scripts/generate': 'client/src',
  'scripts/examples': 'server/model server/demo',
  'scripts/screenshots': 'server server/runtime server/model server/imports server/demo',
  'scripts/build': '',
  'scripts/cli': 'server/runtime',
  'scripts/test': '',
  'scripts/ci': '',
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
    {
      name: 'helper of other tests',
      comment: 'Tests import their own folder, test/support and test/reference: move what several folders need to test/support.',
      severity: 'error',
      from: { path: '^(test/(?:server|mcp|scripts)/[^/]+|test/[^/]+)/' },
      to: { path: '^test/', pathNot: ['^$1/', '^test/(support|reference)/', '^test/tiers\\.ts$', '/suites/', '\\.json$'] },
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
