import { requireNode } from '../../server/runtime/node-version.ts'

requireNode()
await import('./command-line.ts')
