import { joined, literal, sql, type Sql } from '../../core/model/sql.ts'
import { fromText, PLACEHOLDER } from '../cell-kinds.ts'
import { type Cells, cutOf, Evidence, weighDates, weighNumbers } from '../reader/dialect.ts'
import {
  currencySign,
  dateKind,
  type Dialect,
  hasOffset,
  momentSql,
  offsetOf,
  PLAIN,
  plainNumber,
} from '../reader/grammar.ts'
import type { TableColumn } from '../tables.ts'
import type { Workspace } from '../workspace.ts'

/** A repair that keeps the meaning of a cell: SQL for its new text, NULL where it does not apply. */
export interface ColumnRepair {
  what: string
  after: (cell: Sql) => Sql
}

/** The blanks that programs remove at the ends of texts. */
const BLANKS = String.raw`[\s\v\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]+` // cspell:disable-line
/** Spellings of booleans in databases. */
const TRUTHS = { t: 'true', f: 'false', '1': 'true', '0': 'false' }
const DATABASE_NULL = String.raw`\N`
const LIST = String.raw`[\[({]?\s*[0-9]+((\s*[,;|]\s*|\s+)[0-9]+)*\s*[\])}]?`
/** Columns with codes in capital letters. */
const CAPITALS: Record<string, string> = {
  country: '[A-Za-z]{2}|(?i:global)',
  currency: '[A-Za-z]{3}',
}
const UTC = '(Z|UTC|GMT|[+-]00(:?00)?)'
/** TIMESTAMP has microseconds. */
const NANOSECONDS = String.raw`\.[0-9]{7}`

export function trimmed(cell: Sql): Sql {
  return sql`regexp_replace(${cell}, ${literal(`^${BLANKS}|${BLANKS}$`)}, '', 'g')`
}

/** Repairs of a column's cells, in the order of application. `cells`: a relation with its texts as `v`. */
export async function columnRepairs(
  workspace: Workspace,
  name: string,
  column: TableColumn,
  cells: Sql,
): Promise<ColumnRepair[]> {
  const { kind, nullable = false, words } = column
  const capitals = CAPITALS[name]
  const repairs: ColumnRepair[] = [{ what: 'spaces at the ends removed', after: trimmed }]
  if (words !== undefined)
    repairs.push({
      what: 'letter case',
      after: cell =>
        oneOf(
          sql`lower(${cell})`,
          words.map(word => [word.toLowerCase(), word]),
        ),
    })
  else if (capitals !== undefined)
    repairs.push({ what: 'letter case', after: cell => where(cell, capitals, sql`upper(${cell})`) })
  else if (name === 'dsi_values')
    repairs.push({
      what: 'numbers separated by commas alone',
      after: cell =>
        where(cell, LIST, sql`array_to_string(regexp_extract_all(${cell}, '[0-9]+'), ',')`),
    })
  if (nullable && kind !== 'text')
    repairs.push({
      what: 'emptied, since it has no value',
      after: cell => where(cell, PLACEHOLDER, sql`''`),
    })
  if (nullable)
    repairs.push({
      what: 'emptied, since it is NULL',
      after: cell => sql`CASE WHEN ${cell} = ${literal(DATABASE_NULL)} THEN '' END`,
    })
  const ofKind = await kindRepairs(workspace, column, {
    relation: cells,
    cells: [trimmed(sql`coalesce(v, '')`)],
  })
  // A cell that is right as it is keeps its text.
  const judged = ofKind.map(({ what, after }) => ({
    what,
    after: (cell: Sql) => sql`CASE WHEN ${fromText(kind, cell)} IS NULL THEN ${after(cell)} END`,
  }))
  return [...repairs, ...judged]
}

/** Repairs of numbers, dates and booleans, by the notation that all cells of the column prove. */
async function kindRepairs(
  workspace: Workspace,
  { kind }: TableColumn,
  cells: Cells,
): Promise<ColumnRepair[]> {
  switch (kind) {
    case 'text':
      return []
    case 'boolean':
      return [
        {
          what: 't, f, 1 and 0 as true and false',
          after: cell => oneOf(sql`lower(${cell})`, Object.entries(TRUTHS)),
        },
        {
          what: 'letter case',
          after: cell => where(cell, '(?i:true|false)', sql`lower(${cell})`),
        },
      ]
    case 'integer':
      return [
        {
          what: 'decimals .0 removed',
          after: cell => where(cell, String.raw`[0-9]+\.0{1,2}`, sql`split_part(${cell}, '.', 1)`),
        },
      ]
    case 'money':
    case 'ratio': {
      const evidence = new Evidence()
      await weighNumbers(workspace, cells, evidence)
      const decimal = onlyDecimal(evidence)
      if (decimal === undefined) return []
      return [
        {
          what: `number${decimal === ',' ? ' with a decimal comma' : ''} in plain digits`,
          // A sign or code could be that of another currency than the app's.
          after: cell =>
            sql`CASE WHEN ${currencySign(cell)} = '' THEN ${plainNumber(cell, { ...PLAIN, decimal })} END`,
        },
      ]
    }
    case 'date': {
      const evidence = new Evidence()
      await weighDates(workspace, cells, evidence)
      const dialect: Dialect = {
        ...PLAIN,
        order: onlyOrder(evidence),
        counted: evidence.count('digits') > 0,
        named: evidence.count('named') > 0,
        // Two digits may be those of a year or of a day.
        cut: { ...cutOf(evidence), year: true },
        zoned: true,
      }
      const kinds = ['iso', 'dmy', 'mdy', 'either', 'digits', 'named'].map(literal)
      return [
        {
          what: 'date as YYYY-MM-DD',
          after:
            cell => sql`CASE WHEN ${dateKind(cell)} IN (${joined(kinds)}) AND (NOT ${hasOffset(cell)} OR ${isUtc(cell)})
              AND CAST(${momentSql(cell, dialect)} AS TIME) = TIME '00:00' THEN strftime(${momentSql(cell, dialect)}, '%Y-%m-%d') END`,
        },
      ]
    }
    case 'timestamp': {
      const dialect: Dialect = { ...PLAIN, zone: 'UTC', zoned: true }
      const written = (cell: Sql): Sql =>
        sql`regexp_replace(strftime(${momentSql(cell, dialect)}, '%Y-%m-%dT%H:%M:%S.%f'), '[.]?0*$', '') || 'Z'`
      return [
        {
          what: 'timestamp in UTC with T and Z',
          after: cell =>
            sql`CASE WHEN ${dateKind(cell)} = 'iso' AND ${hasOffset(cell)} AND NOT regexp_matches(${cell}, ${literal(NANOSECONDS)}) THEN ${written(cell)} END`,
        },
      ]
    }
  }
}

/** The decimal mark of all numbers of a column; undefined if one of them has two readings. */
function onlyDecimal(numbers: Evidence): '.' | ',' | undefined {
  const [commas, points] = [numbers.count('comma'), numbers.count('point')]
  if (commas > 0) return points + numbers.count('point3') === 0 ? ',' : undefined
  return points > 0 || numbers.count('comma3') + numbers.count('point3') === 0 ? '.' : undefined
}

function onlyOrder(dates: Evidence): Dialect['order'] {
  const [days, months] = [dates.count('dmy'), dates.count('mdy')]
  return days > 0 === months > 0 ? undefined : days > 0 ? 'dmy' : 'mdy'
}

function isUtc(cell: Sql): Sql {
  return sql`regexp_full_match(${offsetOf(cell)}, ${literal(UTC)})`
}

function where(cell: Sql, pattern: string, after: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${cell}, ${literal(pattern)}) THEN ${after} END`
}

function oneOf(text: Sql, texts: readonly (readonly [before: string, after: string])[]): Sql {
  const cases = texts.map(([before, after]) => sql`WHEN ${literal(before)} THEN ${literal(after)}`)
  return sql`CASE ${text} ${joined(cases, sql` `)} END`
}
