import { CsvError } from 'csv-parse'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { joined, plain, sql, type Sql } from '../../core/model/sql.ts'
import { fromText, truncatedSql } from '../cell-kinds.ts'
import { LONGEST_VALUE, type Repair, truncate } from '../delivery-faults.ts'
import { quoteText } from '../format-faults.ts'
import { ENCODINGS } from '../reader/bytes.ts'
import { csvLine, csvRecords, writeText } from '../reader/readable-copy.ts'
import { type CsvForm, fold, isOneOf } from '../reader/form.ts'
import { MAX_COLUMNS } from '../reader/parquet.ts'
import { LONE_CR, MIXED_ENDS, NOT_UTF8, STRAY_QUOTE } from '../reader/scan.ts'
import { csvRows, differences, readText } from '../reader/text.ts'
import { columnsOf, type TableColumn, type TableName } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { type ColumnRepair, columnRepairs } from './column-repairs.ts'

/** Broken rules that copying repairs. */
const OF_COPY: Record<string, string> = {
  [MIXED_ENDS]: 'line ends unified',
  [LONE_CR]: 'line ends unified',
  [STRAY_QUOTE]: 'quotes inside cells doubled',
}

interface Copying {
  /** May read what is in `scratch`. */
  workspace: Workspace
  scratch: string
  table: TableName
  file: string
  path: string
  to: string
}

/** Writes a repaired copy of a CSV to `to`, and returns its repairs. Undefined, without a copy, if it needs none or is unreadable. */
export async function repairCsv({
  workspace,
  scratch,
  table,
  file,
  path,
  to,
}: Copying): Promise<Repair[] | undefined> {
  const names = columnsOf(table).map(([name]) => name)
  const { form: detected, foreign, broken } = await readText(path, isOneOf(names))
  const { header } = detected
  const rules = [...new Set(broken.map(({ rule }) => rule))]
  if (
    header === undefined ||
    header.length > MAX_COLUMNS ||
    (foreign !== undefined && foreign.encoding === undefined) ||
    !rules.every(rule => rule === NOT_UTF8 || rule in OF_COPY)
  )
    return undefined
  const form: CsvForm = rules.includes(NOT_UTF8)
    ? { ...detected, encoding: 'windows-1252' }
    : detected
  const columns = columnsOfCopy(table, header)
  const staged = join(scratch, `${table}.csv`)
  try {
    const letters = await stageRows(path, form, columns.length, staged)
    // Only a person can tell whether it was another code page.
    const sample =
      form.encoding === 'windows-1252' && letters !== undefined
        ? `; check its letters: ${quoteText(letters)}`
        : ''
    const repairs = [
      ...differences({ form, foreign }).flatMap(({ repair, reading }) =>
        repair === undefined
          ? []
          : [{ what: reading === ENCODINGS['windows-1252'] ? repair + sample : repair }],
      ),
      ...[...new Set(rules.flatMap(rule => OF_COPY[rule] ?? []))].map(what => ({ what })),
      ...columns.flatMap(({ name }, index) =>
        name === header[index]
          ? []
          : [{ column: name, what: `header ${JSON.stringify(truncate(header[index]!))} renamed` }],
      ),
      ...(await repairCells(workspace, staged, columns, to)),
    ]
    return repairs.length === 0 ? undefined : repairs.map(repair => ({ file, ...repair }))
  } catch (error) {
    // A quote that is never closed, or an endless record.
    if (error instanceof CsvError) return undefined
    throw error
  } finally {
    await rm(staged, { force: true })
  }
}

interface Column {
  /** Name in the header of the copy. */
  name: string
  column: TableColumn | undefined
}

/** Headers that differ only in letter case, spaces, `_` and `-` get the column's name, unless two of them would. */
function columnsOfCopy(table: TableName, header: readonly string[]): Column[] {
  const all = columnsOf(table)
  const nameOf = (cell: string): string => {
    if (all.some(([name]) => name === cell)) return cell
    const meant = all.find(([name]) => fold(name) === fold(cell))?.[0]
    const isAlone =
      meant !== undefined && header.filter(other => fold(other) === fold(meant)).length === 1
    return isAlone ? meant : cell
  }
  return header.map(cell => {
    const name = nameOf(cell)
    return { name, column: all.find(([known]) => known === name)?.[1] }
  })
}

/**
 * Writes a file's rows with their lines to `to`; a row with another number of fields than `width` has cells in wrong columns, and is one
 * text, `ragged`. Returns the first cell with a letter beyond ASCII.
 */
async function stageRows(
  path: string,
  form: CsvForm,
  width: number,
  to: string,
): Promise<string | undefined> {
  let letters: string | undefined
  async function* rows(): AsyncGenerator<string> {
    const blank = Array.from({ length: width }, () => '')
    for await (const { line, cells } of csvRecords(path, form)) {
      letters ??= cells.find(cell => /[^\0-\x7f]/.test(cell))
      const isSound = cells.length === width
      yield csvLine([String(line), ...(isSound ? ['', ...cells] : [csvLine(cells), ...blank])])
    }
  }
  await writeText(to, rows())
  return letters
}

/** Room for a record whose quotes are all doubled. */
const LONGEST_LINE = 4_100_000

/** Writes the staged rows to `to`, repaired; returns what changed, by its first row. */
async function repairCells(
  workspace: Workspace,
  staged: string,
  columns: readonly Column[],
  to: string,
): Promise<Omit<Repair, 'file'>[]> {
  const cellName = (index: number, step = 0): Sql => plain(`c${index}_${step}`)
  const names = ['line', 'ragged', ...columns.map((_, index) => cellName(index))]
  const texts = names.slice(1).map(name => sql`coalesce(${plain(name)}, '') AS ${plain(name)}`)
  await workspace.run(sql`CREATE OR REPLACE TABLE delivered AS SELECT CAST(line AS BIGINT) AS line, ${joined(texts)}
    FROM ${csvRows(staged, names, { hasHeader: false, longestLine: LONGEST_LINE })}`)
  const wrong = columns.flatMap(({ column }, index) => {
    if (column === undefined || column.kind === 'text') return []
    const cell = cellName(index)
    return sql`count(*) FILTER (WHERE ${cell} <> '' AND ${fromText(column.kind, cell)} IS NULL) AS ${cell}`
  })
  const counts =
    wrong.length === 0
      ? {}
      : await workspace.counts(sql`SELECT ${joined(wrong)} FROM delivered WHERE ragged = ''`)
  const repairs: (ColumnRepair[] | undefined)[] = []
  for (const [index, { name, column }] of columns.entries()) {
    const cell = cellName(index)
    // Most columns have only cells that are right.
    const isRight = column === undefined || (column.kind !== 'text' && counts[cell] === 0)
    const cells = sql`(SELECT ${cell} AS v FROM delivered WHERE ragged = '')`
    repairs.push(isRight ? undefined : await columnRepairs(workspace, name, column, cells))
  }
  let relation = sql`delivered`
  const steps = Math.max(0, ...repairs.map(own => own?.length ?? 0))
  for (let step = 0; step < steps; step++) {
    const changed = repairs.flatMap((own, index) => {
      const repair = own?.[step]
      if (repair === undefined) return []
      const cell = cellName(index, step)
      return [
        sql`CASE WHEN ${cell} = '' OR ragged <> '' THEN ${cell} ELSE coalesce(${repair.after(cell)}, ${cell}) END AS ${cellName(index, step + 1)}`,
      ]
    })
    relation = sql`(SELECT *, ${joined(changed)} FROM ${relation})`
  }
  await workspace.run(sql`CREATE OR REPLACE TABLE repaired AS SELECT * FROM ${relation}`)
  const last = columns.map((_, index) => cellName(index, repairs[index]?.length))
  const header = csvLine(columns.map(({ name }) => name))
  async function* lines(): AsyncGenerator<string> {
    yield header
    for await (const chunk of workspace.chunks(sql`SELECT ragged, ${joined(last)} FROM repaired`)) {
      for (const [ragged, ...cells] of chunk.getRows() as string[][])
        yield ragged === '' ? csvLine(cells) : ragged!
    }
  }
  await writeText(to, lines())
  return await countRepairs(workspace, columns, repairs, cellName)
}

async function countRepairs(
  workspace: Workspace,
  columns: readonly Column[],
  repairs: readonly (readonly ColumnRepair[] | undefined)[],
  cellName: (index: number, step: number) => Sql,
): Promise<Omit<Repair, 'file'>[]> {
  const steps = repairs.flatMap((own = [], index) =>
    own.map(({ what }, step) => {
      const [before, after] = [cellName(index, step), cellName(index, step + 1)]
      return { column: columns[index]!.name, what, before, after }
    }),
  )
  if (steps.length === 0) return []
  const counted = steps.map(({ before, after }, step) => {
    const example = joined([before, after].map(text => sql`${truncatedSql(text, LONGEST_VALUE)}`))
    return sql`count(*) FILTER (WHERE ${before} <> ${after}) AS ${plain(`count${step}`)},
      arg_min([CAST(line AS VARCHAR), ${example}], line) FILTER (WHERE ${before} <> ${after}) AS ${plain(`first${step}`)}`
  })
  const [counts = {}] = await workspace.rows(sql`SELECT ${joined(counted)} FROM repaired`)
  return steps
    .flatMap(({ column, what }, step) => {
      const rows = Number(counts[`count${step}`])
      if (rows === 0) return []
      const [line, before, after] = counts[`first${step}`] as [string, string, string]
      const first = { row: Number(line), before: truncate(before), after: truncate(after) }
      return [{ column, what, rows, first }]
    })
    .sort((a, b) => a.first.row - b.first.row)
}
