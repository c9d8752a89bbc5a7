import { join, resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import {
  EXPORTER_NAMES,
  type ExporterName,
  EXPORTERS,
  PULL_HISTORY,
} from '../../server/forecast/pull/exporters.ts'
import { readConfig } from '../../server/forecast/config/read-config.ts'
import { type Day, dateOf, DAY_MS, utcDate } from '../../server/core/model/dates.ts'
import { print, printError } from '../../server/core/runtime/print.ts'
import { stageProgress } from '../../server/core/runtime/progress.ts'
import { calendarDate, countUpTo, type ResolvePath } from './option-values.ts'

/** Steps of `daily` after fetching; each prints, and throws if it fails. */
export interface DailySteps {
  knownDays: (appId: number) => Promise<ReadonlySet<Day>>
  /** Returns the as-of day. */
  check: (path: string) => Promise<Day>
  run: (path: string, out: string) => Promise<void>
  printFaults: (act: () => Promise<void>) => Promise<void>
}

interface PullOptions {
  from: ExporterName
  folder: string
  apps: readonly string[]
  through?: string | undefined
  days?: number | undefined
  history: number
  timeZone?: string | undefined
  currency?: string | undefined
  url?: string | undefined
}

export function pullCommand(resolvePath: ResolvePath): Command {
  return new Command('pull')
    .description(
      "fetch an exporter's reports as CSV files; the token is in ADJUST_API_TOKEN, APPSFLYER_API_TOKEN or SINGULAR_API_KEY",
    )
    .argument('<exporter>', EXPORTER_NAMES.join(', '), exporterName)
    .argument('<dir>', 'the folder to write to', resolvePath)
    .option('--app <id...>', "the exporter's app tokens or ids", [])
    .option('--through <date>', 'the last day (default: yesterday)', calendarDate)
    .option(
      '--days <n>',
      'days fetched again each time (default: 130 of Adjust, 7 of AppsFlyer, 97 of Singular)',
      countUpTo(1000),
    )
    .option(
      '--history <n>',
      `days fetched the first time (default: ${PULL_HISTORY})`,
      countUpTo(3650),
    )
    .option('--time-zone <zone>', "the zone of the report's days: +09:00 or Asia/Tokyo")
    .option('--currency <code>', 'the currency of amounts, where the exporter converts')
    .option('--url <url>', 'another address of the API, such as a proxy')
    .action(
      (
        from: ExporterName,
        folder: string,
        options: { app: string[]; days?: number; history?: number } & Pick<
          PullOptions,
          'through' | 'timeZone' | 'currency' | 'url'
        >,
      ) => {
        const { app, history = PULL_HISTORY, ...more } = options
        return printPullError(() => pullReports({ from, folder, apps: app, history, ...more }))
      },
    )
}

export function dailyCommand(resolvePath: ResolvePath, steps: DailySteps): Command {
  return new Command('daily')
    .description(
      'for cron: fetch reports (`pull` in the configuration), check, forecast and import; exit code 0 if all is done',
    )
    .argument('<config>', 'a YAML file', resolvePath)
    .option(
      '--out <dir>',
      'the folder for deliveries (default: `deliveries` beside the configuration)',
      resolvePath,
    )
    .option('--through <date>', 'the last day to fetch (default: yesterday)', calendarDate)
    .action((path: string, { out, through }: { out?: string; through?: string }) =>
      printPullError(() =>
        steps.printFaults(async () => {
          const config = await readConfig(path)
          for (const { folder, ...own } of config.pull ?? []) {
            await pullReports({
              ...own,
              folder: resolve(config.folder, folder),
              through,
              timeZone: config.app.timeZone,
            })
          }
          const day = await steps.check(path)
          if ((await steps.knownDays(config.app.id)).has(day)) {
            print('', `There is a run of ${dateOf(day)} already: nothing to do.`)
            return
          }
          print('')
          await steps.run(path, join(out ?? join(config.folder, 'deliveries'), dateOf(day)))
        }),
      ),
    )
}

async function pullReports({
  from,
  folder,
  apps,
  through,
  days,
  history,
  timeZone,
  currency,
  url,
}: PullOptions): Promise<void> {
  const { pull } = await import('../../server/forecast/pull/pull.ts')
  const { variable } = EXPORTERS[from]
  const token = process.env[variable]?.trim()
  if (!token)
    throw new CommanderError(
      1,
      'uascope.token',
      `${variable} is required: the token of the ${from} API`,
    )
  const last = through ?? yesterday(timeZone)
  const { progress, end } = stageProgress({ pull: `Fetching ${from} reports` })
  try {
    const pulled = await pull({
      from,
      folder,
      apps,
      days,
      history,
      timeZone,
      currency,
      url,
      through: last,
      reach: { token },
      onPart: (done, parts) => progress('pull', parts === 0 ? 1 : done / parts),
    })
    const more = [
      ...(pulled.kept > 0 ? [`${pulled.kept} were there already`] : []),
      ...(pulled.empty > 0 ? [`${pulled.empty} without data`] : []),
    ]
    print(
      `Fetched ${pulled.files.length} files from ${from} through ${last}${more.length === 0 ? '' : ` (${more.join(', ')})`}.`,
    )
  } finally {
    end()
  }
}

/** In the app's zone. */
function yesterday(timeZone = 'UTC'): string {
  const before = new Date(Date.now() - DAY_MS)
  const fixed = /^([+-])(\d\d):(\d\d)$/.exec(timeZone)
  if (fixed !== null) {
    const minutes = (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
    return utcDate(new Date(before.getTime() + minutes * 60_000))
  }
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(before)
}

async function printPullError(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (error instanceof CommanderError && error.code === 'uascope.token') printError(error.message)
    if (!(error instanceof Error && error.name === 'PullError')) throw error
    printError(error.message)
    throw new CommanderError(1, 'uascope.pull', error.message)
  }
}

function exporterName(text: string): ExporterName {
  if ((EXPORTER_NAMES as readonly string[]).includes(text)) return text as ExporterName
  throw new InvalidArgumentError(`must be one of ${EXPORTER_NAMES.join(', ')}`)
}
