import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildService } from './build-service.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = resolve(root, process.argv[2] ?? 'dist')
await buildService(root, folder)
console.log(`Built ${folder}`)
