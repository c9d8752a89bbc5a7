import { Command, CommanderError } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { readConfig } from '../../server/core/runtime/config.ts'
import { errorLines } from '../../server/core/runtime/config-error.ts'
import { printError } from '../../server/core/runtime/print.ts'
import type { Load, MakeCommand, Shell } from './command.ts'
import { pathResolver } from './option-values.ts'

/** The commands in the order of the help. Each is loaded alone: DuckDB, the service, forecasts and drivers take half a second of processor time. */
const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  import: async () => (await import('./import-command.ts')).importCommand,
  forecast: async () => (await import('./forecast-command.ts')).forecast,
  report: async () => (await import('./report-command.ts')).report,
  export: async () => (await import('./export-command.ts')).exportCommand,
  prune: async () => (await import('./prune-command.ts')).prune,
  demo: async () => (await import('./demo-command.ts')).demo,
  lake: async () => (await import('./lake-command.ts')).lake,
  runs: async () => (await import('./runs-command.ts')).runs,
  apps: async () => (await import('./apps-command.ts')).apps,
  events: async () => (await import('./app-lists.ts')).events,
  budgets: async () => (await import('./app-lists.ts')).budgets,
  companies: async () => (await import('./companies-command.ts')).companies,
  keys: async () => (await import('./keys-command.ts')).keys,
  users: async () => (await import('./users-command.ts')).users,
  access: async () => (await import('./access-command.ts')).access,
  audit: async () => (await import('./audit-command.ts')).audit,
  status: async () => (await import('./status-command.ts')).status,
  verify: async () => (await import('./verify-command.ts')).verify,
  backup: async () => (await import('./backup-commands.ts')).backup,
  restore: async () => (await import('./backup-commands.ts')).restore,
  migrate: async () => (await import('./migrate-command.ts')).migrate,
}

/** The exit code of \`forecast\` for an invalid command line. */
const MISUNDERSTOOD = 2

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
    .exitOverride()
    .description(
      'Loads and manages the data of a uascope service. Reads the same environment as the service and works while it runs.',
    )
    .version(manifest.version)
    .showHelpAfterError('(add --help for usage)')
  try {
    const shell: Shell = {
      config: readConfig(environment),
      resolvePath: pathResolver(environment),
      load,
    }
    // Without a name, help lists all.
    const isNamed = Object.hasOwn(COMMANDS, args[0] ?? '')
    for (const [name, loadCommand] of Object.entries(COMMANDS))
      if (!isNamed || name === args[0]) program.addCommand((await loadCommand())(shell))
    await program.parseAsync(args, { from: 'user' })
    // 2 if bytes of a removal remain for now (`store/records/sqlite/copies`).
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) {
      // Cron jobs distinguish invalid data from an invalid command line.
      const misunderstood = error.exitCode !== 0 && error.code.startsWith('commander.')
      return misunderstood && args[0] === 'forecast' ? MISUNDERSTOOD : error.exitCode
    }
    if (!isForPeople(error)) throw error
    printError(
      ...errorLines('admin', error),
      ...(environment['LOG_LEVEL'] === 'debug' ? String(error.stack).split('\n') : []),
    )
    return 1
  }
}
