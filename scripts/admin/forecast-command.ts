import { join, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { dateOf, type Day, dayOf, isCalendarDate } from '../../server/core/model/dates.ts'
import type { StorageAddress } from '../../server/core/model/storage-address.ts'
import type { Config as Service } from '../../server/core/runtime/config.ts'
import { messageOf, print, printError } from '../../server/core/runtime/print.ts'
import { importProgress, stageProgress } from '../../server/core/runtime/progress.ts'
import {
  backtestOnly,
  checkInputs,
  checkLines,
  type Config,
  forecastTo,
  type Progress,
  readConfig,
  runJson,
  runLines,
  testJson,
  testLines,
} from '../../server/forecast/forecast.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { catalogOf } from './catalog.ts'
import { argument, command, flag, option, type Shell } from './command.ts'
import { init } from './forecast-init.ts'
import { pull, pullReports } from './forecast-pull.ts'
import { calendarDate, path } from './option-values.ts'
import type { Output } from './output.ts'
import { writeReport } from './report-command.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/

/** Labels of the stages. */
const STAGES: Record<Parameters<Progress>[0], string> = {
  read: 'Reading the inputs',
  backtest: 'Forecasting past Sundays',
  history: 'Looking back',
  write: 'Writing the delivery',
}

/** The exit code of a failed gate, with `--strict`. */
const GATE_FAILED = 3

const check = command({
  name: 'check',
  description: 'validate inputs and print coverage',
  parameters: { config: argument('a YAML file', path) },
  json: 'print coverage, or the errors, as JSON',
  async run({ config: file }) {
    const config = await readConfig(file)
    const read = await withStages(progress => checkInputs(config, progress))
    const { coverage, compared, notes } = read
    return {
      json: { coverage, compared, notes },
      lines: checkLines(read, config.app.currency),
    }
  },
})

const backtest = command({
  name: 'backtest',
  description: 'backtest on past Sundays',
  parameters: {
    config: argument('a YAML file', path),
    asOf: option('<date>', 'from the data known at the end of this day', day),
  },
  json: 'print the result, or the errors, as JSON',
  async run({ config: file, asOf }) {
    const config = await readConfig(file)
    const done = await withStages(progress => backtestOnly(config, asOf, progress))
    return { json: testJson(done), lines: testLines(done) }
  },
})

const daily = command({
  name: 'daily',
  description:
    'for cron: fetch reports (`pull` in the configuration), check, forecast and import; exit code 0 if all is done',
  parameters: {
    config: argument('a YAML file', path),
    out: option(
      '<dir>',
      'the folder for deliveries (default: `deliveries` beside the configuration)',
      path,
    ),
    through: option('<date>', 'the last day to fetch (default: yesterday)', calendarDate),
  },
  async run({ config: file, out, through }, shell) {
    const config = await readConfig(file)
    const { timeZone } = config.app
    for (const { folder, ...own } of config.pull ?? [])
      print(
        await pullReports({ ...own, folder: resolve(config.folder, folder), through, timeZone }),
      )
    const read = await withStages(progress => checkInputs(config, progress))
    print(...checkLines(read, config.app.currency), '')
    const date = dateOf(read.lastDay)
    if ((await knownDays(shell.config, config.app.id)).has(read.lastDay))
      return { lines: [`There is a run of ${date} already: nothing to do.`] }
    return await run(shell, file, {
      out: join(out ?? join(config.folder, 'deliveries'), date),
      import: true,
    })
  },
})

export const forecast = command({
  name: 'forecast',
  description:
    "create a delivery from a studio's own exports: cohorts with forecasts, recommendations, alerts",
  parameters: {
    config: argument('a YAML file, see `forecast init`', path),
    out: option(
      '<dir>',
      'the folder to write the delivery to; must be empty or missing (required)',
      path,
    ),
    asOf: option('<date>', 'forecast from the data known at the end of this day', day),
    backfill: option(
      '<from>',
      'add a simulated run for each Sunday since this day, for ROAS history',
      day,
    ),
    revision: option('<n>', 'another run for a day that already has one: 1 to 9', revision),
    createdAt: option('<time>', 'creation time of the runs, to write reproducible files', time),
    import: flag('also load the delivery, and write its report: the folder with .html'),
    json: flag('print the summary, or the errors, as JSON'),
    strict: flag(`exit with ${GATE_FAILED} if a DSI failed its backtest`),
  },
  // A required option would apply to subcommands too.
  check: ({ out }) =>
    out === undefined ? "required option '--out <dir>' not specified" : undefined,
  run: ({ config, out, ...options }, shell) => run(shell, config, { ...options, out: out! }),
  commands: [init, check, backtest, pull, daily],
})

interface RunOptions {
  out: string
  asOf?: Day | undefined
  backfill?: Day | undefined
  revision?: number | undefined
  createdAt?: Date | undefined
  import: boolean
  json?: boolean
  strict?: boolean
}

async function run(
  { config: service, load }: Shell,
  path: string,
  options: RunOptions,
): Promise<Output> {
  const config = await readConfig(path)
  const known =
    options.import && options.backfill !== undefined
      ? await knownDays(service, config.app.id)
      : new Set<Day>()
  const { out, asOf, backfill, revision, createdAt = new Date() } = options
  const done = await withStages(progress =>
    forecastTo({ config, out, asOf, backfill, known, revision, createdAt, progress }),
  )
  // At once: a delivery that is not loaded is there, too.
  const tell = (...lines: string[]): void => (options.json ? undefined : print(...lines))
  tell(...runLines(done))
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
    tell(`Loaded as data version ${summary.version} in ${summary.seconds.toFixed(1)} s.`)
    report = await reportNextTo(service, config, out)
    if (report !== null) tell(`Report: ${report}`)
  }
  const isFailed = [...done.backtest.gates.values()].some(({ verdict }) => verdict === 'failed')
  return {
    json: { ...runJson(done), report },
    exitCode: options.strict && isFailed ? GATE_FAILED : 0,
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
    const { runs } = await catalogOf(storage, appId)
    const days = runs
      .filter(run => run.app_id === appId && run.kind === 'recommendation')
      .map(run => run.max_install_date)
    return new Set(days.filter(date => date !== null).map(dayOf))
  })
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
