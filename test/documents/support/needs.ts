import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MARIADBD } from '../../support/mariadb.ts'
import { root } from '../../support/pages.ts'

/** What blocks need that a machine may lack. */
export type Need = 'MariaDB' | 'HAProxy' | 'promtool' | 'jq' | 'the MCP inspector'

export const INSPECTOR = join(
  root,
  '.runtimes/mcp/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

function isInstalled(...names: string[]): boolean {
  return names.some(name => existsSync(name))
}

/** What there is here. */
export const AVAILABLE: Readonly<Record<Need, boolean>> = {
  MariaDB: MARIADBD !== undefined,
  HAProxy: isInstalled('/usr/sbin/haproxy', '/usr/local/sbin/haproxy'),
  promtool: isInstalled('/usr/bin/promtool', '/usr/local/bin/promtool'),
  jq: isInstalled('/usr/bin/jq', '/usr/local/bin/jq'),
  'the MCP inspector': isInstalled(INSPECTOR) && isInstalled(join(root, '.runtimes/bin/node-22')),
}
