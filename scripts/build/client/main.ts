/** Builds `client/dist`, the package `@uascope/client`. Prints nothing on stdout, which belongs to `npm pack`. */

import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildScripts } from './build-scripts.ts'
import { buildTypes } from './build-types.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Names in `dist`, and their sources. */
const entries = {
  ...Object.fromEntries(
    ['index', 'node', 'rows', 'arrow', 'arquero'].map(name => [name, `client/src/${name}.ts`]),
  ),
  testing: 'server/http/testing/index.ts',
}

await rm(`${root}client/dist`, { recursive: true, force: true })
await buildScripts(root, entries)
await buildTypes(root, Object.values(entries))
console.error('Built client/dist')
