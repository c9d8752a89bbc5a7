import { Command, CommanderError } from 'commander'
import { readConfig } from '../../server/process/config.ts'
import { printError } from '../../server/process/print.ts'
import { keepFilesPrivate } from '../../server/process/private-files.ts'
import { accessCommand } from './access.ts'
import { auditCommand } from './audit.ts'
import { demoCommand } from './demo.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { statusCommand } from './status.ts'
import { usersCommand } from './users.ts'

/** A mistake that the operator can mend: shown as one line, without a stack. */
const isForPeople = (error: unknown): error is Error => error instanceof Error && !('code' in error && error.code === 'ERR_ASSERTION')

keepFilesPrivate()
// Who reads the output may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const program = new Command('admin')
  .description('Load and look after the data of a uascope service. Reads the same environment as the service; works while it runs.')
  .showHelpAfterError('(add --help for what there is)')
  .exitOverride()

try {
  const config = readConfig(process.env)
  const commands = [importCommand, keysCommand, usersCommand, accessCommand, auditCommand, statusCommand, demoCommand, migrateCommand]
  for (const command of commands) program.addCommand(command(config))
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else if (isForPeople(error)) {
    printError(`admin: ${error.message}`, ...process.env['LOG_LEVEL'] === 'debug' ? String(error.stack).split('\n') : [])
    process.exitCode = 1
  } else throw error
}
