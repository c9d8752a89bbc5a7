import { dirname, relative, resolve, sep } from 'node:path'

/** @param {string} names */
const server = names => names.split(' ').map(name => `server/${name}`)

/**
 * The rooms of the house from the ground up, and of those below it what each may import. A file belongs to the room with the longest
 * name that its path begins with. ARCHITECTURE.md draws it and says what each room is for.
 * @type {Record<string, string[]>}
 */
export const ROOMS = {
  generated: ['server/checks', 'server/http/contract', 'mcp/tools', 'client/src'],
  'client/src': ['generated'],
  'server/model': [],
  'server/checks': server('model'),
  'server/process': [],
  'server/pipeline': [],
  'server/sharing': server('model'),
  'server/access': server('model checks process'),
  'server/files': server('model checks sharing'),
  'server/analytics': ['generated', ...server('model checks sharing')],
  'mcp/views': ['generated'],
  'mcp/host': [],
  'mcp/endpoint': server('checks'),
  'mcp/tools': ['generated', 'client/src', ...server('model checks sharing')],
  'server/delivery': server('model access files'),
  'server/delivery/csv': server('delivery'),
  'server/delivery/sources': server('model checks delivery delivery/csv'),
  'server/delivery/stage': server('model delivery delivery/sources'),
  'server/delivery/rules': server('model delivery delivery/csv delivery/sources delivery/stage'),
  'server/delivery/load': server('model sharing access delivery delivery/sources delivery/stage delivery/rules'),
  'server/engines/common': server('model sharing access files delivery delivery/load'),
  'server/engines/embedded': server('model sharing access files delivery delivery/load engines/common'),
  'server/engines/mysql': server('model process sharing access files delivery delivery/load engines/common'),
  'server/engines/lake/objects': server('model engines/common'),
  'server/engines/lake/cache': server('model sharing files engines/common engines/lake/objects'),
  'server/engines/lake': server(
    'model process sharing access files delivery delivery/load engines/common engines/embedded engines/mysql engines/lake/objects engines/lake/cache',
  ),
  'server/engines': server('model process access files delivery engines/common engines/embedded engines/mysql engines/lake'),
  'server/http/request': server('model checks sharing access files'),
  'server/http/docs': server('checks'),
  'server/http/contract': ['generated', ...server('model checks sharing files http/request')],
  'server/http/plugins': [
    'generated',
    'mcp/endpoint',
    ...server('model checks process sharing access files http/request http/docs http/contract'),
  ],
  'server/http': ['mcp/endpoint', ...server('model checks process access files http/request http/contract http/plugins')],
  'server/monitoring': server('model access files engines/common http/plugins'),
  'server/handlers': ['generated', ...server('model checks sharing access analytics http/contract')],
  'server/tools': [
    'client/src',
    'mcp/tools',
    'mcp/endpoint',
    ...server('model checks sharing access files http/request http/contract handlers'),
  ],
  'server/demo': server('model process pipeline delivery/load engines/common'),
}

/** @param {string} file path from the root, with `/` */
const roomOf = file =>
  Object.keys(ROOMS)
    .filter(room => file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0]

/** An ESLint rule: a room knows the rooms that it stands on, and no other. */
export default {
  meta: { type: 'problem', schema: [] },
  create(/** @type {import('eslint').Rule.RuleContext} */ context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const room = roomOf(file)
    if (room === undefined) return {}
    /** @param {any} node */
    const check = node => {
      const to = node.source?.value
      if (typeof to !== 'string' || !to.startsWith('.')) return
      const target = relative(context.cwd, resolve(dirname(context.filename), to))
        .split(sep)
        .join('/')
      const other = roomOf(target)
      // Above all rooms stand the files that put them together; package.json and the like are nobody's.
      if (other === room || (other === undefined && !/^(server|mcp|scripts|test)\//.test(target))) return
      if (other !== undefined && ROOMS[room].includes(other)) return
      const stands = ROOMS[room].join(', ') || 'nothing'
      context.report({ node, message: `${room} must not know ${other ?? target}: it stands on ${stands}. See ARCHITECTURE.md.` })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
