import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildService } from './build-service.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'boolean', default: false } },
})
const folder = resolve(root, positionals[0] ?? 'dist')
await buildService(root, folder, values)
// `npm start` builds too, and its stdout is the service's.
if (!values.keep) console.log(`Built ${folder}`)
