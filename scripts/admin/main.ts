import { constants, setPriority } from 'node:os'
import { importApart } from '../../server/delivery/load/import-apart.ts'
import { lowerPriority } from '../../server/model/slices.ts'
import { keepFilesPrivate } from '../../server/process/private-files.ts'
import type { Load } from './import.ts'
import { runAdmin } from './run.ts'

keepFilesPrivate()
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** Processes created here yield to a service on the same machine. */
const loadYielding: Load = (place, options) => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return importApart(place, options)
}

/** Commands that may read or write the whole store; a service on the same machine has priority. */
const HEAVY: ReadonlySet<string | undefined> = new Set(['apps', 'backup', 'companies', 'prune', 'restore', 'verify'])

// Before DuckDB starts: threads inherit the priority.
if (HEAVY.has(process.argv[2])) lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL, process.pid)

process.exitCode = await runAdmin(process.argv.slice(2), process.env, loadYielding)
