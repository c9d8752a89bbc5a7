import { joined, literal, plain, sql, type Sql } from '../../model/sql.ts'

/** Notation of numbers and dates in a file. */
export interface Dialect {
  /** Undefined: plain digits with a decimal point. */
  decimal: '.' | ',' | undefined
  /** Undefined: year first. */
  order: 'dmy' | 'mdy' | undefined
  /** Whether some dates are neither year first nor in `order`. */
  loose: boolean
  /** The zone to which unix times and times with an offset convert; undefined: as written, and UTC. */
  zone: string | undefined
  /** Whether some times have an offset. */
  zoned: boolean
  /** Whether some rows are totals. */
  totals: boolean
}

export const PLAIN: Dialect = { decimal: undefined, order: undefined, loose: false, zone: undefined, zoned: false, totals: false }

const BLANKS = ['', '-', '–', '—', '--', 'n/a', 'na', 'null', 'none', 'nan', '#n/a', String.raw`\n`]
// cspell:disable
export const TOTALS = [
  'total',
  'totals',
  'grand total',
  'subtotal',
  'summe',
  'gesamt',
  'insgesamt',
  'totale',
  'totaux',
  'итого',
  '合計',
  '总计',
  '합계',
]
/** A cell in place of a date or name: `Total: Account`, `Total of 12 results`. */
const TOTAL_BEGINS = String.raw`\s*((grand |sub)?-?totals?([^\p{L}].*)?|(totale|totaux|gesamt|insgesamt|summe|итого|всего|合計|总计|합계|results from|ergebnisse aus)([^\p{L}].*)?)`
// cspell:enable
const totalPattern = new RegExp(`^(?:${TOTAL_BEGINS})$`, 'iu')

export function totalBegins(text: string): boolean {
  return totalPattern.test(text)
}

/** `totalBegins` in SQL. */
export function beginsAsTotal(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${literal(`(?i)${TOTAL_BEGINS}`)})`
}

/** Sign, currency sign or code, digits with marks, and the same after them; parentheses mean minus. */
const NUMBER = String.raw`\(?[-+−]?\s*(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})?\s*[-+−]?\s*[0-9][0-9.,'’\s\x{a0}\x{202f}]*\s*(?:\p{Sc}|[A-Z]{3})?\s*-?\)?`
const number = literal(NUMBER)

export function isBlank(text: Sql): Sql {
  return sql`lower(${text}) IN (${joined(BLANKS.map(literal))})`
}

export function isTotal(text: Sql): Sql {
  return sql`lower(trim(coalesce(${text}, ''))) IN (${joined(TOTALS.map(literal))})`
}

/** DECIMAL(18,6) from a trimmed text, divided by a power of ten; NULL if malformed. */
export function numberSql(text: Sql, dialect: Dialect, divide = 1): Sql {
  if (divide === 1) return undivided(text, dialect, sql`DECIMAL(18,6)`)
  // Millionths have more digits before the point than an amount may have.
  const factor = sql`CAST(${literal(String((1 / divide).toFixed(9)))} AS DECIMAL(9,9))`
  return sql`TRY_CAST(${undivided(text, dialect, sql`DECIMAL(26,6)`)} * ${factor} AS DECIMAL(18,6))`
}

function undivided(text: Sql, { decimal }: Dialect, type: Sql): Sql {
  if (decimal === undefined) return sql`TRY_CAST(${text} AS ${type})`
  const digits = digitsOf(text)
  const [thousands, groups] =
    decimal === ','
      ? [literal('.'), literal(String.raw`[0-9]*(,[0-9]*)?|[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?`)]
      : [literal(','), literal(String.raw`[0-9]*(\.[0-9]*)?|[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?`)]
  const value = sql`TRY_CAST(replace(replace(${digits}, ${thousands}, ''), ',', '.') AS ${type})`
  return sql`CASE WHEN TRY_CAST(${text} AS ${type}) IS NOT NULL AND NOT regexp_matches(${text}, '[.,]') THEN TRY_CAST(${text} AS ${type})
    WHEN regexp_full_match(${text}, ${number}) AND regexp_full_match(${digits}, ${groups}) THEN ${value} * CASE WHEN regexp_matches(${text}, '[(−-]') THEN (-1) ELSE 1 END
    WHEN regexp_full_match(${text}, '-?[0-9.]+[eE][-+]?[0-9]+') THEN TRY_CAST(${text} AS ${type}) END`
}

function digitsOf(text: Sql): Sql {
  return sql`regexp_replace(${text}, '[^0-9.,]', '', 'g')`
}

/** What a cell shows about its file's decimal mark: `comma`, `point`; `comma3` and `point3` may be thousands. */
export function numberKind(text: Sql): Sql {
  const d = digitsOf(text)
  return sql`CASE WHEN ${isBlank(text)} THEN 'blank' WHEN NOT regexp_full_match(${text}, ${number}) THEN 'other'
    WHEN contains(${d}, '.') AND contains(${d}, ',') THEN CASE WHEN regexp_full_match(${d}, '.*,[^.]*') THEN 'comma' ELSE 'point' END
    WHEN regexp_full_match(${d}, '[1-9][0-9]{0,2},[0-9]{3}') THEN 'comma3' WHEN regexp_full_match(${d}, '[0-9]*,[0-9]*') THEN 'comma'
    WHEN contains(${d}, ',') THEN 'point'
    WHEN regexp_full_match(${d}, '[1-9][0-9]{0,2}[.][0-9]{3}') THEN 'point3' WHEN regexp_full_match(${d}, '[0-9]*[.][0-9]*') THEN 'point'
    WHEN contains(${d}, '.') THEN 'comma' ELSE 'whole' END`
}

/** A cell's currency sign or code; empty if none. */
export function currencySign(text: Sql): Sql {
  return sql`CASE WHEN regexp_full_match(${text}, ${number}) THEN regexp_extract(${text}, '[A-Z]{0,3}\\p{Sc}|[A-Z]{3}') ELSE '' END`
}

const OFFSET = String.raw`.*:[0-9]{2}(?:\.[0-9]+)?\s*(Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)`
const offset = literal(OFFSET)

export function hasOffset(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${offset})`
}

/** `+09:00`, `Z`; empty if none. */
export function offsetOf(text: Sql): Sql {
  return sql`regexp_extract(${text}, ${offset}, 1)`
}

/** TIMESTAMP in the app's time from a trimmed text; NULL if malformed. */
export function momentSql(text: Sql, dialect: Dialect): Sql {
  const { order, loose, zone, zoned } = dialect
  const written = sql`TRY_CAST(left(${text}, 19) AS TIMESTAMP)`
  // DuckDB reads 1/2/25 as a day of the year 1.
  const iso = order === undefined && !loose ? written : sql`CASE WHEN ${yearFirst(text)} THEN ${written} END`
  const forms = [
    ...(zoned && zone !== undefined
      ? [
          sql`CASE WHEN ${hasOffset(text)} THEN ${inZone(sql`TRY_CAST(regexp_replace(${text}, '\\s*(UTC|GMT)$', '+00') AS TIMESTAMPTZ)`, zone)} END`,
        ]
      : []),
    iso,
    ...(order === undefined ? [] : [ordered(text, order)]),
    ...(loose ? looseForms(text, zone) : []),
  ]
  return forms.length === 1 ? forms[0]! : sql`coalesce(${joined(forms)})`
}

const DMY = literal('^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})(.*)$')
const DMY2 = literal('^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{2})($|[^0-9].*$)')

function ordered(text: Sql, order: 'dmy' | 'mdy'): Sql {
  const [long, short] =
    order === 'dmy'
      ? [literal(String.raw`\3-\2-\1\4`), literal(String.raw`20\3-\2-\1\4`)]
      : [literal(String.raw`\3-\1-\2\4`), literal(String.raw`20\3-\1-\2\4`)]
  const iso = sql`regexp_replace(regexp_replace(regexp_replace(${text}, ${DMY}, ${long}), ${DMY2}, ${short}), ',\\s', ' ')`
  return sql`coalesce(TRY_CAST(${iso} AS TIMESTAMP), try_strptime(${iso}, ['%Y-%m-%d %I:%M:%S %p', '%Y-%m-%d %I:%M %p']))`
}

function looseForms(text: Sql, zone: string | undefined): Sql[] {
  const seconds = (digits: number, factor: number): Sql => {
    const utc = sql`make_timestamp(TRY_CAST(${text} AS BIGINT) * ${factor})`
    const local = zone === undefined ? utc : inZone(sql`timezone('UTC', ${utc})`, zone)
    return sql`CASE WHEN regexp_full_match(${text}, ${literal(`[0-9]{${digits}}`)}) THEN ${local} END`
  }
  return [
    seconds(10, 1_000_000),
    seconds(13, 1000),
    seconds(16, 1),
    sql`CASE WHEN length(${text}) = 8 THEN try_strptime(${text}, '%Y%m%d') END`,
    sql`try_strptime(${text}, ['%b %d, %Y', '%B %d, %Y', '%d %b %Y', '%d %B %Y', '%d-%b-%Y', '%d-%b-%y', '%a, %d %b %Y', '%Y-%m-%d %I:%M:%S %p'])`,
  ]
}

/** The wall clock time in a zone, named or fixed, of a TIMESTAMPTZ. */
function inZone(moment: Sql, zone: string): Sql {
  const fixed = /^([+-])(\d\d):(\d\d)$/.exec(zone)
  if (fixed === null) return sql`timezone(${literal(zone)}, ${moment})`
  const minutes = (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  return sql`(timezone('UTC', ${moment}) + to_minutes(${minutes}))`
}

export function yearFirst(text: Sql): Sql {
  return sql`regexp_matches(${text}, '^[0-9]{4}[/-]')`
}

/** A cell's date notation: `iso`, `dmy` or `mdy` if only that is possible, `either`, `unix`, `other`. */
export function dateKind(text: Sql): Sql {
  const part = (group: number): Sql =>
    sql`TRY_CAST(regexp_extract(${text}, '^([0-9]{1,2})([/.-])([0-9]{1,2})[/.-][0-9]{2}', ${group}) AS INTEGER)`
  return sql`CASE WHEN ${isTotal(text)} OR ${text} = '' THEN 'blank' WHEN ${yearFirst(text)} AND TRY_CAST(left(${text}, 10) AS DATE) IS NOT NULL THEN 'iso'
    WHEN regexp_matches(${text}, '^[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2}') THEN
      CASE WHEN regexp_matches(${text}, '^[0-9]{1,2}[.]') OR ${part(1)} > 12 THEN 'dmy' WHEN ${part(3)} > 12 THEN 'mdy' ELSE 'either' END
    WHEN regexp_full_match(${text}, '[0-9]{10}|[0-9]{13}|[0-9]{16}') THEN 'unix' ELSE 'other' END`
}

export function cellText(position: number): Sql {
  return sql`coalesce(trim(${plain(`c${position}`)}), '')`
}
