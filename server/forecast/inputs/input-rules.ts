import { plain, sql, type Sql } from '../../core/model/sql.ts'
import type { Role } from './formats/format.ts'
import { dateRole, has, type Source, TEXTS, valueRole } from './input-rows.ts'
import type { InputFile } from './open-inputs.ts'

const LARGEST_AGE = 65_535
const LARGEST_AMOUNT = 100_000_000_000
const LONGEST_NAME = 512

/** Conditions on the cells of a file, as SQL over `rowsOf`. */
export interface RowRule {
  role: Role
  broken: Sql
  rule: string
  /** Whether many broken cells show another form of the whole column. */
  isForm?: true
}

export function rulesOf(
  { measure, users, input: { mapping } }: Source,
  file: InputFile,
): RowRule[] {
  const counted = users === true || (measure === 'installs' && mapping.rows === 'installs')
  const rules: RowRule[] = [
    { role: dateRole(file), broken: sql`day IS NULL`, rule: dateRule(file), isForm: true },
    ...TEXTS.map(role => ({
      role,
      broken: longName(plain(role)),
      rule: `must have at most ${LONGEST_NAME} characters and no NUL`,
    })),
  ]
  if (measure === 'revenue') {
    const role = has(file, 'event_time') ? ('event_time' as const) : ('age' as const)
    const what =
      role === 'age'
        ? `a whole number of days, at most ${LARGEST_AGE}`
        : 'a time that begins YYYY-MM-DD hh:mm:ss'
    rules.push({
      role,
      broken: sql`(age IS NULL OR age > ${LARGEST_AGE})`,
      rule: `must be ${what}`,
      isForm: true,
    })
    rules.push({ role: 'kind', broken: sql`kind IS NULL`, rule: 'must be iap or ad' })
  }
  if (counted) return rules
  const large = sql`(value IS NULL OR abs(value) >= ${LARGEST_AMOUNT})`
  const { values } = mapping
  rules.push({
    role: valueRole(measure),
    broken: large,
    rule:
      values === undefined
        ? numberRule(file)
        : `must be one of the values of this input: ${Object.keys(values).slice(0, 20).join(', ')}`,
  })
  if (measure === 'installs')
    rules.push({
      role: 'installs',
      broken: sql`value <> trunc(value)`,
      rule: 'must be a whole number',
    })
  if (measure === 'installs' || measure === 'bids')
    rules.push({ role: valueRole(measure), broken: sql`value < 0`, rule: 'must not be negative' })
  if (measure === 'revenue' && has(file, 'revenue_net')) {
    const wrong = sql`(net_malformed OR abs(net) >= ${LARGEST_AMOUNT})`
    rules.push({ role: 'revenue_net', broken: wrong, rule: numberRule(file) })
  }
  return rules
}

export function dateRule({ dialect: { order } }: Pick<InputFile, 'dialect'>): string {
  if (order !== undefined)
    return `must be a date of 2000 to 2099 that is ${order === 'dmy' ? 'day/month/year' : 'month/day/year'}, as the rest of the column`
  // cspell:disable-next-line
  return "must be a date of 2000 to 2099 that begins YYYY-MM-DD, or written as 20261001, 2026年10月1日, Oct 1, 2026, 1. Oktober 2026, a workbook's day number (46296) or seconds since 1970"
}

function numberRule({ dialect: { decimal } }: InputFile): string {
  return decimal === undefined
    ? `must be a number in plain digits, below ${LARGEST_AMOUNT}`
    : `must be a number with a decimal ${decimal === ',' ? 'comma' : 'point'}, as the rest of the file, below ${LARGEST_AMOUNT}`
}

export function longName(text: Sql): Sql {
  return sql`(length(${text}) > ${LONGEST_NAME} OR contains(${text}, chr(0)))`
}
