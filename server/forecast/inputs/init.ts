import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { describeOpenError } from '../../imports/check/list-files.ts'
import { parquetRule, parquetShape } from '../../imports/check/parquet.ts'
import { Workspace } from '../../imports/workspace.ts'
import { stampOf } from '../../runtime/plain-file.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import type { Mapping, Table } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import { type Answers, configText, type Guess, type Unknown } from './init-text.ts'
import { knownColumns } from './known-columns.ts'
import { networkIn } from './known-networks.ts'
import { leaveDoubles, leaveToldSpend } from './init-doubles.ts'
import { columnsOf } from './mapping.ts'
import { READABLE } from './open-inputs.ts'
import { partitionOf } from './partitions.ts'
import { proposeColumns } from './propose-columns.ts'
import { type Survey, surveyInputs } from './survey.ts'
import { openText } from './text-file.ts'
import { withoutCurrency } from './units.ts'
import { plainName } from './words.ts'

export interface InitOptions {
  from?: string | undefined
  given?: Partial<Answers> | undefined
  /** Asks for missing settings; without it the proposals are used. */
  ask?: ((proposed: Answers, given: Partial<Answers>) => Promise<Answers>) | undefined
}

/**
 * A config for a folder of exports, from their headers and cells, with guesses marked. Paths are relative to the folder. `said` describes the
 * findings to a person.
 * @throws ForecastFaults if the folder or the format is unknown
 */
export async function initConfig(folder: string, { from, given = {}, ask }: InitOptions = {}): Promise<{ text: string; said: string[] }> {
  const formats = Object.keys(FORMATS).filter(name => from === undefined || name.startsWith(from))
  if (formats.length === 0) {
    throw new ForecastFaults([
      { file: '--from', value: from!, rule: `must be the start of a format name: ${Object.keys(FORMATS).join(', ')}` },
    ])
  }
  const guesses: Guess[] = []
  const unknown: Unknown[] = []
  const scratch = await mkdtemp(join(tmpdir(), 'uascope-init-'))
  try {
    for (const [number, path] of (await exportsIn(folder)).entries()) {
      const file = relative(folder, path)
      const header = await headerOf(path, scratch, number)
      if (typeof header === 'string') unknown.push({ file, why: header })
      else for (const guess of guessesOf(file, header, formats, unknown)) addGuess(guesses, guess)
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  leaveDoubles(guesses)
  const taken = guesses.filter(({ doubled }) => doubled === undefined)
  const survey = await surveyInputs(folder, taken.map(inputOf), 'USD')
  leaveToldSpend(taken, survey)
  const proposed: Answers = { id: 101, name: titleOf(folder), target: 1, dsi: dsiFor(survey), revenue: 'net', ...given }
  const answers = ask === undefined ? proposed : await ask(proposed, given)
  return configText({ guesses, unknown, survey, answers, given })
}

/** A text is the reason for a missing header. */
async function headerOf(path: string, folder: string, number: number): Promise<readonly string[] | string> {
  const rule = await describeOpenError(path)
  if (rule !== undefined) return rule
  try {
    if (/\.parquet$/i.test(path)) return await parquetHeader(path, folder)
    const { form, faults } = await openText(
      { file: path, original: path },
      { isKnown: knownColumns(), encoding: undefined, folder, number },
    )
    const [fault] = faults
    if (form.header === undefined) return 'it is empty'
    return fault?.row === undefined && fault !== undefined ? fault.rule : form.header
  } catch (error) {
    return String(error)
  }
}

async function parquetHeader(path: string, scratch: string): Promise<readonly string[] | string> {
  const workspace = await Workspace.open(scratch, {})
  try {
    const { size } = await stampOf(path)
    const file = resolve(path)
    await workspace.lockIn({ files: [file] }, size)
    const shape = await parquetShape(workspace, file, size, [])
    return typeof shape === 'string' ? shape : shape.columns.map(({ name }) => name)
  } catch (error) {
    return parquetRule(error)
  } finally {
    workspace.close()
  }
}

async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(resolve(folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ForecastFaults([{ file: folder, rule: error.code === 'ENOENT' ? 'folder not found' : `cannot read folder: ${error.code}` }])
  })
  const below = await Promise.all(
    entries
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => (await readdir(join(folder, name))).map(file => join(name, file))),
  )
  const names = [...entries.filter(entry => entry.isFile()).map(({ name }) => name), ...below.flat()]
  return names
    .filter(name => READABLE.test(name))
    .sort()
    .map(name => join(folder, name))
}

function guessesOf(file: string, header: readonly string[], formats: readonly string[], unknown: Unknown[]): Guess[] {
  const tablesOf = (format: string): [Table, Mapping][] =>
    Object.entries(FORMATS[format]!).filter((entry): entry is [Table, Mapping] => typeof entry[1] !== 'string' && fits(entry[1], header))
  const first = formats.find(format => tablesOf(format).length > 0)
  if (first !== undefined) {
    // One file may contain two kinds of revenue.
    return formats
      .filter(format => format === first || format === `${first}-ads`)
      .flatMap(format =>
        tablesOf(format)
          .filter(([table]) => isLikely(format, table, file))
          .map(([table, mapping]) => guessOf(file, header, table, mapping, format)),
      )
  }
  const { tables, lacks } = proposeColumns(header)
  if (lacks !== undefined) unknown.push({ file, why: lacks.why, table: lacks.table, columns: lacks.columns })
  const [platform, network] = [platformIn(file), networkIn(file)]
  return tables.map(({ table, columns, doubts }) => {
    const own = {
      ...columns,
      ...(columns.platform === '=' && platform !== undefined && { platform: `=${platform}` }),
      ...(columns.network === '=' && network !== undefined && { network: `=${network}` }),
    }
    return guess(file, table, 'neutral', { columns: own, doubts: ['columns by their names', ...doubts] })
  })
}

function guess(file: string, table: Table, format: string, more: Partial<Guess>): Guess {
  const { date, series } = partitionOf(file)
  return { table, format, files: [date === undefined ? file : series], columns: {}, more: {}, doubts: [], doubled: undefined, ...more }
}

/** A platform may be stated for a whole file. */
function fits(mapping: Mapping, header: readonly string[]): boolean {
  const columns = header.flatMap(column => [plainName(column), plainName(withoutCurrency(column))])
  if (mapping.signs?.some(sign => columns.includes(plainName(sign))) === false) return false
  const faults: ForecastFault[] = []
  columnsOf({ ...mapping, optional: [...(mapping.optional ?? []), 'platform'] }, header, '', faults)
  return faults.length === 0
}

/** Raw reports of installs and of events have the same header. */
function isLikely(format: string, table: Table, file: string): boolean {
  return !['appsflyer-raw', 'branch'].includes(format) || (table === 'installs') === /install/i.test(file)
}

function guessOf(file: string, header: readonly string[], table: Table, mapping: Mapping, format: string): Guess {
  const columns: Guess['columns'] = {}
  const more: Guess['more'] = {}
  const doubts: string[] = []
  const { roles } = columnsOf({ ...mapping, optional: [...(mapping.optional ?? []), 'platform'] }, header, '', [])
  const isLacking = mapping.columns.platform !== undefined && mapping.constants?.platform === undefined && !roles.has('platform')
  const platform = platformIn(file)
  if (isLacking && platform !== undefined) {
    columns.platform = `=${platform}`
    doubts.push('the platform by the name of the file')
  } else if (isLacking && !mapping.optional?.includes('platform')) {
    columns.platform = '='
    doubts.push('the file does not say its platform: state it')
  }
  if (mapping.installEventOnly === true) {
    more.installEvent = 'install'
    doubts.push('state what the file calls the event of an install')
  }
  if (format === 'appsflyer-raw') {
    doubts.push('known by the name of the file alone')
    if (/ad.?rev/i.test(file)) more.kind = 'ad'
  }
  return guess(file, table, format, { columns, more, doubts })
}

/** By a whole word of the name, so not in `biosphere`. */
function platformIn(file: string): 'IOS' | 'ANDROID' | undefined {
  const words = file.toLowerCase().split(/[^a-z]+/)
  const has = (...names: string[]): boolean => names.some(name => words.includes(name))
  return has('ios', 'iphone', 'ipad') ? 'IOS' : has('android') ? 'ANDROID' : has('apple') ? 'IOS' : undefined
}

function addGuess(guesses: Guess[], guess: Guess): void {
  const key = ({ table, format, columns, more }: Guess): string => JSON.stringify([table, format, columns, more])
  const same = guesses.find(other => key(other) === key(guess))
  if (same === undefined) guesses.push(guess)
  else if (!same.files.includes(guess.files[0]!)) same.files.push(guess.files[0]!)
}

function inputOf({ table, format, files, columns, more }: Guess): InputConfig {
  return {
    table,
    files,
    columns,
    ...(format !== 'neutral' && { format }),
    ...more,
  }
}

function titleOf(folder: string): string {
  const name = basename(resolve(folder)).replace(/[-_]+/g, ' ').trim()
  return name === '' || /^(exports?|data|files|csv)$/i.test(name) ? 'My app' : name
}

const DSIS = [90, 60, 30, 14, 7]

/** DSIs that users can reach within a third of the history, and within the columns. */
function dsiFor({ firstDay, lastDay, toAge = Infinity }: Survey): number {
  if (firstDay === undefined || lastDay === undefined) return 30
  return DSIS.find(dsi => dsi <= toAge && 3 * dsi <= lastDay - firstDay) ?? 7
}
