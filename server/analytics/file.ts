import { randomUUID } from 'node:crypto'
import { replaceInFooter } from './parquet-footer.ts'
import { joined, literal, plain, quoted, sql, type Sql } from '../model/sql.ts'
import type { Session } from '../model/session.ts'

/** A column of a file: its name, the SQL that yields it, and whether its cells are text that comes from outside, or UTC timestamps. */
export interface FileColumn {
  name: string
  sql: Sql
  text?: boolean
  timestamp?: boolean
}

export interface Encoding {
  format: 'parquet' | 'csv'
  /** Prefix text cells that a spreadsheet would take for a formula with an apostrophe. */
  csvSafe: boolean
  /** Begin a CSV file with a byte order mark. */
  csvBom: boolean
  /** Written into a Parquet file's key-value metadata; undefined values are left out. */
  metadata: Record<string, string | number | undefined>
}

/** What a formula may start with: OWASP's list on CSV injection, and the signs in full width, which some spreadsheets take for the same. */
const FORMULA = sql`('=', '+', '-', '@', chr(9), chr(10), chr(13), '＝', '＋', '－', '＠')`

// An instant, not what a clock on some wall shows.
function parquetCell({ sql: cell, timestamp }: FileColumn): Sql {
  return timestamp ? sql`${cell} AT TIME ZONE 'UTC'` : cell
}

function csvCell({ sql: cell, text, timestamp }: FileColumn, safe: boolean): Sql {
  if (timestamp) return sql`strftime(${cell}, '%Y-%m-%dT%H:%M:%S.%gZ')`
  if (text && safe) return sql`CASE WHEN left(${cell}, 1) IN ${FORMULA} THEN '''' || ${cell} ELSE ${cell} END`
  return cell
}

// DuckDB's encoder has no option for a mark: the name of the first column, with which the file begins, brings it.
function csvName(name: string, marked: boolean): Sql {
  const checked = plain(name)
  return marked ? quoted(`\uFEFF${checked}`) : checked
}

/** The SELECT list of a file in its format. */
export function selectList(columns: readonly FileColumn[], { format, csvSafe, csvBom }: Encoding): Sql {
  return joined(
    columns.map((column, index) =>
      format === 'csv'
        ? sql`${csvCell(column, csvSafe)} AS ${csvName(column.name, csvBom && index === 0)}`
        : sql`${parquetCell(column)} AS ${plain(column.name)}`,
    ),
    sql`,\n  `,
  )
}

/**
 * Runs a query straight into a file, in DuckDB's own encoders: several times faster than rows through JavaScript. A Parquet file's
 * metadata gets `Total-Rows`: `total`, or, where that is not given, the rows written. Answers the same number.
 */
export async function writeFile(
  session: Session,
  query: Sql,
  path: string,
  { format, metadata }: Encoding,
  total?: number,
): Promise<number> {
  const target = sql`TO ${literal(path)}`
  if (format === 'csv') {
    const written = await session.run(sql`COPY (${query}) ${target} (FORMAT csv, HEADER true, QUOTE '"', ESCAPE '"', NULLSTR '')`)
    return total ?? written
  }
  // COPY takes metadata before it knows how many rows there are, and counting them first would run much of the query twice.
  const placeholder = randomUUID()
  const entries = Object.entries({ ...metadata, 'Total-Rows': total ?? placeholder }).filter(([, value]) => value !== undefined)
  const fields = joined(entries.map(([name], index) => sql`${quoted(name)}: $${index + 1}`))
  const values = entries.map(([, value]) => String(value))
  const written = await session.run(sql`COPY (${query}) ${target} (FORMAT parquet, COMPRESSION snappy, KV_METADATA {${fields}})`, values)
  if (total === undefined) await replaceInFooter(path, placeholder, String(written))
  return total ?? written
}
