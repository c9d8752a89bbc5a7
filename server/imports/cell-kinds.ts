/** How cells of each kind are written, as SQL conditions for rows and as messages. */

import { joined, literal, numbers, sql, type Sql } from '../core/model/sql.ts'

/** `integer`: 0 to 2^53 - 1. `money`: DECIMAL(18,4). `ratio`: a finite double. */
export type CellKind = 'integer' | 'money' | 'ratio' | 'boolean' | 'timestamp' | 'date' | 'text'

const LARGEST_INTEGER = Number.MAX_SAFE_INTEGER
/** Above this, doubles cannot represent every amount with 4 decimals. */
const LARGEST_DOUBLE_MONEY = 900_000_000_000
/** Rounding noise in sums of doubles (0.1 + 0.2 is 0.3), far below a millionth, which is data. */
const DOUBLE_NOISE = 1e-7

interface KindRules {
  sql: Sql
  /** Pattern of the whole cell, for RE2. */
  pattern?: string
  also?: (text: Sql) => Sql
  expected: string
  /** Specific error for cells of this form; the first match applies. */
  mistakes?: [pattern: string, rule: string][]
}

const AMOUNT =
  'must be an amount in plain digits with at most 14 before and 4 after the decimal point'
const RATIO = 'must be a finite number'
const BOOLEAN = 'must be true or false'
const TIMESTAMP_FORM = 'must be an ISO 8601 timestamp in UTC ending in Z'
export const DATE_FORM = 'must be a calendar date written YYYY-MM-DD'
/** Completed by a hint: other dates of the file may show which part is the day. */
export const DATE_ORDER = `${DATE_FORM}: the year comes first`
/** A date that starts with its day or month. */
export const YEAR_LAST = '([0-9]{1,2})[-/. ]([0-9]{1,2})[-/. ]([0-9]{4})'

const BLANKS = '\\s.*|.*\\s'
const THOUSANDS =
  "-?[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?|-?[0-9]{1,3}(\\.[0-9]{3})+(,[0-9]+)?|-?[0-9]{1,3}([ \u00a0\u202f'][0-9]{3})+([.,][0-9]+)?"
const DECIMAL_COMMA = '-?[0-9]+,[0-9]+'

const KINDS: Record<CellKind, KindRules> = {
  integer: {
    sql: sql`BIGINT`,
    pattern: '0|[1-9][0-9]{0,15}',
    also: text => sql`CAST(${text} AS BIGINT) <= ${LARGEST_INTEGER}`,
    expected: `must be a whole number from 0 to ${LARGEST_INTEGER}`,
    mistakes: [
      ['-[0-9]+', 'must not be negative'],
      ['[0-9]+[.,](0{1,2}|0{4,})', 'must be a whole number without a decimal point: 3, not 3.0'],
      [THOUSANDS, 'must be a whole number in plain digits: 1234, without separators'],
      [BLANKS, 'must be a whole number without surrounding spaces'],
    ],
  },
  money: {
    sql: sql`DECIMAL(18,4)`,
    pattern: '-?[0-9]{1,14}(\\.[0-9]{1,4}0*)?',
    expected: AMOUNT,
    mistakes: [
      ['-?[0-9]+\\.[0-9]{5,}', 'must have at most 4 decimals'],
      // 12,500 may mean either.
      ['-?[0-9]+,([0-9]{1,2}|[0-9]{4,})', `${AMOUNT}: 12.5, not 12,5`],
      [THOUSANDS, `${AMOUNT}: 1234.5, without separators between thousands`],
      ['.*[$€£¥].*|[A-Z]{3} ?-?[0-9].*|.*[0-9] ?[A-Z]{3}', `${AMOUNT}: without a currency`],
      [BLANKS, `${AMOUNT}: without surrounding spaces`],
    ],
  },
  ratio: {
    sql: sql`DOUBLE`,
    pattern: '-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?',
    also: text => sql`isfinite(TRY_CAST(${text} AS DOUBLE))`,
    expected: RATIO,
    mistakes: [
      [DECIMAL_COMMA, `${RATIO} with a decimal point: 0.5, not 0,5`],
      ['.*%\\s*', `${RATIO}: 0.05 for 5 %`],
      [BLANKS, `${RATIO} without surrounding spaces`],
    ],
  },
  boolean: {
    sql: sql`BOOLEAN`,
    pattern: 'true|false',
    expected: BOOLEAN,
    mistakes: [['\\s*(?i:true|false)\\s*', `${BOOLEAN}: in lower case, without spaces`]],
  },
  timestamp: {
    sql: sql`TIMESTAMP`,
    pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?Z',
    expected: TIMESTAMP_FORM,
    mistakes: [
      ['[0-9]{4}-[0-9]{2}-[0-9]{2}', `${TIMESTAMP_FORM}: 2026-03-31T00:00:00Z, not the date alone`],
      [
        '[0-9]{4}-[0-9]{2}-[0-9]{2} .*',
        `${TIMESTAMP_FORM}: 2026-03-31T06:00:00Z, with a T instead of the space`,
      ],
      [
        '[0-9]{4}-[0-9]{2}-[0-9]{2}T.*([+-][0-9]{2}:?[0-9]{2})',
        `${TIMESTAMP_FORM}: convert it, 08:00+02:00 is 06:00Z`,
      ],
      [
        '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]*',
        `${TIMESTAMP_FORM}: 2026-03-31T06:00:00Z, seconds and Z included`,
      ],
    ],
  },
  date: {
    sql: sql`DATE`,
    pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
    expected: DATE_FORM,
    mistakes: [
      ['[0-9]{4}-[0-9]{2}-[0-9]{2}', `${DATE_FORM}: this day does not exist`],
      ['[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].*', `${DATE_FORM}: without a time`],
      [
        '[0-9]{4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,2}|[0-9]{8}',
        `${DATE_FORM}: 2026/3/8 and 20260308 are 2026-03-08`,
      ],
      [YEAR_LAST, DATE_ORDER],
      [
        '[0-9]{1,2}[-/. ][0-9]{1,2}[-/. ][0-9]{2}',
        `${DATE_FORM}: with all four digits of the year`,
      ],
      [
        '[0-9]{5}',
        `${DATE_FORM}: spreadsheets store dates as numbers; format the column as YYYY-MM-DD`,
      ],
    ],
  },
  text: { sql: sql`VARCHAR`, expected: 'must be text' },
}

export function sqlType(kind: CellKind): Sql {
  return KINDS[kind].sql
}

export function expectation(kind: CellKind): string {
  return KINDS[kind].expected
}

/** Spellings of missing values in programs. */
export const PLACEHOLDER = '(?i)\\s*(nan|nat|null|none|nil|#?n/a|na|--?)\\s*'

function placeholderRule(kind: CellKind, nullable: boolean): string {
  const { expected } = KINDS[kind]
  if (nullable) return `${expected}: leave the cell empty if there is no value`
  const isNumber = kind === 'money' || kind === 'integer'
  return `${expected}: a value is required${isNumber ? '; write 0, or leave the row out' : ''}`
}

/** Errors of a cell without a value, by the numbers of `reasonOf`. */
export function reasons(kind: CellKind, nullable: boolean): string[] {
  const { mistakes = [], expected } = KINDS[kind]
  return [
    'must not be empty',
    placeholderRule(kind, nullable),
    ...mistakes.map(([, rule]) => rule),
    expected,
  ]
}

/** SQL for the number of a cell's error; NULL if it is empty. */
export function reasonOf(kind: CellKind, text: Sql): Sql {
  const { mistakes = [] } = KINDS[kind]
  const cases = [PLACEHOLDER, ...mistakes.map(([pattern]) => pattern)].map(
    (pattern, index) =>
      sql` WHEN regexp_full_match(${text}, ${literal(pattern)}) THEN ${index + 1}`,
  )
  return sql`CASE WHEN ${text} IS NULL THEN 0${joined(cases, sql``)} ELSE ${cases.length + 1} END`
}

/** SQL for a text cut to `longest` characters plus one, so that a longer one is detected without storing it. */
export function truncatedSql(text: Sql, longest: number): Sql {
  return sql`CASE WHEN strlen(${text}) > ${longest} THEN left(${text}, ${longest + 1}) ELSE ${text} END`
}

export function fromText(kind: CellKind, text: Sql): Sql {
  const { sql: type, pattern, also } = KINDS[kind]
  if (pattern === undefined) return sql`nullif(${text}, '')`
  const more = also === undefined ? sql`` : sql` AND ${also(text)}`
  return sql`CASE WHEN regexp_full_match(${text}, ${literal(pattern)})${more} THEN TRY_CAST(${text} AS ${type}) END`
}

/** One combined match is cheaper than one per cell. */
export function allMatch(cells: [text: Sql, kind: CellKind][]): Sql {
  const pattern = cells.map(([, kind]) => `(${KINDS[kind].pattern})`).join(',')
  return sql`regexp_full_match(concat_ws(',', ${joined(cells.map(([text]) => text))}), ${literal(pattern)})`
}

const INTEGERS = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/
const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/
const TIMESTAMP = /^TIMESTAMP(_S|_MS|_NS)?$/
const WITH_ZONE = 'TIMESTAMP WITH TIME ZONE'

/**
 * SQL for the value of a Parquet cell of DuckDB type `type`; NULL if it is null or has no exact value, except for rounding noise. Undefined
 * if that type can never be converted exactly.
 */
export function fromTyped(kind: CellKind, type: string, cell: Sql): Sql | undefined {
  if (type === 'VARCHAR') return fromText(kind, cell)
  const decimal = DECIMAL.exec(type)?.slice(1).map(Number)
  switch (kind) {
    case 'integer': {
      if (INTEGERS.test(type))
        return sql`CASE WHEN ${cell} BETWEEN 0 AND ${LARGEST_INTEGER} THEN CAST(${cell} AS BIGINT) END`
      if (type !== 'DOUBLE' && decimal === undefined) return undefined
      return sql`CASE WHEN ${cell} BETWEEN 0 AND ${LARGEST_INTEGER} AND ${cell} = trunc(${cell}) THEN CAST(${cell} AS BIGINT) END`
    }
    case 'money': {
      const value = sql`TRY_CAST(${cell} AS DECIMAL(18,4))`
      if (INTEGERS.test(type) || (decimal !== undefined && decimal[1]! <= 4)) return value
      if (decimal !== undefined)
        return sql`CASE WHEN CAST(${value} AS DECIMAL(${numbers(decimal)})) = ${cell} THEN ${value} END`
      if (type !== 'DOUBLE') return undefined
      return sql`CASE WHEN abs(${cell}) <= ${LARGEST_DOUBLE_MONEY} AND abs(CAST(${value} AS DOUBLE) - ${cell}) <= ${DOUBLE_NOISE}
        THEN ${value} END`
    }
    case 'ratio':
      if (!INTEGERS.test(type) && decimal === undefined && type !== 'DOUBLE' && type !== 'FLOAT')
        return undefined
      return sql`CASE WHEN isfinite(CAST(${cell} AS DOUBLE)) THEN CAST(${cell} AS DOUBLE) END`
    case 'boolean':
      return type === 'BOOLEAN' ? cell : undefined
    case 'timestamp': {
      if (type !== WITH_ZONE && !TIMESTAMP.test(type)) return undefined
      const value =
        type === WITH_ZONE
          ? sql`make_timestamp(epoch_us(${cell}))`
          : sql`CAST(${cell} AS TIMESTAMP)`
      return sql`CASE WHEN isfinite(${value}) AND ${value} BETWEEN '0001-01-01' AND '9999-12-31' THEN ${value} END`
    }
    case 'date': {
      const exact = TIMESTAMP.test(type)
        ? sql` AND CAST(${cell} AS DATE) = CAST(${cell} AS TIMESTAMP)`
        : sql``
      if (type !== 'DATE' && !TIMESTAMP.test(type)) return undefined
      const value = sql`CAST(${cell} AS DATE)`
      return sql`CASE WHEN isfinite(${value}) AND ${value} BETWEEN '0001-01-01' AND '9999-12-31'${exact} THEN ${value} END`
    }
    case 'text':
      return undefined
  }
}
