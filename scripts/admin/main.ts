import { requireNode } from '../../server/runtime/node-version.ts'
import { lowerThreads, NICE } from '../../server/runtime/priority.ts'

/** Commands that may read or write much; a service on the same machine has priority. */
const HEAVY: ReadonlySet<string | undefined> = new Set(['apps', 'backup', 'companies', 'forecast', 'import', 'prune', 'restore', 'verify'])

requireNode()
// Before its modules, which take a second to load, and before DuckDB: threads inherit the priority.
if (HEAVY.has(process.argv[2])) lowerThreads(NICE.command, process.pid)
await import('./command-line.ts')
