import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../server/core/runtime/config.ts'
import { errorLines } from '../../server/core/runtime/config-error.ts'
import { printError } from '../../server/core/runtime/print.ts'
import { accessCommand } from './access-command.ts'
import { appsCommand } from './apps-command.ts'
import { budgetsCommand, eventsCommand } from './app-lists.ts'
import { auditCommand } from './audit-command.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { companiesCommand } from './companies-command.ts'
import { pathResolver, type ResolvePath } from './option-values.ts'
import type { Load } from './import-command.ts'
import { keysCommand } from './keys-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { runsCommand } from './runs-command.ts'
import { statusCommand } from './status-command.ts'
import { usersCommand } from './users-command.ts'
import { verifyCommand } from './verify-command.ts'

/** Commands that load DuckDB, the service, forecasts or a database's driver, which takes others half a second of processor time. */
const LARGE: Readonly<
  Record<string, (config: Config, resolvePath: ResolvePath, load: Load) => Promise<Command>>
> = {
  import: async (config, resolvePath, load) =>
    (await import('./import-command.ts')).importCommand(config, load, resolvePath),
  forecast: async (config, resolvePath, load) =>
    (await import('./forecast-command.ts')).forecastCommand(config, load, resolvePath),
  report: async (config, resolvePath) =>
    (await import('./report-command.ts')).reportCommand(config, resolvePath),
  export: async (config, resolvePath) =>
    (await import('./export-command.ts')).exportCommand(config, resolvePath),
  prune: async config => (await import('./prune-command.ts')).pruneCommand(config),
  demo: async (config, resolvePath) =>
    (await import('./demo-command.ts')).demoCommand(config, resolvePath),
  lake: async config => (await import('./lake-command.ts')).lakeCommand(config),
}

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
    .description(
      'Loads and manages the data of a uascope service. Reads the same environment as the service and works while it runs.',
    )
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
      backupCommand,
      restoreCommand,
      migrateCommand,
    ]
    const resolvePath = pathResolver(environment)
    const small = commands.map(command => command(config, resolvePath))
    const isSmall = small.some(command => command.name() === args[0])
    // Without a name, help lists all.
    const named = Object.keys(LARGE).filter(
      name => !isSmall && (!(args[0]! in LARGE) || name === args[0]),
    )
    for (const name of named) program.addCommand(await LARGE[name]!(config, resolvePath, load))
    for (const command of small) program.addCommand(command)
    leaveExitToCaller(program)
    await program.parseAsync(args, { from: 'user' })
    // 2 if bytes of a removal remain for now (`store/records/sqlite/copies`).
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) {
      // Cron jobs distinguish invalid data from an invalid command line.
      const misunderstood = error.exitCode !== 0 && error.code.startsWith('commander.')
      return misunderstood && args[0] === 'forecast'
        ? (await import('./forecast-command.ts')).USAGE
        : error.exitCode
    }
    if (!isForPeople(error)) throw error
    printError(
      ...errorLines('admin', error),
      ...(environment['LOG_LEVEL'] === 'debug' ? String(error.stack).split('\n') : []),
    )
    return 1
  }
}

/** Prebuilt commands exit the process unless each has `exitOverride`. */
function leaveExitToCaller(command: Command): void {
  command.exitOverride()
  for (const part of command.commands) leaveExitToCaller(part)
}
