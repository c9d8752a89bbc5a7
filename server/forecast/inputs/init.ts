import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { describeOpenError } from '../../imports/check/list-files.ts'
import { parquetRule, parquetShape } from '../../imports/check/parquet.ts'
import { Workspace } from '../../imports/workspace.ts'
import { stampOf } from '../../core/runtime/files.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import type { Mapping, Table } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import { type Answers, configText, type Guess, type Unknown } from './init-text.ts'
import { knownColumns } from './known-columns.ts'
import { networkIn } from './known-networks.ts'
import { leaveDoubles, leaveToldSpend } from './init-doubles.ts'
import { columnsOf, mappingOf } from './mapping.ts'
import { positionsOf, READABLE } from './open-inputs.ts'
import { partitionOf } from './partitions.ts'
import { readValues } from './postbacks.ts'
import type { ProposedTable } from './proposal.ts'
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
export async function initConfig(
  folder: string,
  { from, given = {}, ask }: InitOptions = {},
): Promise<{ text: string; said: string[] }> {
  const formats = Object.keys(FORMATS).filter(name => from === undefined || name.startsWith(from))
  if (formats.length === 0) {
    throw new ForecastFaults([
      {
        file: '--from',
        value: from!,
        rule: `must be the start of a format name: ${Object.keys(FORMATS).join(', ')}`,
      },
    ])
  }
  const guesses: Guess[] = []
  const unknown: Unknown[] = []
  let values: { file: string; values: Record<string, number> } | undefined
  const scratch = await mkdtemp(join(tmpdir(), 'uascope-init-'))
  try {
    for (const [number, path] of (await exportsIn(folder)).entries()) {
      const file = relative(folder, path)
      const found = await headerOf(path, scratch, number)
      if (typeof found === 'string') unknown.push({ file, why: found })
      else {
        const own = await readValues(found.path, found.header)
        if (own !== undefined) values = { file, values: own }
        else
          for (const guess of guessesOf(file, found.header, formats, unknown))
            addGuess(guesses, guess)
      }
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  if (values !== undefined) {
    for (const guess of guesses.filter(({ more }) => more.values !== undefined)) {
      guess.more.values = values.values
      guess.doubts.push(`the revenue of conversion values as in ${values.file}`)
    }
  }
  leaveDoubles(guesses)
  const taken = guesses.filter(({ doubled }) => doubled === undefined)
  const survey = await surveyInputs(folder, taken.map(inputOf), 'USD')
  leaveToldSpend(taken, survey)
  const proposed: Answers = {
    id: 101,
    name: titleOf(folder),
    target: 1,
    dsi: dsiFor(survey),
    revenue: 'net',
    ...given,
  }
  const answers = ask === undefined ? proposed : await ask(proposed, given)
  return configText({ guesses, unknown, survey, answers, given })
}

/** A text is the reason for a missing header. */
async function headerOf(
  path: string,
  folder: string,
  number: number,
): Promise<{ header: readonly string[]; path: string } | string> {
  const rule = await describeOpenError(path)
  if (rule !== undefined) return rule
  try {
    if (/\.parquet$/i.test(path)) {
      const header = await parquetHeader(path, folder)
      return typeof header === 'string' ? header : { header, path }
    }
    const {
      form,
      faults,
      path: readable,
    } = await openText(
      { file: path, original: path },
      { isKnown: knownColumns(), encoding: undefined, folder, number },
    )
    const [fault] = faults
    if (form.header === undefined) return 'it is empty'
    return fault?.row === undefined && fault !== undefined
      ? fault.rule
      : { header: form.header, path: readable }
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
  const entries = await readdir(resolve(folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ForecastFaults([
        {
          file: folder,
          rule: error.code === 'ENOENT' ? 'folder not found' : `cannot read folder: ${error.code}`,
        },
      ])
    },
  )
  const below = await Promise.all(
    entries
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => (await readdir(join(folder, name))).map(file => join(name, file))),
  )
  const names = [
    ...entries.filter(entry => entry.isFile()).map(({ name }) => name),
    ...below.flat(),
  ]
  return names
    .filter(name => READABLE.test(name))
    .sort()
    .map(name => join(folder, name))
}

/** Tables of the format that explains most columns, and what it lacks from the columns' names. */
function guessesOf(
  file: string,
  header: readonly string[],
  formats: readonly string[],
  unknown: Unknown[],
): Guess[] {
  const candidates = formats
    .map(format => candidateOf(format, header, file))
    .filter(({ tables }) => tables.length > 0)
  const best = candidates.reduce<Candidate | undefined>(
    (best, other) => (best === undefined || explains(other, best) ? other : best),
    undefined,
  )
  const { tables: proposed, lacks } = proposeColumns(header)
  if (best === undefined || isBetter(proposed, best, header)) {
    if (lacks !== undefined) unknown.push({ file, isPart: proposed.length > 0, ...lacks })
    return proposed.map(table => proposedGuess(file, table))
  }
  // One file may contain two kinds of revenue.
  const taken = candidates.filter(
    ({ format }) => format === best.format || format === `${best.format}-ads`,
  )
  const own = taken.flatMap(({ format, tables }) =>
    tables.map(([table, mapping]) => guessOf(file, header, table, mapping, format)),
  )
  const has = own.map(({ table }) => table)
  const isRaw = taken.some(({ tables }) => tables.some(([, { rows }]) => rows !== undefined))
  const isLacking = ({ table, columns }: ProposedTable): boolean => {
    // A refusal is about revenue by the day of the event.
    const isRefused =
      typeof FORMATS[best.format]![table] === 'string' &&
      (best.isSigned || columns.revenue?.includes('<n>') !== true)
    return !isRaw && table !== 'events' && !has.includes(table) && !isRefused
  }
  if (
    lacks?.table === 'revenue' &&
    !isRaw &&
    !has.includes('revenue') &&
    typeof FORMATS[best.format]!.revenue !== 'string'
  )
    unknown.push({ file, isPart: true, ...lacks })
  return [
    ...own,
    ...proposed.filter(isLacking).map(table => formattedGuess(file, header, table, best.format)),
  ]
}

/** Whether columns by their names explain more of the same tables than a format whose names others use too. */
function isBetter(
  proposed: readonly ProposedTable[],
  { tables, explained, isSigned }: Candidate,
  header: readonly string[],
): boolean {
  const same = proposed.filter(({ table }) => tables.some(([other]) => other === table))
  const columns = same.flatMap(({ table, columns }) => {
    const neutral = FORMATS['neutral']![table] as Mapping
    return [
      ...Object.values(columns),
      ...Object.keys(neutral.columns).filter(role => !(role in columns)),
    ]
  })
  return !isSigned && new Set(columns.filter(column => header.includes(column))).size > explained
}

/** The tables of a format that a file fits, and the positions of their columns. */
interface Candidate {
  format: string
  tables: [Table, Mapping][]
  explained: number
  /** Whether the file has columns that no other exporter has. */
  isSigned: boolean
}

function candidateOf(format: string, header: readonly string[], file: string): Candidate {
  const tables = Object.entries(FORMATS[format]!).filter(
    (entry): entry is [Table, Mapping] =>
      typeof entry[1] !== 'string' &&
      isLikely(format, entry[0] as Table, file) &&
      fits(entry[1], header),
  )
  const positions = tables.flatMap(([, mapping]) => positionsOf(columnsOf(mapping, header, '', [])))
  return {
    format,
    tables,
    explained: new Set(positions).size,
    isSigned: tables.some(([, { signs }]) => signs !== undefined),
  }
}

function explains(a: Candidate, b: Candidate): boolean {
  return a.isSigned === b.isSigned ? a.explained > b.explained : a.isSigned
}

function proposedGuess(
  file: string,
  { table, columns, more, doubts }: ProposedTable,
  format = 'neutral',
): Guess {
  const [platform, network] = [platformIn(file), networkIn(file)]
  const own = {
    ...columns,
    ...(columns.platform === '=' && platform !== undefined && { platform: `=${platform}` }),
    ...(columns.network === '=' && network !== undefined && { network: `=${network}` }),
  }
  return guess(file, table, format, {
    columns: own,
    more,
    doubts: ['columns by their names', ...doubts],
  })
}

/** A proposed table with the format of its file, if only the name of the revenue was unknown. */
function formattedGuess(
  file: string,
  header: readonly string[],
  proposed: ProposedTable,
  format: string,
): Guess {
  const { table, columns, more } = proposed
  const named = {
    ...proposed,
    columns: columns.revenue === undefined ? {} : { revenue: columns.revenue },
  }
  const mapping =
    columns.revenue === undefined || format === 'neutral'
      ? undefined
      : mappingOf({ table, format, columns: named.columns, ...more })
  return mapping !== undefined && typeof mapping !== 'string' && fits(mapping, header)
    ? proposedGuess(file, named, format)
    : proposedGuess(file, proposed)
}

function guess(file: string, table: Table, format: string, more: Partial<Guess>): Guess {
  const { date, series } = partitionOf(file)
  return {
    table,
    format,
    files: [date === undefined ? file : series],
    columns: {},
    more: {},
    doubts: [],
    doubled: undefined,
    ...more,
  }
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
  return (
    !['appsflyer-raw', 'branch'].includes(format) ||
    (table === 'installs') === /install/i.test(file)
  )
}

function guessOf(
  file: string,
  header: readonly string[],
  table: Table,
  mapping: Mapping,
  format: string,
): Guess {
  const columns: Guess['columns'] = {}
  const more: Guess['more'] = {}
  const doubts: string[] = []
  const { roles } = columnsOf(
    { ...mapping, optional: [...(mapping.optional ?? []), 'platform'] },
    header,
    '',
    [],
  )
  const isLacking =
    mapping.columns.platform !== undefined &&
    mapping.constants?.platform === undefined &&
    !roles.has('platform')
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
  return has('ios', 'iphone', 'ipad')
    ? 'IOS'
    : has('android')
      ? 'ANDROID'
      : has('apple')
        ? 'IOS'
        : undefined
}

function addGuess(guesses: Guess[], guess: Guess): void {
  const key = ({ table, format, columns, more }: Guess): string =>
    JSON.stringify([table, format, columns, more])
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
