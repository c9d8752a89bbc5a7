import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'

await buildWeb(fileURLToPath(new URL('../../../', import.meta.url)))
