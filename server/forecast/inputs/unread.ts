import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql } from '../../core/model/sql.ts'
import { measureOf, wordsOf } from './column-measure.ts'
import { cellText, numberSql } from '../../imports/reader/grammar.ts'
import { type Input, type InputFile, positionsOf, reading, relationOf } from './open-inputs.ts'
import { columnsByWord } from './words.ts'

/** Words of columns whose numbers are not amounts. */
const NOT_AMOUNTS =
  /(?<!\p{L})(ids?|uuid|idfa|idfv|gaid|zip|version|date|day|time|timestamp|datetime|hour|year|month|week|index|number|code|ip)(?!\p{L})|id$/u
/** Columns of one name beyond which only that of the last age is listed. */
const MOST_OF_A_NAME = 3
const SHARE_OF_NUMBERS = 0.9

interface Unread {
  column: string
  sum: number
}

/** Columns with numbers that no input reads, with their sums. */
export async function unreadNotes(
  workspace: Workspace,
  inputs: readonly Input[],
): Promise<string[]> {
  const files = new Map<string, { name: string; file: InputFile; used: Set<number> }>()
  for (const { config, files: own } of inputs) {
    for (const file of own) {
      const known = files.get(file.original) ?? {
        name: config.files.join(', '),
        file,
        used: new Set<number>(),
      }
      for (const position of positionsOf(file.columns)) known.used.add(position)
      files.set(file.original, known)
    }
  }
  const notes = new Map<string, Map<string, number>>()
  for (const { name, file, used } of files.values()) {
    const sums = notes.get(name) ?? new Map<string, number>()
    for (const { column, sum } of await unreadOf(workspace, file, used))
      sums.set(column, (sums.get(column) ?? 0) + sum)
    if (sums.size > 0) notes.set(name, sums)
  }
  return [...notes].map(([name, columns]) => `${name}: not read: ${listed(columns).join(', ')}.`)
}

const MEASURES = ['spend', 'installs', 'revenue'] as const

/** Cells of amounts that are empty. */
export async function emptyNotes(
  workspace: Workspace,
  inputs: readonly Input[],
): Promise<string[]> {
  const notes = new Map<string, { empty: number; rows: number }>()
  for (const file of inputs.flatMap(({ files }) => files)) {
    for (const position of new Set(MEASURES.flatMap(role => file.columns.roles.get(role) ?? []))) {
      const name = `${file.file}: "${file.header[position]!}"`
      if (notes.has(name) || file.rows === 0) continue
      const { empty = 0, rows = 0 } = await reading([file], () =>
        workspace.counts(
          sql`SELECT count(*) FILTER (WHERE ${cellText(position)} = '') AS empty, count(*) AS rows FROM ${file.relation}`,
        ),
      )
      notes.set(name, { empty, rows })
    }
  }
  return [...notes].flatMap(([name, { empty, rows }]) =>
    empty === 0 ? [] : [`${name} is empty in ${empty} of ${rows} rows: they count as 0.`],
  )
}

async function unreadOf(
  workspace: Workspace,
  file: InputFile,
  used: ReadonlySet<number>,
): Promise<Unread[]> {
  const dates = ['day', 'installTime', 'eventTime', 'user', 'eventId'] as const
  const byWord = columnsByWord(file.header)
  const isAmount = (name: string): boolean =>
    !NOT_AMOUNTS.test(wordsOf(name).replace(/(?<=\p{L})\d+/gu, '')) ||
    measureOf(name)?.age !== undefined
  const positions = file.header.flatMap((column, position) =>
    used.has(position) || !isAmount(column) || dates.some(word => byWord.get(word) === column)
      ? []
      : [position],
  )
  if (positions.length === 0 || file.rows === 0) return []
  const sums = positions.flatMap(position => {
    const text = cellText(position)
    const value = numberSql(text, { ...file.dialect, decimal: file.dialect.decimal ?? '.' })
    return [
      sql`count(*) FILTER (WHERE ${text} <> '') AS ${plain(`filled${position}`)}`,
      sql`count(${value}) FILTER (WHERE ${text} <> '') AS ${plain(`numbers${position}`)}`,
      sql`coalesce(sum(CAST(${value} AS DOUBLE)), 0) AS ${plain(`sum${position}`)}`,
    ]
  })
  const [row = {}] = await reading([file], () =>
    workspace.rows(sql`SELECT ${joined(sums)} FROM ${relationOf(file, positions)}`),
  )
  return positions.flatMap(position => {
    const [filled, numbers, sum] = ['filled', 'numbers', 'sum'].map(name =>
      Number(row[`${name}${position}`]),
    ) as [number, number, number]
    return numbers === 0 || numbers < SHARE_OF_NUMBERS * filled
      ? []
      : [{ column: file.header[position]!, sum }]
  })
}

function listed(columns: ReadonlyMap<string, number>): string[] {
  const families = new Map<string, Unread[]>()
  for (const [column, sum] of columns) {
    const stem = measureOf(column)?.stem ?? column
    families.set(stem, [...(families.get(stem) ?? []), { column, sum }])
  }
  return [...families].flatMap(([stem, all]) =>
    all.length <= MOST_OF_A_NAME
      ? all.map(({ column, sum }) => `${column} (${formatSum(sum)})`)
      : [`${stem} (${all.length} columns, ${formatSum(all.at(-1)!.sum)} in ${all.at(-1)!.column})`],
  )
}

function formatSum(sum: number): string {
  return Number.isInteger(sum) ? String(sum) : sum.toFixed(2)
}
