import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig } from '../../server/runtime/config.ts'
import { errorLines } from '../../server/runtime/config-error.ts'
import { printError } from '../../server/runtime/print.ts'
import { accessCommand } from './access-command.ts'
import { appsCommand } from './apps-command.ts'
import { budgetsCommand, eventsCommand } from './app-lists.ts'
import { auditCommand } from './audit-command.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { companiesCommand } from './companies-command.ts'
import { demoCommand } from './demo-command.ts'
import { forecastCommand, USAGE } from './forecast-command.ts'
import { pathResolver } from './option-values.ts'
import { importCommand, type Load } from './import-command.ts'
import { keysCommand } from './keys-command.ts'
import { lakeCommand } from './lake-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { pruneCommand } from './prune-command.ts'
import { reportCommand } from './report-command.ts'
import { runsCommand } from './runs-command.ts'
import { statusCommand } from './status-command.ts'
import { usersCommand } from './users-command.ts'
import { verifyCommand } from './verify-command.ts'

/** An error that the operator can correct: printed as one line, without a stack. */
function isForPeople(error: unknown): error is Error {
  return error instanceof Error && !('code' in error && error.code === 'ERR_ASSERTION')
}

/** Runs one command of the CLI. Returns its exit code. */
export async function runAdmin(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  load: Load,
): Promise<number> {
  const program = new Command('admin')
    // Options follow the command's name, since a parent command may have one of the same name.
    .enablePositionalOptions()
    .description('Loads and manages the data of a uascope service. Reads the same environment as the service and works while it runs.')
    .version(manifest.version)
    .showHelpAfterError('(add --help for usage)')
  try {
    const config = readConfig(environment)
    const commands = [
      runsCommand,
      appsCommand,
      eventsCommand,
      budgetsCommand,
      companiesCommand,
      keysCommand,
      usersCommand,
      accessCommand,
      auditCommand,
      statusCommand,
      verifyCommand,
      pruneCommand,
      backupCommand,
      restoreCommand,
      demoCommand,
      migrateCommand,
      lakeCommand,
    ]
    const givenPath = pathResolver(environment)
    program.addCommand(importCommand(config, load, givenPath))
    program.addCommand(forecastCommand(config, load, givenPath))
    program.addCommand(reportCommand(config, givenPath))
    for (const command of commands) program.addCommand(command(config, givenPath))
    leaveExitToCaller(program)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // Cron jobs distinguish invalid data from an invalid command line.
      const misunderstood = error.exitCode !== 0 && error.code.startsWith('commander.')
      return misunderstood && args[0] === 'forecast' ? USAGE : error.exitCode
    }
    if (!isForPeople(error)) throw error
    printError(...errorLines('admin', error), ...(environment['LOG_LEVEL'] === 'debug' ? String(error.stack).split('\n') : []))
    return 1
  }
}

/** Prebuilt commands exit the process unless each has `exitOverride`. */
function leaveExitToCaller(command: Command): void {
  command.exitOverride()
  for (const part of command.commands) leaveExitToCaller(part)
}
