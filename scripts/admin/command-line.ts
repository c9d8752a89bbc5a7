import { importApart } from '../../server/imports/load/import-apart.ts'
import { keepFilesPrivate } from '../../server/runtime/private-files.ts'
import { runAdmin } from './run.ts'

keepFilesPrivate()
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await runAdmin(process.argv.slice(2), process.env, importApart)
