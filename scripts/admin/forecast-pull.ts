import { CommanderError, InvalidArgumentError } from 'commander'
import {
  EXPORTER_NAMES,
  type ExporterName,
  EXPORTERS,
  PULL_HISTORY,
  pull as pullFiles,
} from '../../server/forecast/forecast.ts'
import { DAY_MS, utcDate } from '../../server/core/model/dates.ts'
import { stageProgress } from '../../server/core/runtime/progress.ts'
import { argument, command, option } from './command.ts'
import { NO_TOKEN } from './output.ts'
import { calendarDate, countUpTo, path, text } from './option-values.ts'

export const pull = command({
  name: 'pull',
  description:
    "fetch an exporter's reports as CSV files; the token is in ADJUST_API_TOKEN, APPSFLYER_API_TOKEN or SINGULAR_API_KEY",
  parameters: {
    exporter: argument(EXPORTER_NAMES.join(', '), exporterName),
    dir: argument('the folder to write to', path),
    app: {
      placeholder: '<id...>',
      description: "the exporter's app tokens or ids",
      preset: [] as string[],
    },
    through: option('<date>', 'the last day (default: yesterday)', calendarDate),
    days: option(
      '<n>',
      'days fetched again each time (default: 130 of Adjust, 7 of AppsFlyer, 97 of Singular)',
      countUpTo(1000),
    ),
    history: option(
      '<n>',
      `days fetched the first time (default: ${PULL_HISTORY})`,
      countUpTo(3650),
    ),
    timeZone: option('<zone>', "the zone of the report's days: +09:00 or Asia/Tokyo", text),
    currency: option('<code>', 'the currency of amounts, where the exporter converts', text),
    url: option('<url>', 'another address of the API, such as a proxy', text),
  },
  async run({ exporter: from, dir: folder, app: apps, history = PULL_HISTORY, ...options }) {
    return { lines: [await pullReports({ from, folder, apps, history, ...options })] }
  },
})

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

/** Returns what was fetched, in one line. */
export async function pullReports({
  from,
  folder,
  apps,
  through,
  days,
  history,
  timeZone,
  currency,
  url,
}: PullOptions): Promise<string> {
  const { variable } = EXPORTERS[from]
  const token = process.env[variable]?.trim()
  if (!token)
    throw new CommanderError(1, NO_TOKEN, `${variable} is required: the token of the ${from} API`)
  const last = through ?? yesterday(timeZone)
  const { progress, end } = stageProgress({ pull: `Fetching ${from} reports` })
  try {
    const pulled = await pullFiles({
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
    return `Fetched ${pulled.files.length} files from ${from} through ${last}${more.length === 0 ? '' : ` (${more.join(', ')})`}.`
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

function exporterName(text: string): ExporterName {
  if ((EXPORTER_NAMES as readonly string[]).includes(text)) return text as ExporterName
  throw new InvalidArgumentError(`must be one of ${EXPORTER_NAMES.join(', ')}`)
}
