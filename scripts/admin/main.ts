import { requireNode } from '../../server/core/runtime/node-version.ts'
import { lowerThreads, NICE } from '../../server/core/runtime/priority.ts'

/** Commands that may read or write much; a service on the same machine has priority. */
const HEAVY: ReadonlySet<string | undefined> = new Set([
  'apps',
  'backup',
  'companies',
  'export',
  'forecast',
  'import',
  'prune',
  'restore',
  'verify',
])

requireNode()
// Before its modules, which take a second to load, and before DuckDB: threads inherit the priority.
// A process cannot raise its priority again for an import.
const nice =
  process.argv[2] === 'import'
    ? Math.min(NICE.command, Number(process.env['IMPORT_NICE'] || NICE.command))
    : NICE.command
if (HEAVY.has(process.argv[2])) lowerThreads(nice, process.pid)
await import('./command-line.ts')
