import { Command, CommanderError, InvalidArgumentError } from 'commander'
import type { DeliveryError } from '../../server/imports/delivery-faults.ts'
import { formatFaults } from '../../server/imports/format-faults.ts'
import { isCalendarDate, type Day, dayOf } from '../../server/core/model/dates.ts'
import type { Config } from '../../server/forecast/config/forecast-config.ts'
import type { Config as Service } from '../../server/core/runtime/config.ts'
import { importProgress, stageProgress } from '../../server/core/runtime/progress.ts'
import { messageOf, print, printError, printJson } from '../../server/core/runtime/print.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { StorageAddress } from '../../server/core/model/storage-address.ts'
import { withStore } from '../../server/core/model/store.ts'
import { ForecastFaults } from '../../server/forecast/config/config-faults.ts'
import { dailyCommand, type DailySteps, pullCommand } from './forecast-daily.ts'
import { initCommand } from './forecast-init.ts'
import type { ResolvePath } from './option-values.ts'
import type { Load } from './import-command.ts'
import { writeReport } from './report-command.ts'
import type { Progress } from '../../server/forecast/model/forecast-progress.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/

/** Labels of the stages. */
const STAGES: Record<Parameters<Progress>[0], string> = {
  read: 'Reading the inputs',
  backtest: 'Forecasting past Sundays',
  history: 'Looking back',
  write: 'Writing the delivery',
}

/** Exit codes of invalid arguments and, with `--strict`, of a failed gate. */
export const USAGE = 2
const GATE_FAILED = 3

interface RunOptions {
  asOf?: Day
  backfill?: Day
  revision?: number
  createdAt?: Date
  import?: true
  json?: true
  strict?: true
}

/** Loads the forecast code on demand, since it is large. */
export function forecastCommand(service: Service, load: Load, resolvePath: ResolvePath): Command {
  const dailySteps: DailySteps = {
    knownDays: appId => knownDays(service, appId),
    check: async path => (await check(path)).facts.lastDay,
    run: (path, out) => run(service, load, path, { out, import: true }),
    printFaults: act => printFaults(undefined, act),
  }
  return new Command('forecast')
    .enablePositionalOptions()
    .description(
      "create a delivery from a studio's own exports: cohorts with forecasts, recommendations, alerts",
    )
    .argument('<config>', 'a YAML file, see `forecast init`', resolvePath)
    .option(
      '--out <dir>',
      'the folder to write the delivery to; must be empty or missing (required)',
      resolvePath,
    )
    .option('--as-of <date>', 'forecast from the data known at the end of this day', day)
    .option(
      '--backfill <from>',
      'add a simulated run for each Sunday since this day, for ROAS history',
      day,
    )
    .option('--revision <n>', 'another run for a day that already has one: 1 to 9', revision)
    .option('--created-at <time>', 'creation time of the runs, to write reproducible files', time)
    .option('--import', 'also load the delivery, and write its report: the folder with .html')
    .option('--json', 'print the summary, or the errors, as JSON')
    .option('--strict', `exit with ${GATE_FAILED} if a DSI failed its backtest`)
    .action(
      (path: string, { out, ...options }: RunOptions & { out?: string }, command: Command) => {
        // A required option would apply to subcommands too.
        if (out === undefined)
          return command.error("error: required option '--out <dir>' not specified", {
            code: 'commander.missingMandatoryOptionValue',
          })
        return printFaults(options.json, () => run(service, load, path, { ...options, out }))
      },
    )
    .addCommand(initCommand(resolvePath, printFaults))
    .addCommand(checkCommand(resolvePath))
    .addCommand(backtestCommand(resolvePath))
    .addCommand(pullCommand(resolvePath))
    .addCommand(dailyCommand(resolvePath, dailySteps))
}

async function run(
  service: Service,
  load: Load,
  path: string,
  options: RunOptions & { out: string },
): Promise<void> {
  const { readConfig } = await import('../../server/forecast/config/read-config.ts')
  const { forecastTo } = await import('../../server/forecast/forecast.ts')
  const { runLines, runJson } = await import('../../server/forecast/print.ts')
  const config = await readConfig(path)
  const known =
    options.import && options.backfill !== undefined
      ? await knownDays(service, config.app.id)
      : new Set<Day>()
  const { out, asOf, backfill, revision, createdAt = new Date() } = options
  const done = await withStages(progress =>
    forecastTo({ config, out, asOf, backfill, known, revision, createdAt, progress }),
  )
  if (!options.json) print(...runLines(done))
  let report: string | null = null
  if (options.import) {
    const { end, ...progress } = importProgress()
    const summary = await load(service, { delivery: out, ...progress })
      .finally(end)
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'DeliveryError')
          printError('If the day already has a run, add --revision to load another one.')
        throw error
      })
    if (!options.json)
      print(`Loaded as data version ${summary.version} in ${summary.seconds.toFixed(1)} s.`)
    report = await reportNextTo(service, config, out)
    if (!options.json && report !== null) print(`Report: ${report}`)
  }
  if (options.json) printJson({ ...runJson(done), report })
  const failed = [...done.backtest.gates.values()].filter(({ verdict }) => verdict === 'failed')
  if (options.strict && failed.length > 0) {
    throw new CommanderError(
      GATE_FAILED,
      'uascope.gate',
      `Failed the backtest: D${failed.map(({ dsi }) => dsi).join(', D')}`,
    )
  }
}

/** Writes the app's report next to the delivery. Null if that fails, which is only printed, since the data are loaded. */
async function reportNextTo(
  service: Service,
  { app, company }: Config,
  out: string,
): Promise<string | null> {
  const html = `${out.replace(/[/\\]+$/, '')}.html`
  try {
    await writeReport(service, { appId: app.id, company: company.id, html })
    return html
  } catch (error) {
    printError(`No report: ${messageOf(error)}`)
    return null
  }
}

/** The as-of days of an app's runs. */
function knownDays(address: StorageAddress, appId: number): Promise<Set<Day>> {
  return withStorage(address, async storage => {
    const { runs } = await withStore(storage, store => store.catalog(appId))
    const days = runs
      .filter(run => run.app_id === appId && run.kind === 'recommendation')
      .map(run => run.max_install_date)
    return new Set(days.filter(date => date !== null).map(dayOf))
  })
}

function checkCommand(resolvePath: ResolvePath): Command {
  return new Command('check')
    .description('validate inputs and print coverage')
    .argument('<config>', 'a YAML file', resolvePath)
    .option('--json', 'print coverage, or the errors, as JSON')
    .action((path: string, { json }: { json?: true }) =>
      printFaults(json, async () => {
        if (!json) return void (await check(path))
        const { coverage, compared, notes } = await readInputs(path)
        printJson({ coverage, compared, notes })
      }),
    )
}

async function readInputs(path: string) {
  const { readConfig } = await import('../../server/forecast/config/read-config.ts')
  const { readFacts } = await import('../../server/forecast/inputs/read-facts.ts')
  const { requireServed } = await import('../../server/forecast/forecast.ts')
  const config = await readConfig(path)
  const read = await withStages(progress => readFacts(config, { progress, listUnread: true }))
  requireServed(read.facts.lastDay)
  return { config, ...read }
}

/** Prints coverage and notes. */
async function check(path: string) {
  const read = await readInputs(path)
  const { comparedLines, coverageLines } = await import('../../server/forecast/print.ts')
  const { currency } = read.config.app
  print(
    ...coverageLines(read.coverage, currency),
    '',
    ...comparedLines(read.compared, currency),
    ...noteLines(read.notes),
  )
  return read
}

function backtestCommand(resolvePath: ResolvePath): Command {
  return new Command('backtest')
    .description('backtest on past Sundays')
    .argument('<config>', 'a YAML file', resolvePath)
    .option('--as-of <date>', 'from the data known at the end of this day', day)
    .option('--json', 'print the result, or the errors, as JSON')
    .action((path: string, { asOf, json }: { asOf?: Day; json?: true }) =>
      printFaults(json, async () => {
        const { readConfig } = await import('../../server/forecast/config/read-config.ts')
        const { backtestOnly } = await import('../../server/forecast/forecast.ts')
        const { backtestJson, backtestLines } = await import('../../server/forecast/print.ts')
        const config = await readConfig(path)
        const done = await withStages(progress => backtestOnly(config, asOf, progress))
        if (json) printJson({ asOf: done.asOf, ...backtestJson(done.backtest), notes: done.notes })
        else print(`As of ${done.asOf}.`, ...backtestLines(done.backtest), ...noteLines(done.notes))
      }),
    )
}

function noteLines(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['', 'Notes', ...notes.map(note => `- ${note}`)]
}

/** Runs `act`; prints the errors of a config or input line by line. */
async function printFaults(json: true | undefined, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(
      error instanceof ForecastFaults ||
      (error instanceof Error && error.name === 'DeliveryError')
    ))
      throw error
    const { faults, total, groups } = error as ForecastFaults &
      Partial<Pick<DeliveryError, 'groups'>>
    if (json) printJson({ total, groups, faults })
    else
      printError(
        ...formatFaults({ message: error.message, faults, total, ...(groups && { groups }) }),
      )
    throw new CommanderError(1, 'uascope.refused', error.message)
  }
}

async function withStages<Result>(work: (progress: Progress) => Promise<Result>): Promise<Result> {
  const { progress, end } = stageProgress(STAGES)
  try {
    return await work(progress)
  } finally {
    end()
  }
}

function day(text: string): Day {
  if (!isCalendarDate(text))
    throw new InvalidArgumentError('It must be a calendar date: 2026-03-31.')
  return dayOf(text)
}

function revision(text: string): number {
  if (!/^[0-9]$/.test(text)) throw new InvalidArgumentError('It must be a number from 0 to 9.')
  return Number(text)
}

function time(text: string): Date {
  const at = new Date(text)
  if (!TIME.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a time in UTC: 2026-04-01T06:00:00Z.')
  return at
}
