import type { Table } from 'apache-arrow'
import type { Call, DownloadedFile } from '../../client/src/index.ts'
import type { ColumnKind } from '../../client/src/columns.ts'
import { toArrow } from '../../client/src/to-arrow.ts'
import { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'
import { significant } from './context.ts'
import { utcDate } from '../../server/core/model/dates.ts'
import { RESULT_BYTES } from '../../generated/vocabulary/vocabulary.ts'

type Cut = 'limit' | 'size'

interface RowsResult<Cell> {
  totalRows: number
  truncated: boolean
  truncatedBy?: Cut
  nextOffset?: number
  note?: string
  advice?: string
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** The page's position among the matching rows. */
interface Page<Cell> {
  total: number
  offset: number
  notes?: readonly string[]
  /** How a model should word the answer. Views show the same in their own way. */
  advice?: readonly string[]
  /** How to get omitted rows, by cause. */
  cutAdvice?: Readonly<Partial<Record<Cut, string>>>
  /** If not all rows fit, those with the greatest of these keys are kept; default: the first rows. */
  keepGreatest?: (row: readonly Cell[]) => string
}

/**
 * Returns as many rows as fit. `head` precedes them, for hosts that show only the beginning.
 * @param rows of the page; read only as far as they fit, unless `keepGreatest` is given
 */
export function rowsOutcome<Head extends object, Cell>(
  head: Head,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
  { total, offset, notes = [], advice = [], cutAdvice = {}, keepGreatest }: Page<Cell>,
): { result: Head & RowsResult<Cell>; json: string } {
  const summaryOf = (page: { truncated: boolean; truncatedBy?: Cut; nextOffset?: number }) => {
    const beyond =
      total > 0 && offset >= total ? `offset ${offset} is beyond the last of ${total} rows.` : ''
    const texts = {
      note: [...notes, beyond],
      advice: [...advice, page.truncatedBy && cutAdvice[page.truncatedBy]],
    }
    const said = Object.fromEntries(
      Object.entries(texts)
        .map(([name, lines]) => [name, lines.filter(Boolean).join(' ')] as const)
        .filter(([, text]) => text !== ''),
    )
    return { totalRows: total, ...page, ...said, ...head, columns }
  }
  const frames = (['limit', 'size'] as const).map(truncatedBy =>
    JSON.stringify({ ...summaryOf({ truncated: true, truncatedBy, nextOffset: total }), rows: [] }),
  )
  const { fitted, full } = fitting(
    rows,
    RESULT_BYTES - Math.max(...frames.map(frame => Buffer.byteLength(frame))),
    keepGreatest,
  )

  const truncated = offset + fitted.length < total
  const inOrder = keepGreatest === undefined || !full
  const summary = summaryOf({
    truncated,
    ...(truncated ? { truncatedBy: full ? ('size' as const) : ('limit' as const) } : {}),
    ...(truncated && inOrder && fitted.length > 0 ? { nextOffset: offset + fitted.length } : {}),
  })
  // The rows are already JSON.
  const json = `${JSON.stringify(summary).slice(0, -1)},"rows":[${fitted.map(({ text }) => text).join(',')}]}`
  return { result: { ...summary, rows: fitted.map(({ row }) => row) }, json }
}

interface Written<Cell> {
  row: readonly Cell[]
  text: string
}

/** The rows that fit into `bytes`, in order, and whether some do not. */
function fitting<Cell>(
  rows: Iterable<readonly Cell[]>,
  bytes: number,
  keepGreatest: ((row: readonly Cell[]) => string) | undefined,
): { fitted: Written<Cell>[]; full: boolean } {
  if (keepGreatest === undefined) return firstOf(written(rows), bytes)
  const all = [...written(rows)].map((written, position) => ({
    ...written,
    position,
    rank: keepGreatest(written.row),
  }))
  const { fitted, full } = firstOf(
    all.toSorted((a, b) =>
      a.rank === b.rank ? a.position - b.position : a.rank < b.rank ? 1 : -1,
    ),
    bytes,
  )
  return { fitted: fitted.toSorted((a, b) => a.position - b.position), full }
}

function* written<Cell>(rows: Iterable<readonly Cell[]>): Iterable<Written<Cell>> {
  for (const row of rows) yield { row, text: JSON.stringify(row) }
}

function firstOf<Row extends { text: string }>(
  rows: Iterable<Row>,
  bytes: number,
): { fitted: Row[]; full: boolean } {
  const fitted: Row[] = []
  let bytesLeft = bytes
  for (const row of rows) {
    bytesLeft -= Buffer.byteLength(row.text) + (fitted.length === 0 ? 0 : 1)
    if (bytesLeft < 0) return { fitted, full: true }
    fitted.push(row)
  }
  return { fitted, full: false }
}

interface List<Item> {
  items: readonly Item[]
  headers: Headers
  unmatched: string | null
}

export async function readList<Item>(call: Call<Item[]>): Promise<List<Item>> {
  const {
    data,
    response: { headers },
  } = await call.withResponse()
  return { items: data, headers, unmatched: headers.get('unmatched-filters') }
}

export interface FileRows extends Pick<DownloadedFile, 'run' | 'dataThrough'> {
  unmatched: string | null
  headers: Headers
  columns: readonly string[]
  /** Iterates once; cells are made lazily. */
  rows: Iterable<readonly FileCell[]>
  /** Number of matching rows, before `limit`. */
  totalRows: number
  startDate: string
  endDate: string
  compared: DownloadedFile['compared']
}

/** Reads the Parquet file of a response: dates and timestamps as in JSON, ids and counts exact, other numbers rounded. */
export async function readFileRows(
  call: Call<DownloadedFile<unknown, 'parquet' | 'csv'>>,
): Promise<FileRows> {
  const {
    data: file,
    response: { headers },
  } = await call.withResponse()
  const { run, dataThrough, totalRows, startDate, endDate, compared } = file
  // The parameters request Parquet, and the service sends all of this with every file.
  const table: Table = await toArrow(file as DownloadedFile<unknown, 'parquet'>)
  return {
    columns: table.schema.fields.map(({ name }) => name),
    rows: rowsOf(table),
    run,
    dataThrough,
    totalRows: totalRows!,
    startDate: startDate!,
    endDate: endDate!,
    compared,
    unmatched: headers.get('unmatched-filters'),
    headers,
  }
}

function* rowsOf(table: Table): Iterable<FileCell[]> {
  const columns = table.schema.fields.map(({ name }, index) => ({
    values: table.getChildAt(index)!,
    cell: CELLS[columnKind(name)],
  }))
  for (let row = 0; row < table.numRows; row++) {
    yield columns.map(({ values, cell }) => {
      const value: unknown = values.get(row)
      return value === null ? null : cell(value)
    })
  }
}

/** Converts non-null values to cells, by column kind. */
const CELLS: Record<ColumnKind, (value: unknown) => FileCell> = {
  date: value => utcDate(new Date(Number(value))),
  timestamp: value => new Date(Number(value)).toISOString(),
  text: value => value as string,
  whole: Number,
  number: value => significant(value as number),
  'number or null': value => significant(value as number),
}

export type Cell = FileCell | boolean

export type FileCell = string | number | null

type CellKind = 'text' | 'whole' | 'number' | 'flag'

export function cellOf(value: Cell, kind: CellKind): Cell {
  return kind === 'number' && typeof value === 'number' ? significant(value) : value
}

export function rounded(value: number | null): number | null {
  return value === null ? null : significant(value)
}

/** Names in braces match any value. */
const KINDS = Object.entries<ColumnKind>({ ...reportColumns, ...roasHistoryColumns }).map(
  ([name, kind]) => ({
    name: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '.+')}$`),
    kind,
  }),
)

export function columnKind(column: string): ColumnKind {
  if (/_(change|mix|rate)$/.test(column)) return 'number or null'
  // A value of the compared range is of the same kind.
  const own = column.replace(/_before$/, '')
  const rule = KINDS.find(({ name }) => name.test(own))
  if (rule === undefined) throw new Error(`The contract has no column ${column}`)
  return rule.kind
}
