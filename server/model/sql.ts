import { isCalendarDate } from './dates.ts'

declare const whole: unique symbol

/**
 * SQL text. Engines take nothing else, and only this file makes any: out of what is written in the source, of numbers, and of text
 * that went through one of the functions below. What came from outside can so be a value or a name, but never a command.
 */
export type Sql = string & { readonly [whole]: true }

/** SQL as it is written, with SQL and numbers put in. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | number)[]): Sql {
  return String.raw({ raw: texts }, ...parts.map(part => (typeof part === 'number' ? numeral(part) : part))) as Sql
}

/** Pieces of SQL one after the other, by default as a list. */
export function joined(parts: readonly Sql[], separator: Sql = sql`, `): Sql {
  return parts.join(separator) as Sql
}

/** A list of numbers. */
export function numbers(values: readonly number[]): Sql {
  return values.map(numeral).join(', ') as Sql
}

/** A text as a literal for DuckDB. (MariaDB takes a backslash in it for an escape: texts go there as values of prepared statements.) */
export function literal(text: string): Sql {
  // Where it ends for the engine, which reads C's strings.
  if (text.includes('\0')) throw new RangeError('SQL text must not contain a NUL character')
  return `'${text.replaceAll("'", "''")}'` as Sql
}

const ROW = /^\((?:(?:NULL|-?[0-9][0-9.eE+-]*|'[0-9][0-9 :.-]*'|X'[0-9A-F]*')(?:,(?!\))|\)$))+$/

/** A row of numbers, times, bytes and nulls that is written as `(1,'2026-04-01',X'00',NULL)` already. */
export function literals(row: string): Sql {
  if (!ROW.test(row)) throw new RangeError(`not a row of SQL literals: ${JSON.stringify(row.slice(0, 80))}`)
  return row as Sql
}

/** A name of any characters as an identifier for DuckDB. */
export function quoted(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name must not contain a NUL character')
  return `"${name.replaceAll('"', '""')}"` as Sql
}

/** A plain name as an identifier that every engine takes as it is. */
export function plain(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new RangeError(`not a plain SQL name: ${JSON.stringify(name)}`)
  return name as Sql
}

/** A list of plain names. */
export function plainList(names: readonly string[]): Sql {
  return joined(names.map(plain))
}

/** A path to read as a literal for DuckDB, which would take some characters for a pattern. */
export function readPath(path: string): Sql {
  return literal(path.replace(/[*?[]/g, '[$&]'))
}

/** A calendar date, `YYYY-MM-DD`, as a literal of every engine. */
export function date(day: string): Sql {
  if (!isCalendarDate(day)) throw new RangeError(`not a calendar date: ${JSON.stringify(day)}`)
  return `DATE '${day}'` as Sql
}

/** A moment as a literal for DuckDB. */
export function timestamp(moment: Date): Sql {
  return `TIMESTAMP '${moment.toISOString().slice(0, -1)}'` as Sql
}

/** Negative ones in parentheses: behind a minus they would begin a comment. */
function numeral(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not an SQL number: ${value}`)
  return value < 0 ? `(${value})` : String(value)
}

/** The encoding DuckDB as analytics uses it, without driver types. */
export interface Session {
  /** Runs one statement; `values` bind to `$1`, `$2` ... Returns the number of rows written, for COPY. */
  run(sql: Sql, values?: readonly string[]): Promise<number>
  /** Runs a query and answers its rows; BIGINTs come as numbers, timestamps as ISO 8601 text. */
  rows<Row extends Record<string, unknown>>(sql: Sql): Promise<Row[]>
  /** Adds rows to one of the session's temporary tables. */
  append(table: string, rows: readonly (readonly (string | number)[])[]): Promise<void>
}

/** SQL text of a query whose rows are a relation, valid in the session it came with. */
export type Relation = Sql
