import { DIMENSIONS } from '../model/facts.ts'
import type { Role, Table } from './formats/format.ts'
import { CLAIMED, PERIODS, plainName, type Word, WORDS } from './words.ts'
import { withoutCurrency } from './units.ts'

export interface ProposedTable {
  table: Table
  columns: Partial<Record<Role, string>>
  doubts: string[]
}

export interface Proposal {
  tables: ProposedTable[]
  /** Why no table fits, and the mapping to complete; undefined if one fits. */
  lacks: { why: string; table: Table; columns: Partial<Record<Role, string>> } | undefined
}

/** Possible tables of a file with an unknown header, with their columns. */
export function proposeColumns(header: readonly string[]): Proposal {
  const found = wordsIn(header)
  const doubts: string[] = []
  const names: Partial<Record<Role, string>> = {}
  for (const name of DIMENSIONS) {
    const column = found.get(name)
    if (column !== name) names[name] = column ?? '='
    if (column === undefined) doubts.push(`no column looks like the ${name}: "=" leaves it unknown, "=VALUE" states it`)
  }
  const of = (table: Table, columns: Partial<Record<Role, string | undefined>>, ...more: string[]): ProposedTable => {
    const own = Object.entries({ ...names, ...columns }).filter(([role, column]) => column !== undefined && role !== column)
    return { table, columns: Object.fromEntries(own), doubts: [...more, ...doubts] }
  }
  const [day, user, installTime, eventTime] = (['day', 'user', 'installTime', 'eventTime'] as const).map(word => found.get(word))
  const [spend, installs, revenue, age] = (['spend', 'installs', 'revenue', 'age'] as const).map(word => found.get(word))
  const currency = found.get('currency')
  const wide = wideName(header)
  const tables: ProposedTable[] = []
  if (user !== undefined && installTime !== undefined && eventTime !== undefined && revenue !== undefined)
    tables.push(
      of('events', { user_id: user, install_time: installTime, event_time: eventTime, revenue, currency, event_id: found.get('eventId') }),
    )
  else if (user !== undefined && eventTime === undefined && revenue === undefined && (installTime ?? day) !== undefined)
    tables.push(of('installs', { install_date: installTime ?? day, installs: '=1' }, 'each row is one install'))
  else if (day !== undefined) {
    if (spend !== undefined) tables.push(of('spend', { date: day, spend, currency }))
    if (installs !== undefined) tables.push(of('installs', { install_date: day, installs }))
    if (wide !== undefined) tables.push(of('revenue', { install_date: day, revenue: wide, currency }))
    else if (revenue !== undefined && age !== undefined) tables.push(of('revenue', { install_date: day, age, revenue, currency }))
  }
  return { tables, lacks: tables.length > 0 ? undefined : lacksOf(header, found, of) }
}

function wordsIn(header: readonly string[]): Map<Word, string> {
  const found = new Map<Word, string>()
  const isFree = (column: string): boolean => ![...found.values()].includes(column)
  for (const word of Object.keys(WORDS) as Word[]) {
    const known: readonly string[] = WORDS[word]
    const column =
      header.find(column => isFree(column) && known.includes(plainName(column))) ??
      header.find(column => isFree(column) && known.includes(plainName(withoutCurrency(column).replace(/[([].*$/, ''))))
    if (column !== undefined) found.set(word, column)
  }
  return found
}

type Of = (table: Table, columns: Partial<Record<Role, string | undefined>>) => ProposedTable

/** The closest table for the file, and its missing columns. */
function lacksOf(header: readonly string[], found: ReadonlyMap<Word, string>, of: Of): NonNullable<Proposal['lacks']> {
  const has = (word: Word): boolean => found.has(word)
  const period = header.find(column => PERIODS.includes(plainName(column)))
  const claimed = header.find(column => CLAIMED.includes(plainName(column)))
  const mine = (word: Word): string => found.get(word) ?? '...'
  const why = (...wanted: [Word, string][]): string => {
    const missing = wanted.filter(([word]) => !has(word)).map(([, what]) => what)
    return [
      ...(period === undefined ? [] : [`its rows are of a ${plainName(period)}: export it by day`]),
      ...(missing.length === 0 ? [] : [`no column looks like ${missing.join(', or ')}`]),
      ...(claimed === undefined || has('spend') ? [] : [`"${claimed}" are conversions that a network counts, not installs`]),
    ].join('; ')
  }
  if (has('eventTime') && (has('user') || has('revenue'))) {
    const wanted: [Word, string][] = [
      ['user', "the user's id"],
      ['installTime', 'the time of the install: join it to each payment by the user'],
      ['eventTime', 'the time of the payment'],
      ['revenue', 'the revenue'],
    ]
    const columns = { user_id: mine('user'), install_time: mine('installTime'), event_time: mine('eventTime'), revenue: mine('revenue') }
    return { why: why(...wanted), ...of('events', columns) }
  }
  if (has('spend')) return { why: why(['day', 'the day']), ...of('spend', { date: mine('day'), spend: mine('spend') }) }
  if (has('revenue')) {
    const columns = { install_date: mine('day'), age: mine('age'), revenue: mine('revenue') }
    return { why: why(['day', 'the day of the install'], ['age', 'the age (days since the install)']), ...of('revenue', columns) }
  }
  if (has('installs')) return { why: why(['day', 'the day']), ...of('installs', { install_date: mine('day'), installs: mine('installs') }) }
  const all = why(['day', 'the day'], ['spend', 'spend'], ['installs', 'installs'], ['revenue', 'revenue by age'])
  return { why: all, ...of('spend', { date: mine('day'), spend: mine('spend') }) }
}

/** The pattern of at least two columns such as `revenue_d0`, `revenue_d7`. */
function wideName(header: readonly string[]): string | undefined {
  const stems = new Map<string, number>()
  for (const column of header) {
    const stem = column.replace(/(?<=d|day |_|D|Day )\d{1,4}(?!\d)|(?<!\d)\d{1,4}(?=d\b|D\b)/, '<n>')
    if (stem !== column && /rev|ltv|umsatz|sales/i.test(stem)) stems.set(stem, (stems.get(stem) ?? 0) + 1)
  }
  return [...stems].find(([, count]) => count > 1)?.[0]
}
