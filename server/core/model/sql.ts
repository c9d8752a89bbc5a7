import { isCalendarDate } from './dates.ts'

declare const brand: unique symbol

/**
 * SQL text, the only input of engines, created only here from source literals, numbers and escaped text. Outside text can become a value or
 * a name, never a command.
 */
export type Sql = string & { readonly [brand]: true }

export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | number)[]): Sql {
  return String.raw(
    { raw: texts },
    ...parts.map(part => (typeof part === 'number' ? numeral(part) : part)),
  ) as Sql
}

/** By default comma-separated. */
export function joined(parts: readonly Sql[], separator: Sql = sql`, `): Sql {
  return parts.join(separator) as Sql
}

export function numbers(values: readonly number[]): Sql {
  return values.map(numeral).join(', ') as Sql
}

/** For DuckDB. MariaDB treats backslashes as escapes: bind texts there as values. */
export function literal(text: string): Sql {
  // The engine reads C strings.
  if (text.includes('\0')) throw new RangeError('SQL text must not contain a NUL character')
  return `'${text.replaceAll("'", "''")}'` as Sql
}

const ROW = /^\((?:(?:NULL|-?[0-9][0-9.eE+-]*|'[0-9][0-9 :.-]*'|X'[0-9A-F]*')(?:,(?!\))|\)$))+$/

/** A row written as `(1,'2026-04-01',X'00',NULL)`. */
export function literals(row: string): Sql {
  if (!ROW.test(row))
    throw new RangeError(`not a row of SQL literals: ${JSON.stringify(row.slice(0, 80))}`)
  return row as Sql
}

export function quoted(name: string): Sql {
  if (name.includes('\0')) throw new RangeError('an SQL name must not contain a NUL character')
  return `"${name.replaceAll('"', '""')}"` as Sql
}

/** Valid without quotes in every engine. */
export function plain(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new RangeError(`not a plain SQL name: ${JSON.stringify(name)}`)
  return name as Sql
}

/** For MariaDB and MySQL, which reserve words such as `change`. */
export function backticked(name: string): Sql {
  return `\`${plain(name)}\`` as Sql
}

export function backtickedList(names: readonly string[]): Sql {
  return joined(names.map(backticked))
}

export function plainList(names: readonly string[]): Sql {
  return joined(names.map(plain))
}

/** Escapes glob characters. */
export function readPath(path: string): Sql {
  return literal(path.replace(/[*?[]/g, '[$&]'))
}

/** A literal without characters that any engine escapes, such as a path. */
export function plainText(text: string): Sql {
  if (!/^[\w ./,(){}-]*$/.test(text))
    throw new RangeError(`not a plain SQL text: ${JSON.stringify(text)}`)
  return `'${text}'` as Sql
}

/** A literal for every engine. */
export function date(day: string): Sql {
  if (!isCalendarDate(day)) throw new RangeError(`not a calendar date: ${JSON.stringify(day)}`)
  return `DATE '${day}'` as Sql
}

export function timestamp(moment: Date): Sql {
  return `TIMESTAMP '${moment.toISOString().slice(0, -1)}'` as Sql
}

/** In parentheses: `--1` would start a comment. */
function numeral(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`not an SQL number: ${value}`)
  return value < 0 ? `(${value})` : String(value)
}

export interface Session {
  /** `values` bind to `$1`, `$2` ... Returns the number of rows written, for COPY. */
  run(sql: Sql, values?: readonly string[]): Promise<number>
  /** BIGINTs are numbers, dates and timestamps ISO 8601 text. */
  rows<Row extends Record<string, unknown>>(sql: Sql): Promise<Row[]>
  append(table: string, rows: readonly (readonly (string | number)[])[]): Promise<void>
}

/** A relation, valid in its session. */
export type Relation = Sql
