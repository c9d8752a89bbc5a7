import type { ForecastFault } from '../config/config-faults.ts'
import type { Mapping, Table } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import type { Guess, Unknown } from './init-text.ts'
import { networkIn } from './known-networks.ts'
import { columnsOf, mappingOf } from './mapping.ts'
import { positionsOf } from './open-inputs.ts'
import { partitionOf } from './match-files.ts'
import type { ProposedTable } from './formats/format.ts'
import { proposeColumns } from './propose-columns.ts'
import { withoutCurrency } from './units.ts'
import { plainName } from './words.ts'

/**
 * Tables of a file, by the format that explains most of its columns; what the format lacks, by the names of the columns. `unknown`: a table
 * that the file seems to have, and the reason why it cannot be read.
 */
export function guessTables(
  file: string,
  header: readonly string[],
  formats: readonly string[],
): { guesses: Guess[]; unknown: Unknown[] } {
  const candidates = formats
    .map(format => candidateOf(format, header, file))
    .filter(({ tables }) => tables.length > 0)
  const best = candidates.reduce<Candidate | undefined>(
    (best, other) => (best === undefined || explainsMore(other, best) ? other : best),
    undefined,
  )
  const { tables: proposed, lacks } = proposeColumns(header)
  if (best === undefined || isBetter(proposed, best, header)) {
    return {
      guesses: proposed.map(table => proposedGuess(file, table)),
      unknown: lacks === undefined ? [] : [{ file, isPart: proposed.length > 0, ...lacks }],
    }
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
  const lacksRevenue =
    lacks?.table === 'revenue' &&
    !isRaw &&
    !has.includes('revenue') &&
    typeof FORMATS[best.format]!.revenue !== 'string'
  return {
    guesses: [
      ...own,
      ...proposed.filter(isLacking).map(table => formattedGuess(file, header, table, best.format)),
    ],
    unknown: lacksRevenue ? [{ file, isPart: true, ...lacks }] : [],
  }
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

/** The tables of a format that a file fits, and how many columns they explain. */
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
      entry[1].named?.test(file) !== false &&
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

function explainsMore(a: Candidate, b: Candidate): boolean {
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
  if (mapping.named !== undefined) doubts.push('known by the name of the file alone')
  if (mapping.kindNamed?.[0].test(file) === true) more.kind = mapping.kindNamed[1]
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
