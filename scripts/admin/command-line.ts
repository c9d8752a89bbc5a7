import { keepFilesPrivate } from '../../server/core/runtime/private-files.ts'
import { runAdmin } from './run.ts'

keepFilesPrivate()
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const { argv, env } = process
process.exitCode = await runAdmin(argv.slice(2), env, async (...args) =>
  (await import('../../server/imports/load/import-apart.ts')).importApart(...args),
)
