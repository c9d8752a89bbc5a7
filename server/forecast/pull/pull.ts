import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isOneOf, readCsvForm } from '../../imports/reader/form.ts'
import { dateOf, dayOf } from '../../core/model/dates.ts'
import { makeFolder } from '../../core/runtime/files.ts'
import { APP_IDS, APP_RULES, type SourceName } from '../config/forecast-config.ts'
import { adjust, appsflyer, type Part, type PullRequest, singular, type Source } from './sources.ts'
import { PullError, type Reach } from './report-request.ts'

export const SOURCES: Readonly<Record<SourceName, Source>> = { adjust, appsflyer, singular }

export interface PullOptions extends PullRequest {
  from: SourceName
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
  const { from, folder, through, history, reach, onPart = () => {} } = options
  const source = SOURCES[from]
  const base = baseOf(options.url ?? source.url, reach)
  const odd = options.apps.find(app => !APP_IDS[from].test(app))
  if (odd !== undefined)
    throw new PullError(
      reach,
      `${JSON.stringify(odd)} is not an app of ${from}: ${APP_RULES[from]}`,
    )
  await makeFolder(folder)
  const existing = await readdir(folder)
  const pulled: Pulled = { files: [], kept: 0, empty: 0 }
  const parts = source.reports(options).flatMap(name => {
    const isFirst = !existing.some(
      file =>
        file.startsWith(`${name}_`) &&
        file.endsWith('.csv') &&
        !file.endsWith(`_known_${through}.csv`),
    )
    return partsOf(name, through, isFirst ? history : (options.days ?? source.again), source.days)
  })
  for (const [index, part] of parts.entries()) {
    onPart(index, parts.length)
    const file = fileOf(part, through)
    if (existing.includes(file)) pulled.kept++
    else if (await fetchPart(source, part, join(folder, file), { ...options, base }, reach))
      pulled.files.push(join(folder, file))
    else pulled.empty++
  }
  onPart(parts.length, parts.length)
  return pulled
}

function baseOf(url: string, reach: Reach): URL {
  const base = URL.canParse(url) ? new URL(url.endsWith('/') ? url : `${url}/`) : undefined
  if (base?.protocol === 'https:') return base
  throw new PullError(
    reach,
    `the address must be https, since a token is sent to it: ${base?.host ?? url}`,
  )
}

/** From the newest days to the oldest: parts are aligned to the last day. */
function partsOf(name: string, through: string, days: number, size: number): Part[] {
  const last = dayOf(through)
  const parts: Part[] = []
  for (let to = last; to > last - days; to -= size)
    parts.push({ name, from: dateOf(Math.max(to - size + 1, last - days + 1)), to: dateOf(to) })
  return parts
}

function fileOf({ name, from, to }: Part, through: string): string {
  return `${name}_${from}_to_${to}_known_${through}.csv`
}

async function fetchPart(
  source: Source,
  part: Part,
  path: string,
  request: PullRequest & { base: URL },
  reach: Reach,
): Promise<boolean> {
  const halves: string[] = []
  const partFile = `${path}.part`
  await rm(partFile, { force: true })
  const get = async ({ from, to }: Pick<Part, 'from' | 'to'>): Promise<void> => {
    const half = `${path}.${halves.length}.part`
    await rm(half, { force: true })
    if (!(await source.fetch(part.name, { from, to }, half, request, reach))) return
    const rows = await rowsIn(half, source.column(part.name), reach)
    if (rows < source.maxRows) {
      halves.push(half)
      return
    }
    const [first, second] = halvesOf(from, to)
    if (second === undefined)
      throw new PullError(
        reach,
        `${part.name} has more than ${source.maxRows} rows from ${from} to ${to}: the API cuts them off`,
      )
    await get(first!)
    await get(second)
  }
  try {
    await get(part)
    if (halves.length === 0) return false
    await joinFiles(halves, partFile)
    await rename(partFile, path)
    return true
  } finally {
    for (const file of [...halves, `${path}.${halves.length}.part`, partFile])
      await rm(file, { force: true })
  }
}

/** Half of the days, or of a day's hours: `2026-03-05 12:00`. */
function halvesOf(from: string, to: string): { from: string; to: string }[] {
  const [first, last] = [from, to].map(text =>
    Date.parse(`${text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')}Z`),
  ) as [number, number]
  const HOUR = 3_600_000
  if (from.length === 10 && first < last) {
    const middle = dayOf(from) + Math.floor((dayOf(to) - dayOf(from)) / 2)
    return [
      { from, to: dateOf(middle) },
      { from: dateOf(middle + 1), to },
    ]
  }
  const end = to.length === 10 ? last + 23 * HOUR : last - (last % HOUR)
  const hours = (end - first) / HOUR + 1
  if (hours < 2) return []
  const middle = first + Math.floor(hours / 2) * HOUR
  const text = (at: number, minutes: string): string =>
    `${new Date(at).toISOString().slice(0, 13).replace('T', ' ')}:${minutes}`
  return [
    { from: text(first, '00'), to: text(middle - HOUR, '59') },
    { from: text(middle, '00'), to: text(end, '59') },
  ]
}

const LF = 0x0a

/** Counts lines; a report without the expected column is an error page. */
async function rowsIn(path: string, column: string, reach: Reach): Promise<number> {
  const { header = [] } = await readCsvForm(path, isOneOf([column]))
  if (!header.includes(column))
    throw new PullError(reach, `expected a report with the column ${column}; got`, {
      said: header.join(','),
    })
  const handle = await open(path)
  try {
    let lines = 0
    for await (const chunk of handle.createReadStream({
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) lines++
    }
    return Math.max(0, lines - 1)
  } finally {
    await handle.close()
  }
}

/** Joins several files with the same header. */
async function joinFiles(files: readonly string[], path: string): Promise<void> {
  if (files.length === 1) return await rename(files[0]!, path)
  const into = await open(path, 'wx')
  try {
    for (const [index, file] of files.entries()) {
      const from = await open(file)
      try {
        let skip = index > 0
        let last = LF
        for await (const chunk of from.createReadStream({
          autoClose: false,
        }) as AsyncIterable<Buffer>) {
          const at = skip ? chunk.indexOf(LF) + 1 : 0
          if (skip && at === 0) continue
          skip = false
          await into.write(chunk.subarray(at))
          last = chunk.at(-1) ?? last
        }
        if (last !== LF) await into.write('\n')
      } finally {
        await from.close()
      }
    }
  } finally {
    await into.close()
  }
}
