import { constants, setPriority } from 'node:os'
import { importApart } from '../../server/delivery/load/import-apart.ts'
import { lowerPriority } from '../../server/model/slices.ts'
import { keepFilesPrivate } from '../../server/process/private-files.ts'
import type { Load } from './import.ts'
import { runAdmin } from './run.ts'

keepFilesPrivate()
// The reader of stdout may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** Processes made from here on yield to a service that answers requests on the same machine. */
const loadYielding: Load = (place, options) => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return importApart(place, options)
}

/** Commands that may read or write the whole store: a service on the same machine goes before them. */
const HEAVY: ReadonlySet<string | undefined> = new Set(['apps', 'backup', 'companies', 'prune', 'restore', 'verify'])

// Before there is a DuckDB: threads take the priority of the one that starts them.
if (HEAVY.has(process.argv[2])) lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL, process.pid)

process.exitCode = await runAdmin(process.argv.slice(2), process.env, loadYielding)
