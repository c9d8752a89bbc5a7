/**
 * Rooms from the ground up, and the rooms below that each may import; every room may import `generated`. A file belongs to the room with the
 * longest path that it begins with. ARCHITECTURE.md says what each is for. `npm run lint` holds them, and that no files import each other in a
 * circle.
 * @type {Record<string, string>}
 */
export const ROOMS = {
  'server/core': '',
  'client/src': '',
  generated: 'server/core client/src',
  'server/imports': 'server/core',
  'server/web': 'server/core client/src',
  mcp: 'server/core client/src',
  'server/store': 'server/core server/imports',
  'server/forecast': 'server/core server/imports',
  'server/answers': 'server/core server/store',
  'server/http': 'server/core client/src mcp server/store server/answers',
  'scripts/lab': 'server/core server/imports server/store server/forecast server/answers',
  'server/demo': 'server/core server/imports server/store scripts/lab',
  server: 'server/core client/src server/imports server/store server/answers server/http',
  scripts: 'server/core server/imports server/http scripts/lab',
  'scripts/admin':
    'server/core server/imports server/store server/forecast server/web server/http server scripts/lab',
}

/** A pattern of the files of rooms, those of the rooms within them left out. @param {string[]} rooms */
const filesOf = rooms =>
  rooms.map(room => {
    const within = Object.keys(ROOMS).filter(other => other.startsWith(`${room}/`))
    return `^${within.map(other => `(?!${other}/)`).join('')}${room}/`
  })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'circle',
      comment: 'Files import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
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
      name: 'door of forecasts',
      comment:
        'server/forecast/forecast.ts has everything that other rooms need; tests and benches look inside.',
      severity: 'error',
      from: {
        path: '^(server|scripts)/',
        pathNot: '^(server/forecast|scripts/lab/bench/forecast)/',
      },
      to: { path: '^server/forecast/', pathNot: '^server/forecast/forecast\\.ts$' },
    },
    {
      name: 'imports of forecasts',
      comment:
        "Forecasts read the service's rules, words and text reader, and know nothing of keys, stores or loading. A file that is added here has its reason.",
      severity: 'error',
      from: { path: '^server/forecast/' },
      to: {
        path: '^(server/core|server/imports|generated)/',
        pathNot: [
          // Days, SQL, and rules that the service applies to the delivery too: both must decide alike.
          '^server/core/model/(dates|sql|catalog|classification|runs)\\.ts$',
          '^server/core/formulas/',
          '^generated/vocabulary/',
          // Errors in the same words, the decimals of currencies, tables as commands print them, and plain files.
          '^server/core/checks/faults\\.ts$',
          '^server/core/words/format\\.ts$',
          '^server/core/runtime/(files|table)\\.ts$',
          // The reader of texts; the format of deliveries, and the DuckDB that reads exports and writes them.
          '^server/imports/reader/',
          '^server/imports/(tables|load-rows|delivery-faults|workspace)\\.ts$',
        ],
      },
    },
    {
      name: 'helper of other tests',
      comment:
        'Tests import their own folder, test/support and test/reference: move what several folders need to test/support.',
      severity: 'error',
      from: { path: '^(test/(?:server|mcp|scripts)/[^/]+|test/[^/]+)/' },
      to: {
        path: '^test/',
        pathNot: [
          '^$1/',
          '^test/(support|reference)/',
          '^test/tiers\\.ts$',
          '/suites/',
          '\\.json$',
        ],
      },
    },
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: room,
      comment: `${room} may import ${allowed.replaceAll(' ', ', ') || 'no other room'}. See ARCHITECTURE.md.`,
      severity: /** @type {const} */ ('error'),
      from: { path: filesOf([room]) },
      to: {
        path: '^(server|mcp|client|scripts|generated|test)/',
        pathNot: [
          ...filesOf(['generated', room, ...allowed.split(' ').filter(name => name !== '')]),
          '\\.(json|html|css)$',
          ...(room === 'server' ? ['^server/demo/load-demo\\.ts$'] : []),
          ...(room === 'scripts/lab' ? ['^test/support/'] : []),
          ...(room === 'scripts' ? ['^test/tiers\\.ts$'] : []),
          ...(room === 'scripts' ? ['^test/support/views/'] : []),
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
