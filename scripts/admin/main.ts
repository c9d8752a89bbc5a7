import { requireNode } from '../../server/process/node-version.ts'

requireNode()
await import('./command-line.ts')
