import { parse } from 'csv-parse/sync'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { describeOpenError } from '../../delivery/check/list-files.ts'
import type { InputConfig } from '../config/config.ts'
import { type ForecastFault, ForecastFaults } from '../config/faults.ts'
import type { Mapping, Table } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import { type Answers, configText, type Guess } from './init-text.ts'
import { columnsOf } from './mapping.ts'
import { READABLE } from './open-inputs.ts'
import { partitionOf } from './partitions.ts'
import { shapeOf } from './plain-text.ts'
import { proposeColumns } from './propose-columns.ts'
import { type Survey, surveyInputs } from './survey.ts'

export interface InitOptions {
  from?: string | undefined
  given?: Partial<Answers> | undefined
  /** Asks for what was not given; without it proposals are taken. */
  ask?: ((proposed: Answers, given: Partial<Answers>) => Promise<Answers>) | undefined
}

/**
 * A config for a folder of exports, from their headers and cells; guesses are marked. Paths are relative to that folder. `said` tells a
 * person what was found.
 * @throws ForecastFaults if the folder or the format is unknown
 */
export async function initConfig(folder: string, { from, given = {}, ask }: InitOptions = {}): Promise<{ text: string; said: string[] }> {
  const formats = Object.keys(FORMATS).filter(name => from === undefined || name.startsWith(from))
  if (formats.length === 0) {
    throw new ForecastFaults([
      { file: '--from', value: from!, rule: `must begin the name of a format: ${Object.keys(FORMATS).join(', ')}` },
    ])
  }
  const guesses: Guess[] = []
  const unknown: string[] = []
  for (const path of await exportsIn(folder)) {
    const file = relative(folder, path)
    const header = await headerOf(path)
    const found = header === undefined ? [] : guessesOf(file, header, formats)
    if (found.length === 0) unknown.push(file)
    for (const guess of found) addGuess(guesses, guess)
  }
  leaveDoubles(guesses)
  const inputs = guesses.filter(({ left }) => left === undefined).map(inputOf)
  const survey = await surveyInputs(folder, inputs, 'USD')
  const proposed: Answers = { id: 101, name: titleOf(folder), target: 1, dsi: dsiFor(survey), ...given }
  const answers = ask === undefined ? proposed : await ask(proposed, given)
  return configText({ guesses, unknown, survey, answers, given })
}

/** Undefined for Parquet and what cannot be read. */
async function headerOf(path: string): Promise<string[] | undefined> {
  if (/\.parquet$/i.test(path) || (await describeOpenError(path)) !== undefined) return undefined
  try {
    const { head, separator } = await shapeOf(path)
    const [header] = parse(head, { to: 1, delimiter: separator, relax_column_count: true, relax_quotes: true, bom: true })
    return header
  } catch {
    return undefined
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

function guessesOf(file: string, header: readonly string[], formats: readonly string[]): Guess[] {
  for (const format of formats) {
    const tables = Object.entries(FORMATS[format]!).filter(
      (entry): entry is [Table, Mapping] => typeof entry[1] !== 'string' && fits(entry[1], header),
    )
    if (tables.length > 0)
      return tables
        .filter(([table]) => isLikely(format, table, file))
        .map(([table, mapping]) => guessOf(file, header, table, mapping, format))
  }
  return proposeColumns(header).map(({ table, columns, doubts }) => {
    const platform = columns.platform === '=' ? platformIn(file) : undefined
    const own = platform === undefined ? columns : { ...columns, platform: `=${platform}` }
    return guess(file, table, 'neutral', { columns: own, doubts: ['columns by their names', ...doubts] })
  })
}

function guess(file: string, table: Table, format: string, more: Partial<Guess>): Guess {
  const { date, series } = partitionOf(file)
  return { table, format, files: [date === undefined ? file : series], columns: {}, more: {}, doubts: [], left: undefined, ...more }
}

/** A platform can be stated for a whole file. */
function fits(mapping: Mapping, header: readonly string[]): boolean {
  const faults: ForecastFault[] = []
  columnsOf({ ...mapping, optional: [...(mapping.optional ?? []), 'platform'] }, header, '', faults)
  return faults.length === 0
}

/** Raw reports of installs and events have the same header. */
function isLikely(format: string, table: Table, file: string): boolean {
  return format !== 'appsflyer-raw' || (table === 'installs') === /install/i.test(file)
}

function guessOf(file: string, header: readonly string[], table: Table, mapping: Mapping, format: string): Guess {
  const columns: Guess['columns'] = {}
  const more: Guess['more'] = {}
  const doubts: string[] = []
  const { roles } = columnsOf({ ...mapping, optional: [...(mapping.optional ?? []), 'platform'] }, header, '', [])
  if (mapping.columns.platform !== undefined && !roles.has('platform')) {
    columns.platform = `=${platformIn(file) ?? ''}`
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

/** By a word of the name: not by a part of one, as in `biosphere`. */
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

/** Exporters, those with more detail first: of several that count the same, the first is taken. */
const DETAIL = ['appsflyer-raw', 'appsflyer-cohort', 'adjust', 'singular', 'neutral', 'appsflyer-aggregate']

/** Installs and revenue must come from the same exporter, and nothing may be counted twice. */
function leaveDoubles(guesses: Guess[]): void {
  const ranked = [...guesses].sort((one, other) => DETAIL.indexOf(one.format) - DETAIL.indexOf(other.format))
  const revenue = ranked.find(({ table }) => table === 'revenue' || table === 'events')
  for (const table of ['revenue', 'installs', 'spend'] as const) {
    const all = ranked.filter(guess => guess.table === table)
    const taken = all.find(({ format }) => table === 'installs' && format === revenue?.format) ?? all[0]
    const events = table === 'spend' ? undefined : ranked.find(guess => guess.table === 'events')
    for (const guess of all) {
      const other = events ?? taken
      if (other === undefined || guess.format === other.format) continue
      guess.left = `counts the same ${table} again as ${other.files.join(', ')} (${other.format})`
    }
  }
}

function inputOf({ table, format, files, columns, more }: Guess): InputConfig {
  return {
    table,
    files,
    format: format === 'neutral' ? undefined : format,
    columns: columns,
    cumulative: undefined,
    firstAge: undefined,
    day: undefined,
    kind: more.kind,
    currency: undefined,
    installEvent: more.installEvent,
  }
}

function titleOf(folder: string): string {
  const name = basename(resolve(folder)).replace(/[-_]+/g, ' ').trim()
  return name === '' || /^(exports?|data|files|csv)$/i.test(name) ? 'My app' : name
}

const DSIS = [90, 60, 30, 14, 7]

/** As old as users can be within a third of the history, and in the columns. */
function dsiFor({ firstDay, lastDay, toAge = Infinity }: Survey): number {
  if (firstDay === undefined || lastDay === undefined) return 30
  return DSIS.find(dsi => dsi <= toAge && 3 * dsi <= lastDay - firstDay) ?? 7
}
