import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { DIMENSIONS } from '../model/facts.ts'
import { beginsAsTotal, cellText, isBlank } from '../../imports/reader/grammar.ts'
import { amount, dateRole, dayOf, dividedBy, recordsOf, textOf } from './input-rows.ts'
import type { Input, InputFile } from './open-inputs.ts'
import type { Role } from './formats/format.ts'
import { sum } from '../../core/formulas/sums.ts'

const MEASURES: readonly Role[] = ['spend', 'installs', 'revenue', 'revenue_net']
/** Rows that a total must at least add up: fewer can agree by chance. Two do if most candidates of its sort are sums. */
const FEWEST = 3
const FEWEST_OF_MOST = 2
/** Rounding of each of them. */
const CENT = 0.01
/** Candidates above which dates or names are simply missing, and subtotals of a total. */
const MOST = 10_000
const MOST_PARTS = 400

type Sums = readonly number[]

/** A row that can be a total, after the rows of its `block`. */
interface Candidate {
  record: number
  block: number
  /** Null without a date. */
  day: number | null
  /** Whether a total is named so; otherwise its names are empty. */
  named: boolean
  /** Whether a measure is not blank. */
  isWritten: boolean
  /** A zero, then the measures that the file has, in their order. */
  values: Sums
}

interface Group {
  rows: number
  sums: Sums
}

/** SQL for rows whose texts can mark a total: no date, or a name such as `Total`. */
export function mayBeTotal(file: InputFile): Sql {
  const date = textOf(file, dateRole(file))
  return sql`(${isBlank(date)} OR NOT regexp_matches(${date}, '[0-9]') OR ${beginsAsTotal(date)} OR ${isNamedTotal(file)})`
}

function namesOf({ columns: { roles } }: InputFile): Sql[] {
  return DIMENSIONS.flatMap(name => roles.get(name) ?? []).map(cellText)
}

function isNamedTotal(file: InputFile): Sql {
  return joined([sql`false`, ...namesOf(file).map(beginsAsTotal)], sql` OR `)
}

/**
 * The records of totals: rows without a date or names whose measures equal the sums of others of the file or block, and rows without a date or a
 * number. Returns them with words for a note.
 */
export async function findTotals(
  workspace: Workspace,
  input: Input,
  file: InputFile,
): Promise<{ records: number[]; words: string[] }> {
  const read = await readCandidates(workspace, input, file)
  if (read === undefined) return { records: [], words: [] }
  const isEmpty = ({ day, isWritten }: Candidate): boolean => day === null && !isWritten
  const empty = read.candidates.filter(isEmpty)
  const totals = judge(
    read.candidates.filter(row => !isEmpty(row)),
    read,
  )
  const counted = read.candidates.filter(
    row => row.named && row.day !== null && !totals.includes(row),
  )
  const present = MEASURES.filter(role => file.columns.roles.has(role))
  const paid = present.findIndex(role => role !== 'installs')
  const sumOf = (rows: readonly Candidate[], after = ''): string =>
    paid === -1
      ? ''
      : ` (${rows.reduce((sum, { values }) => sum + values[paid + 1]!, 0).toFixed(2)}${after})`
  return {
    records: [...empty, ...totals].map(({ record }) => record),
    words: [
      ...(totals.length === 0
        ? []
        : [`${rowsText(totals.length)} of totals, left out${sumOf(totals, ' in all')}`]),
      ...(counted.length === 0
        ? []
        : [
            `${rowsText(counted.length)} named as a total, which count${sumOf(counted)}: they are not the sum of other rows`,
          ]),
    ],
  }
}

/** Rows that can be totals, and the sums of the others by block and by day. */
interface Candidates {
  candidates: Candidate[]
  blocks: ReadonlyMap<number, Group>
  days: ReadonlyMap<number, Group>
  /** Number of the block after the last candidate. */
  last: number
}

/** Undefined without candidates, or with more than `MOST`, whose dates or names are simply missing. */
async function readCandidates(
  workspace: Workspace,
  input: Input,
  file: InputFile,
): Promise<Candidates | undefined> {
  const { roles, wide } = file.columns
  const divide = (role: Role): number => dividedBy(input, file, role)
  const values = [
    ...MEASURES.flatMap(role =>
      roles.has(role) ? [amount(textOf(file, role), file.dialect, divide(role))] : [],
    ),
    ...wide.map(({ position }) => amount(cellText(position), file.dialect, divide('revenue'))),
  ].map((value, index) => sql`coalesce(CAST(${value} AS DOUBLE), 0) AS ${plain(`m${index}`)}`)
  const measures = values.map((_, index) => plain(`m${index}`))
  const names = namesOf(file)
  const unnamed = names.length === 0 ? sql`false` : joined(names.map(isBlank), sql` AND `)
  const positions = [
    ...MEASURES.flatMap(role => roles.get(role) ?? []),
    ...wide.map(({ position }) => position),
  ]
  const written = joined(
    [sql`false`, ...positions.map(position => sql`NOT ${isBlank(cellText(position))}`)],
    sql` OR `,
  )
  await workspace.run(sql`CREATE OR REPLACE TABLE total_rows AS SELECT *, day IS NULL OR named OR unnamed AS candidate,
      sum(CASE WHEN day IS NULL OR named OR unnamed THEN 1 ELSE 0 END) OVER (ORDER BY record ROWS UNBOUNDED PRECEDING) AS block
    FROM (SELECT ${joined([sql`record`, sql`${dayOf(file)} AS day`, sql`(${isNamedTotal(file)}) AS named`, sql`(${unnamed}) AS unnamed`, sql`(${written}) AS written`, ...values])} FROM ${recordsOf(file, true)})`)
  const { count } = await workspace.counts(
    sql`SELECT count(*) AS count FROM total_rows WHERE candidate`,
  )
  if (count === 0 || count! > MOST) return undefined
  const list = sql`[${joined([sql`CAST(0 AS DOUBLE)`, ...measures])}]`
  const rows = await workspace.rows(
    sql`SELECT record, block - 1 AS block, day, named, written, ${list} AS list FROM total_rows WHERE candidate ORDER BY record`,
  )
  const sums = sql`count(*) AS rows, [${joined([sql`CAST(0 AS DOUBLE)`, ...measures.map(name => sql`sum(${name})`)])}] AS list`
  const groupsBy = async (by: Sql): Promise<Map<number, Group>> => {
    const groups = await workspace.rows(
      sql`SELECT ${by} AS key, ${sums} FROM total_rows WHERE NOT candidate GROUP BY ALL`,
    )
    return new Map(
      groups.map(row => [
        Number(row['key']),
        { rows: Number(row['rows']), sums: (row['list'] as unknown[]).map(Number) },
      ]),
    )
  }
  const [blocks, days] = [await groupsBy(sql`block`), await groupsBy(sql`day`)]
  await workspace.run(sql`DROP TABLE total_rows`)
  const candidates = rows.map((row): Candidate => ({
    record: Number(row['record']),
    block: Number(row['block']),
    day: row['day'] === null ? null : Number(row['day']),
    named: row['named'] === true,
    isWritten: row['written'] === true,
    values: (row['list'] as unknown[]).map(Number),
  }))
  return { candidates, blocks, days, last: candidates.length }
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`
}

/**
 * The totals among candidates: those that equal the sum of the others of their day, of a neighboring block, of the file, or of blocks and other
 * totals around them. With enough others, or with most of their sort: see `enough`.
 */
function judge(
  all: readonly Candidate[],
  { blocks, days, last }: Omit<Candidates, 'candidates'>,
): Candidate[] {
  const none: Group = { rows: 0, sums: all[0]?.values.map(() => 0) ?? [] }
  const blockAt = (block: number): Group => blocks.get(block) ?? none
  const file = [...blocks.values()].reduce(add, none)
  const dated = all.filter(({ day }) => day !== null)
  const unnamed = new Map<number, Group>()
  for (const { day, named, values } of dated)
    if (!named) unnamed.set(day!, add(unnamed.get(day!) ?? none, { rows: 1, sums: values }))
  const othersOf = ({ block, day, named, values }: Candidate): number => {
    if (values.every(value => value === 0)) return 0
    const ofDay = days.get(day!) ?? none
    const groups = [
      ofDay,
      blockAt(block),
      blockAt(block + 1),
      file,
      ...(named ? [add(ofDay, unnamed.get(day!) ?? none)] : []),
    ]
    return groups.find(group => isSum(values, group))?.rows ?? 0
  }
  const named = dated.filter(row => row.named)
  // Rows without names are totals only if each that can be one is.
  const nameless = dated.filter(
    row => !row.named && (days.get(row.day!)?.rows ?? 0) >= FEWEST_OF_MOST,
  )
  const isEach = nameless.every(row => othersOf(row) > 0)
  const totals = [named, isEach ? nameless : []].flatMap(rows => enough(rows, othersOf))
  const isTotal = new Set(totals)
  // The others of a row without a date have a date and count.
  const undated = all.filter(({ day }) => day === null)
  const runs: Group[] = Array.from({ length: undated.length + 1 }, () => none)
  let at = 0
  const byBlock = new Map(all.map(row => [row.block, row]))
  for (let block = 0; block <= last; block++) {
    runs[at] = add(runs[at]!, blockAt(block))
    const next = byBlock.get(block)
    if (next === undefined) continue
    if (next === undated[at]) at++
    else if (!isTotal.has(next)) runs[at] = add(runs[at]!, { rows: 1, sums: next.values })
  }
  const fileSum = runs.reduce(add, none)
  const summedBy = new Map(
    undated.map((row, index) => {
      const sums = [
        [...runs.slice(Math.max(0, index + 1 - MOST_PARTS), index + 1)].reverse(),
        runs.slice(index + 1, index + 1 + MOST_PARTS),
      ]
      const match = isSum(row.values, fileSum)
        ? fileSum
        : sums.flatMap(side => sumWithin(row.values, side) ?? [])[0]
      return [row, match?.rows ?? 0]
    }),
  )
  return [...totals, ...enough(undated, row => summedBy.get(row)!)]
}

/** The sum of the first groups that the values equal. */
function sumWithin(values: Sums, groups: readonly Group[]): Group | undefined {
  let sum: Group | undefined
  for (const group of groups) {
    sum = sum === undefined ? group : add(sum, group)
    if (isSum(values, sum)) return sum
  }
  return undefined
}

function enough(rows: readonly Candidate[], othersOf: (row: Candidate) => number): Candidate[] {
  const totals = rows.filter(row => othersOf(row) > 0)
  const others = sum(totals, row => othersOf(row))
  const isMost =
    totals.length > rows.filter(({ values }) => values.some(value => value !== 0)).length / 2
  return isMost && others >= FEWEST ? totals : totals.filter(row => othersOf(row) >= FEWEST)
}

function add(a: Group, b: Group): Group {
  return { rows: a.rows + b.rows, sums: a.sums.map((sum, index) => sum + b.sums[index]!) }
}

function isSum(values: Sums, { rows, sums }: Group): boolean {
  return (
    rows >= FEWEST_OF_MOST &&
    values.every((value, index) => Math.abs(value - sums[index]!) <= CENT * rows)
  )
}
