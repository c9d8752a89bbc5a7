import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isOneOf, readCsvForm } from '../../imports/reader/form.ts'
import { dateOf, dayOf } from '../../core/model/dates.ts'
import { makeFolder } from '../../core/runtime/files.ts'
import {
  appFault,
  type Exporter,
  type ExporterName,
  EXPORTERS,
  type PullRequest,
  type Report,
  type Span,
} from './exporters.ts'
import { fetchReport } from './report-request.ts'
import { httpsAddress, PullError, type Reach } from './safe-fetch.ts'

export interface PullOptions extends PullRequest {
  from: ExporterName
  folder: string
  /** The last day, `YYYY-MM-DD`, which file names contain. */
  through: string
  /** Days fetched again each time; undefined: the exporter's default. */
  days?: number | undefined
  /** Days fetched the first time. */
  history: number
  reach: Reach
  onPart?: (done: number, parts: number) => void
}

export interface Pulled {
  /** Paths of new files. */
  files: string[]
  /** Files of an earlier, interrupted pull of the same day. */
  kept: number
  /** Reports and days without data. */
  empty: number
}

/**
 * Writes reports as files named `NAME_FROM_to_TO_known_THROUGH.csv`, each atomically; existing ones are not fetched again, so
 * that an interrupted pull resumes. Later pulls refetch the last days: reading uses the newest file by day.
 * @throws PullError if a report cannot be fetched; earlier files stay
 */
export async function pull(options: PullOptions): Promise<Pulled> {
  const { from, folder, apps, through, days, history, reach, onPart = () => {} } = options
  const exporter: Exporter = EXPORTERS[from]
  const { href } = httpsAddress(options.url ?? exporter.url, reach, "the API's address")
  const base = new URL(href.endsWith('/') ? href : `${href}/`)
  const odd = apps.find(app => !exporter.app.pattern.test(app))
  if (odd !== undefined) throw new PullError(reach, `${JSON.stringify(odd)} ${appFault(from)}`)
  await makeFolder(folder)
  const existing = await readdir(folder)
  const pulled: Pulled = { files: [], kept: 0, empty: 0 }
  const ending = `_known_${through}.csv`
  const parts = exporter.reports(apps).flatMap(report => {
    const isFirst = !existing.some(
      file => file.startsWith(`${report.name}_`) && file.endsWith('.csv') && !file.endsWith(ending),
    )
    const wanted = isFirst ? history : (days ?? exporter.again)
    return partsOf(dayOf(through), wanted, exporter.days).map(hours => ({ report, hours }))
  })
  for (const [index, { report, hours }] of parts.entries()) {
    onPart(index, parts.length)
    const span = spanOf(hours)
    const file = `${report.name}_${span.from}_to_${span.to}${ending}`
    const path = join(folder, file)
    if (existing.includes(file)) pulled.kept++
    else if (await fetchPart(exporter, report, hours, path, { ...options, base }, reach))
      pulled.files.push(path)
    else pulled.empty++
  }
  onPart(parts.length, parts.length)
  return pulled
}

/** Hours since 1970, the end excluded. */
interface Hours {
  start: number
  end: number
}

const DAY = 24

/** From the newest days to the oldest: parts are aligned to the last day. */
function partsOf(last: number, days: number, size: number): Hours[] {
  const parts: Hours[] = []
  for (let end = last + 1; end > last + 1 - days; end -= size)
    parts.push({ start: Math.max(end - size, last + 1 - days) * DAY, end: end * DAY })
  return parts
}

/** Days if there are several, else hours; none of a single hour. */
function halvesOf({ start, end }: Hours): Hours[] {
  const unit = end - start > DAY ? DAY : 1
  const middle = start + Math.ceil((end - start) / unit / 2) * unit
  return middle < end
    ? [
        { start, end: middle },
        { start: middle, end },
      ]
    : []
}

function spanOf({ start, end }: Hours): Span {
  if (start % DAY === 0 && end % DAY === 0)
    return { from: dateOf(start / DAY), to: dateOf(end / DAY - 1) }
  const text = (hour: number, minutes: string): string =>
    `${dateOf(Math.floor(hour / DAY))} ${String(hour % DAY).padStart(2, '0')}:${minutes}`
  return { from: text(start, '00'), to: text(end - 1, '59') }
}

async function fetchPart(
  exporter: Exporter,
  report: Report,
  hours: Hours,
  path: string,
  request: PullRequest & { base: URL },
  reach: Reach,
): Promise<boolean> {
  const files: ReportFile[] = []
  const nextFile = (): string => `${path}.${files.length}.part`
  const get = async (hours: Hours): Promise<void> => {
    const span = spanOf(hours)
    await rm(nextFile(), { force: true })
    if (!(await fetchReport(exporter, report, span, nextFile(), request, reach))) return
    const file = await scan(nextFile(), report.column, reach)
    if (file.rows < exporter.maxRows) {
      files.push(file)
      return
    }
    const halves = halvesOf(hours)
    if (halves.length === 0)
      throw new PullError(
        reach,
        `${report.name} has more than ${exporter.maxRows} rows from ${span.from} to ${span.to}: the API cuts them off`,
      )
    for (const half of halves) await get(half)
  }
  try {
    await get(hours)
    const [first, ...others] = files
    if (first === undefined) return false
    if (others.length > 0) await endLine(first, first)
    for (const other of others) {
      await pipeline(
        createReadStream(other.path, { start: other.headerBytes }),
        createWriteStream(first.path, { flags: 'a' }),
      )
      await endLine(first, other)
    }
    await rename(first.path, path)
    return true
  } finally {
    for (const file of [...files.map(({ path }) => path), nextFile()])
      await rm(file, { force: true })
  }
}

/** Ends the last line that `to` has from `from`. */
async function endLine(to: ReportFile, from: ReportFile): Promise<void> {
  if (!from.isEnded) await appendFile(to.path, '\n')
}

interface ReportFile {
  path: string
  rows: number
  headerBytes: number
  /** Whether the last line ends. */
  isEnded: boolean
}

const LF = 0x0a

/** Counts lines; a report without the expected column is an error page. */
async function scan(path: string, column: string, reach: Reach): Promise<ReportFile> {
  const { header = [] } = await readCsvForm(path, isOneOf([column]))
  if (!header.includes(column))
    throw new PullError(reach, `expected a report with the column ${column}; got`, {
      detail: header.join(','),
    })
  let [bytes, lines, headerBytes, isEnded] = [0, 0, 0, true]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1))
      if (lines++ === 0) headerBytes = bytes + at + 1
    bytes += chunk.length
    isEnded = chunk.at(-1) === LF
  }
  return { path, rows: Math.max(0, lines - 1), headerBytes, isEnded }
}
