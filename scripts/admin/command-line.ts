import { constants, setPriority } from 'node:os'
import { importApart } from '../../server/imports/load/import-apart.ts'
import { lowerPriority } from '../../server/runtime/priority.ts'
import { keepFilesPrivate } from '../../server/runtime/private-files.ts'
import type { Load } from './import-command.ts'
import { runAdmin } from './run.ts'

keepFilesPrivate()
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** Yields to a service on the same machine. The import's process starts first, with its own priority. */
const loadYielding: Load = (address, options) => {
  const imported = importApart(address, options)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return imported
}

/** Commands that may read or write the whole store; a service on the same machine has priority. */
const HEAVY: ReadonlySet<string | undefined> = new Set(['apps', 'backup', 'companies', 'prune', 'restore', 'verify'])

// Before DuckDB starts: threads inherit the priority.
if (HEAVY.has(process.argv[2])) lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL, process.pid)

process.exitCode = await runAdmin(process.argv.slice(2), process.env, loadYielding)
