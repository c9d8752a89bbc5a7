import { joined, literal, numbers, plain, sql, type Sql } from '../../core/model/sql.ts'
import { monthsByName } from './months.ts'

/** Notation of numbers and dates in a file. */
export interface Dialect {
  /** Undefined: plain digits with a decimal point. */
  decimal: '.' | ',' | undefined
  /** Undefined: year first. */
  order: 'dmy' | 'mdy' | undefined
  /** Whether some dates are digits without marks. */
  counted: boolean
  /** Whether some dates have a month in letters, or marks of East Asia. */
  named: boolean
  /** Whether some cells have the first and last day of a period. */
  periods: boolean
  /** Cells that the rest of the column shows to be cut: a day of one digit, a year of two. */
  cut: { day: boolean; year: boolean }
  /** The zone to which unix times and times with an offset convert; undefined: as written, and UTC. */
  zone: string | undefined
  /** The zone of times without an offset, if another. */
  local: string | undefined
  /** Whether some times have an offset. */
  zoned: boolean
}

export const PLAIN: Dialect = {
  decimal: undefined,
  order: undefined,
  counted: false,
  named: false,
  periods: false,
  cut: { day: false, year: false },
  zone: undefined,
  local: undefined,
  zoned: false,
}

const BLANKS = ['', '-', '–', '—', '--', 'n/a', 'na', 'null', 'none', 'nan', '#n/a', String.raw`\n`]
// cspell:disable
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

const GAP = String.raw`[\s\x{a0}\x{202f}]`
const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})`
/** Digits with marks; spaces and apostrophes only between thousands. */
const DIGITS = String.raw`(?:[0-9][0-9.,]*|[.,][0-9]+|[0-9]{1,3}(?:(?:${GAP}|['’])[0-9]{3})+(?:[.,][0-9]*)?)`
const PRICED = String.raw`(?:${CURRENCY}${GAP}*${DIGITS}|${DIGITS}(?:${GAP}*${CURRENCY})?)`
/** One sign, one currency, before or after; parentheses mean minus. */
const NUMBER = String.raw`[-+−]?${GAP}*${PRICED}|${CURRENCY}${GAP}*[-+−]${GAP}*${DIGITS}|${PRICED}-|\(${PRICED}\)`
const number = literal(NUMBER)

export function isBlank(text: Sql): Sql {
  return sql`lower(${text}) IN (${joined(BLANKS.map(literal))})`
}

/** DECIMAL(18,6) from a trimmed text, divided by a power of ten; NULL if malformed. */
export function numberSql(text: Sql, dialect: Dialect, divide = 1): Sql {
  if (divide === 1) return decimalSql(text, dialect)
  // Millionths have more digits before the point than an amount may have.
  const factor = sql`CAST(${literal(String((1 / divide).toFixed(9)))} AS DECIMAL(9,9))`
  return sql`TRY_CAST(${decimalSql(text, dialect, sql`DECIMAL(26,6)`)} * ${factor} AS DECIMAL(18,6))`
}

/** A decimal number of a type from a trimmed text; NULL if malformed. */
export function decimalSql(text: Sql, dialect: Dialect, type = sql`DECIMAL(18,6)`): Sql {
  return sql`TRY_CAST(${plainNumber(text, dialect)} AS ${type})`
}

/** The digits of a number with a decimal point and a sign, from a trimmed text; NULL if malformed. */
export function plainNumber(text: Sql, { decimal }: Dialect): Sql {
  if (decimal === undefined) return text
  const digits = digitsOf(text)
  const [thousands, groups] =
    decimal === ','
      ? [literal('.'), literal(String.raw`[0-9]*(,[0-9]*)?|[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?`)]
      : [literal(','), literal(String.raw`[0-9]*(\.[0-9]*)?|[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?`)]
  return sql`CASE WHEN TRY_CAST(${text} AS DOUBLE) IS NOT NULL AND NOT regexp_matches(${text}, '[.,]') THEN ${text}
    WHEN regexp_full_match(${text}, ${number}) AND regexp_full_match(${digits}, ${groups})
      THEN CASE WHEN regexp_matches(${text}, '[(−-]') THEN '-' ELSE '' END || replace(replace(${digits}, ${thousands}, ''), ',', '.')
    WHEN regexp_full_match(${text}, '-?[0-9.]+[eE][-+]?[0-9]+') THEN ${text} END`
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
  return sql`CASE WHEN regexp_full_match(${text}, ${number}) THEN regexp_extract(${text}, ${literal(CURRENCY)}) ELSE '' END`
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

/** TIMESTAMP in the app's time from a whole trimmed text; NULL if malformed. A period of one day is that day. */
export function momentSql(text: Sql, dialect: Dialect): Sql {
  if (!dialect.periods) return momentOf(text, dialect)
  const ends = ([1, 2] as const).map(
    part => sql`coalesce(nullif(${periodEnd(text, part)}, ''), ${text})`,
  )
  const times = sql`list_transform([${joined(ends)}], e -> ${momentOf(sql`e`, dialect)})`
  return bound(times, sql`p`, sql`CASE WHEN CAST(p[1] AS DATE) = CAST(p[2] AS DATE) THEN p[1] END`)
}

/** An expression that uses the value of a long one several times by a name. */
export function bound(value: Sql, name: Sql, body: Sql): Sql {
  return sql`list_transform([${value}], ${name} -> ${body})[1]`
}

function momentOf(text: Sql, dialect: Dialect): Sql {
  const { counted, zone, cut } = dialect
  const time = isPlain(dialect)
    ? writtenTime(text, dialect)
    : bound(yearFirstText(text, dialect), sql`y`, writtenTime(sql`y`, dialect))
  const written = counted ? sql`coalesce(${joined([time, ...countedTimes(text, zone)])})` : time
  const refused = [...(cut.day ? [shortDay(text)] : []), ...(cut.year ? [shortYear(text)] : [])]
  return refused.length === 0
    ? written
    : sql`CASE WHEN NOT (${joined(refused, sql` OR `)}) THEN ${written} END`
}

/** A time that begins with the year. DuckDB's DATE ignores what follows the day, and its TIMESTAMP ignores the offset. */
function writtenTime(text: Sql, { zone, zoned, local, ...forms }: Dialect): Sql {
  const bare = zoned
    ? sql`regexp_replace(${text}, ${literal(String.raw`\s*(Z|UTC|GMT|[+-]00(:?00)?)$`)}, '')`
    : text
  const plainTime = sql`TRY_CAST(${bare} AS TIMESTAMP)`
  const time = isPlain(forms)
    ? plainTime
    : sql`CASE WHEN ${yearFirst(text)} THEN coalesce(${plainTime}, try_strptime(${bare}, ['%Y-%m-%d %I:%M:%S %p', '%Y-%m-%d %I:%M %p'])) END`
  if (zone === undefined) return time
  const utc = sql`TRY_CAST(regexp_replace(${text}, '\\s*(UTC|GMT)$', '+00') AS TIMESTAMPTZ)`
  const cases = [
    ...(zoned ? [sql`WHEN ${hasOffset(text)} THEN ${inZone(utc, zone)}`] : []),
    ...(local === undefined
      ? []
      : [sql`WHEN contains(${text}, ':') THEN ${inZone(momentIn(time, local), zone)}`]),
  ]
  return cases.length === 0 ? time : sql`CASE ${joined(cases, sql` `)} ELSE ${time} END`
}

/** Whether all dates begin with the year. */
export function isPlain({
  order,
  counted,
  named,
}: Pick<Dialect, 'order' | 'counted' | 'named'>): boolean {
  return order === undefined && !counted && !named
}

const REST = String.raw`((?:[^0-9].*)?)$`
const NUMERIC = String.raw`^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]`
const DAY_WORDS = String.raw`(?:st|nd|rd|th|er|º|ª|\.)?`
const YEAR_WORDS = String.raw`(?:\s*(?:г\.?|года|р\.))?` // cspell:disable-line
/** Without `\p{L}`, whose ranges make patterns large. */
const WORD = String.raw`[^\s0-9.,/()-]+`
const WEEKDAY = String.raw`(?:${WORD}[.,]*\s+)?`
const DAY_MONTH = String.raw`(?i)^${WEEKDAY}([0-9]{1,2})${DAY_WORDS}[\s/-]*(?:de |of )?\s*(${WORD})[.,]?[\s/-]*(?:de |del )?\s*`
const MONTH_DAY = String.raw`(?i)^${WEEKDAY}(${WORD})[.]?\s*([0-9]{1,2})${DAY_WORDS},?\s+([0-9]{4})${REST}`
const YEAR_MONTH = String.raw`(?i)^([0-9]{4})[\s/-]+(${WORD})[.]?[\s/-]+([0-9]{1,2})${REST}`
/** `2026. 10. 1.`, `2026 10 1`, `2026年10月1日`. */
const YEAR_MARKS = String.raw`^([0-9]{4})(?:\s*[.年년]\s*|\s+)([0-9]{1,2})(?:\s*[.月월]\s*|\s+)([0-9]{1,2})\s*[.日일]?${REST}`

const BEFORE_TIME = literal(String.raw`^(?:[,\s\x{a0}\x{202f}]|T)*`)
const MERIDIEM = literal(String.raw`[\s\x{a0}\x{202f}]*([AP])\.?(M)\.?$`)

/** The patterns of names of months, with the groups of year, month and day; the rest is the fourth. */
const NAMED: readonly [pattern: string, groups: readonly [number, number, number]][] = [
  [`${DAY_MONTH}([0-9]{4})${YEAR_WORDS}${REST}`, [3, 2, 1]],
  [`${DAY_MONTH}([0-9]{2})${REST}`, [3, 2, 1]],
  [MONTH_DAY, [3, 1, 2]],
  [YEAR_MONTH, [1, 2, 3]],
]

/** The text with the year first; as it is if its notation is unknown. */
function yearFirstText(text: Sql, { order, named }: Dialect): Sql {
  const part = (pattern: string, group: number): Sql =>
    sql`regexp_extract(${text}, ${literal(pattern)}, ${group})`
  const timeAfter = (value: Sql): Sql =>
    sql`regexp_replace(regexp_replace(${value}, ${BEFORE_TIME}, ' '), ${MERIDIEM}, ${literal(String.raw` \1\2`)}, 'i')`
  const ordered = (
    pattern: string,
    [year, month, day]: readonly [number, number, number],
    century = '',
  ): Sql =>
    sql`${literal(century)} || nullif(${part(pattern, year)}, '') || '-' || ${part(pattern, month)} || '-' || ${part(pattern, day)} || ${timeAfter(part(pattern, 4))}`
  // One look-up for all patterns: the list of names is long.
  const groupOf = (group: 0 | 1 | 2): Sql =>
    sql`coalesce(${joined(NAMED.map(([pattern, groups]) => sql`nullif(${part(pattern, groups[group])}, '')`))})`
  const months = monthsByName()
  const names = joined([...months.keys()].map(literal))
  const month = sql`([${numbers([...months.values()])}])[list_position([${names}], lower(${groupOf(1)}))]`
  const year = sql`CASE WHEN length(${groupOf(0)}) = 2 THEN '20' ELSE '' END || ${groupOf(0)}`
  const time = timeAfter(
    joined(
      NAMED.map(([pattern]) => part(pattern, 4)),
      sql` || `,
    ),
  )
  const [day, second] = order === 'mdy' ? [2, 1] : [1, 2]
  const forms = [
    ...(order === undefined
      ? []
      : [
          ordered(`${NUMERIC}([0-9]{4})${REST}`, [3, second, day]),
          ordered(`${NUMERIC}([0-9]{2})${REST}`, [3, second, day], '20'),
        ]),
    ...(named
      ? [
          ordered(YEAR_MARKS, [1, 2, 3]),
          sql`${year} || '-' || ${month} || '-' || ${groupOf(2)} || ${time}`,
        ]
      : []),
    text,
  ]
  return sql`trim(coalesce(${joined(forms)}))`
}

/** Digits only: seconds and parts of them since 1970, a day with or without an hour, a workbook's days since 1899-12-30. */
const COUNTED = {
  seconds: '1[0-9]{9}',
  milliseconds: '[0-9]{13}',
  microseconds: '[0-9]{16}',
  day: '20[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])',
  serial: '(?:(?:3[6-9]|[4-6][0-9]|7[0-2])[0-9]{3}|730(?:[0-4][0-9]|50))(?:[.,][0-9]+)?',
}

function countedTimes(text: Sql, zone: string | undefined): Sql[] {
  const like = (pattern: string, moment: Sql): Sql =>
    sql`CASE WHEN regexp_full_match(${text}, ${literal(pattern)}) THEN ${moment} END`
  const since1970 = (pattern: string, factor: number): Sql => {
    const utc = sql`make_timestamp(TRY_CAST(${text} AS BIGINT) * ${factor})`
    return like(pattern, zone === undefined ? utc : inZone(sql`timezone('UTC', ${utc})`, zone))
  }
  return [
    since1970(COUNTED.seconds, 1_000_000),
    since1970(COUNTED.milliseconds, 1000),
    since1970(COUNTED.microseconds, 1),
    like(COUNTED.day, sql`try_strptime(${text}, '%Y%m%d')`),
    like(`${COUNTED.day}[0-9]{2}`, sql`try_strptime(${text}, '%Y%m%d%H')`),
    like(
      COUNTED.serial,
      sql`TIMESTAMP '1899-12-30' + to_seconds(CAST(round(TRY_CAST(replace(${text}, ',', '.') AS DOUBLE) * 86400) AS BIGINT))`,
    ),
  ]
}

/** The wall clock time in a zone, named or fixed, of a TIMESTAMPTZ. */
function inZone(moment: Sql, zone: string): Sql {
  const minutes = fixedOffset(zone)
  return minutes === undefined
    ? sql`timezone(${literal(zone)}, ${moment})`
    : sql`(timezone('UTC', ${moment}) + to_minutes(${minutes}))`
}

/** The TIMESTAMPTZ of a wall clock time in a zone. */
function momentIn(time: Sql, zone: string): Sql {
  const minutes = fixedOffset(zone)
  return minutes === undefined
    ? sql`timezone(${literal(zone)}, ${time})`
    : sql`timezone('UTC', ${time} - to_minutes(${minutes}))`
}

/** Minutes ahead of UTC; undefined for a named zone. */
function fixedOffset(zone: string): number | undefined {
  const fixed = /^([+-])(\d\d):(\d\d)$/.exec(zone)
  return fixed === null
    ? undefined
    : (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
}

export function yearFirst(text: Sql): Sql {
  return sql`regexp_matches(${text}, '^[0-9]{4}[/-]')`
}

const DATE = [
  '[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}',
  '[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|[0-9]{2})',
  '[0-9]{8}',
  String.raw`${WORD}\.?\s+[0-9]{1,2}${DAY_WORDS},?\s+[0-9]{4}`,
  String.raw`[0-9]{1,2}${DAY_WORDS}[\s-]*(?:de\s+)?${WORD}\.?[\s-]*(?:de\s+)?[0-9]{4}${YEAR_WORDS}`,
  String.raw`[0-9]{4}[.年년]\s*[0-9]{1,2}[.月월]\s*[0-9]{1,2}[.日일]`,
].join('|')
const TIME = String.raw`(?:[ T,]+[0-9]{1,2}:[0-9:.]+(?:\s*[AaPp][Mm])?)?`
const period = literal(`((?:${DATE})${TIME})[^0-9]+?((?:${DATE})${TIME})[.]?`)

/** Whether a cell has two dates: `2026-10-01 - 2026-10-12`. */
export function isPeriod(text: Sql): Sql {
  return sql`regexp_full_match(${text}, ${period})`
}

export function periodEnd(text: Sql, part: 1 | 2): Sql {
  return sql`regexp_extract(${text}, ${period}, ${part})`
}

/** `2026-10-1`, which can be a cut `2026-10-12`. */
export function shortDay(text: Sql): Sql {
  return sql`regexp_matches(${text}, '^[0-9]{4}[/-][0-9]{1,2}[/-][0-9]$')`
}

/** `01.10.20`, which can be a cut `01.10.2026`. */
export function shortYear(text: Sql): Sql {
  return sql`regexp_matches(${text}, ${literal(String.raw`${NUMERIC}[0-9]{2}${REST}|${DAY_MONTH}[0-9]{2}${REST}`)})`
}

/** A cell's date notation: `iso`, `dmy` or `mdy` if only that is possible, `either`, `unix`, `serial`, `digits`, `named`, `other`. */
export function dateKind(text: Sql): Sql {
  const part = (group: number): Sql =>
    sql`TRY_CAST(regexp_extract(${text}, '^([0-9]{1,2})([/.-])([0-9]{1,2})[/.-][0-9]{2}', ${group}) AS INTEGER)`
  const like = (...patterns: string[]): Sql =>
    sql`regexp_full_match(${text}, ${literal(patterns.join('|'))})`
  const named = momentOf(text, { ...PLAIN, named: true })
  return sql`CASE WHEN ${text} = '' THEN 'blank' WHEN ${yearFirst(text)} AND TRY_CAST(left(${text}, 10) AS DATE) IS NOT NULL AND NOT regexp_matches(${text}, ${MERIDIEM}, 'i') THEN 'iso'
    WHEN regexp_matches(${text}, '^[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2}') THEN
      CASE WHEN regexp_matches(${text}, '^[0-9]{1,2}[.]') OR ${part(1)} > 12 THEN 'dmy' WHEN ${part(3)} > 12 THEN 'mdy' ELSE 'either' END
    WHEN ${like(COUNTED.seconds, COUNTED.milliseconds, COUNTED.microseconds)} THEN 'unix'
    WHEN ${like(COUNTED.serial)} THEN 'serial' WHEN ${like(`${COUNTED.day}(?:[0-9]{2})?`)} THEN 'digits' WHEN ${named} IS NOT NULL THEN 'named' ELSE 'other' END`
}

export function cellText(position: number): Sql {
  return sql`coalesce(trim(${plain(`c${position}`)}), '')`
}
