import { DIMENSIONS } from '../model/facts.ts'
import { type Choice, chooseRevenue } from './choose-revenue.ts'
import { isCostPerInstall } from './column-measure.ts'
import type { Role } from './formats/format.ts'
import { OTHER_READINGS } from './init-text.ts'
import type { Named, Of, Proposal, ProposedTable } from './formats/format.ts'
import { hasPostbacks, postbackTables } from './postbacks.ts'
import { unitOf } from './units.ts'
import {
  CLAIMED,
  columnsByWord,
  INSTALL_DAYS,
  isNetAmount,
  PERIODS,
  plainName,
  type Word,
} from './words.ts'

/** Values of Apple's "Download Type" that are not first downloads. */
const OTHER_DOWNLOADS = ['redownload', 'auto-update', 'manual update', 'restore']

/** A file's header, the columns that look like the words of a table, and a proposed table of them. */
interface Header {
  header: readonly string[]
  byWord: ReadonlyMap<Word, string>
  of: Of
}

/** Possible tables of a file with an unknown header, with their columns. */
export function proposeColumns(header: readonly string[]): Proposal {
  const byWord = columnsByWord(header)
  const names: Named = Object.fromEntries(DIMENSIONS.map(name => [name, byWord.get(name) ?? '=']))
  const of: Of = (table, own, doubts = [], more = {}) => {
    const columns = { ...names, ...own }
    const unknown = DIMENSIONS.filter(name => columns[name] === '=')
    const lacking = unknown.map(
      name => `no column looks like the ${name}: "=" leaves it unknown, "=VALUE" states it`,
    )
    return { table, columns: named(columns), more, doubts: [...doubts, ...lacking] }
  }
  if (hasPostbacks(header)) return postbackTables(header, byWord, of)
  const file = { header, byWord, of }
  const ofUsers = eventsTable(file) ?? usersTable(file)
  if (ofUsers !== undefined) return { tables: [ofUsers], lacks: undefined }
  const day = byWord.get('day')
  if (day === undefined) return { tables: [], lacks: lacksOf(file, undefined) }
  const choice = choiceOf(file)
  const tables = [
    ...spendTables(file, day),
    ...installTables(file, day),
    ...revenueTables(file, day, choice),
  ]
  const isComplete = tables.length > 0 && choice.refused === undefined
  return { tables, lacks: isComplete ? undefined : lacksOf(file, choice.refused) }
}

/** The time of the install, or a day that is named as one of installs. */
function installTimeOf(byWord: Header['byWord']): string | undefined {
  const day = byWord.get('day')
  const isOfInstalls = day !== undefined && INSTALL_DAYS.includes(plainName(day))
  return byWord.get('installTime') ?? (isOfInstalls ? day : undefined)
}

/** Payments of users. */
function eventsTable({ header, byWord, of }: Header): ProposedTable | undefined {
  const [user, eventTime, revenue] = [
    byWord.get('user'),
    byWord.get('eventTime'),
    byWord.get('revenue'),
  ]
  const installTime = installTimeOf(byWord)
  if (!(user && installTime && eventTime && revenue)) return undefined
  const { currency } = unitOf(revenue)
  const net = header.find(
    column => isNetAmount(column) && unitOf(column).currency === currency && !/local/i.test(column),
  )
  return of('events', {
    user_id: user,
    install_time: installTime,
    event_time: eventTime,
    event_id: byWord.get('eventId'),
    ...money('revenue', revenue, byWord),
    revenue_net: net,
  })
}

/** A list of users. */
function usersTable({ byWord, of }: Header): ProposedTable | undefined {
  const day = installTimeOf(byWord) ?? byWord.get('day')
  if (!byWord.has('user') || byWord.has('eventTime') || byWord.has('revenue') || !day)
    return undefined
  return of('installs', { install_date: day, installs: '=1' }, ['each row is one install'])
}

function spendTables({ header, byWord, of }: Header, day: string): ProposedTable[] {
  const [spend, installs] = [byWord.get('spend'), byWord.get('installs')]
  if (spend !== undefined) return [of('spend', { date: day, ...money('spend', spend, byWord) })]
  const cpi = installs === undefined ? undefined : header.find(isCostPerInstall)
  if (cpi === undefined) return []
  const columns = { date: day, ...money('spend', cpi, byWord), installs }
  return [of('spend', columns, ['the cost of an install, times installs'], { per: 'install' })]
}

function installTables({ header, byWord, of }: Header, day: string): ProposedTable[] {
  const installs = byWord.get('installs')
  if (installs !== undefined) return [of('installs', { install_date: day, installs })]
  const columnOf = (name: string) => header.find(column => plainName(column) === name)
  // cspell:disable-next-line
  const [counts, downloadType] = [columnOf('counts'), columnOf('downloadtype')]
  if (counts === undefined || downloadType === undefined) return []
  const columns = { install_date: day, installs: counts }
  const leaveOut = { [downloadType]: OTHER_DOWNLOADS }
  return [of('installs', columns, ['first downloads'], { leaveOut })]
}

/** The columns of revenue: those of ages, or one beside a column of ages. */
function choiceOf({ header, byWord }: Header): Choice {
  const [installs, spend, age, revenue] = [
    byWord.get('installs'),
    byWord.get('spend'),
    byWord.get('age'),
    byWord.get('revenue'),
  ]
  const factors = { ...(installs && { install: installs }), ...(spend && { spend }) }
  const choice = chooseRevenue(header, factors, age)
  if (choice.taken.length > 0 || choice.refused !== undefined || !revenue || !age) return choice
  const byAge = { stem: revenue, isWide: false, kind: undefined, times: {}, more: {}, doubts: [] }
  return { ...choice, taken: [byAge] }
}

function revenueTables(
  { byWord, of }: Header,
  day: string,
  { taken, others }: Choice,
): ProposedTable[] {
  const readings = others.length === 0 ? [] : [`${OTHER_READINGS}${others.join(', ')}`]
  return taken.map(({ stem, isWide, times, kind, more, doubts }) =>
    of(
      'revenue',
      {
        install_date: day,
        ...(isWide ? {} : { age: byWord.get('age') }),
        ...money('revenue', stem, byWord),
        ...times,
      },
      [...doubts, ...readings],
      { ...more, ...(kind && { kind }) },
    ),
  )
}

/** The currency in a column's name counts, not that of a column beside it. */
function money(role: Role, column: string, byWord: ReadonlyMap<Word, string>): Named {
  const { currency } = unitOf(column.replace('<n>', ''))
  const currencyColumn = byWord.get('currency')
  return {
    [role]: column,
    currency:
      currency !== undefined && currencyColumn !== undefined ? `=${currency}` : currencyColumn,
  }
}

/** Without columns that have the names of their roles. */
function named(columns: Named): Partial<Record<Role, string>> {
  return Object.fromEntries(
    Object.entries(columns).filter(([role, column]) => column !== undefined && role !== column),
  )
}

/** A table for which a file lacks columns: the words of its columns, and how an error names those that it requires. */
interface Incomplete {
  table: ProposedTable['table']
  columns: Partial<Record<Role, Word>>
  required: Partial<Record<Word, string>>
  isClosest: (has: (word: Word) => boolean) => boolean
}

const SPEND = { table: 'spend', columns: { date: 'day', spend: 'spend' } } as const

/** The first that is closest counts. */
const INCOMPLETE: readonly Incomplete[] = [
  {
    table: 'events',
    columns: {
      user_id: 'user',
      install_time: 'installTime',
      event_time: 'eventTime',
      revenue: 'revenue',
    },
    required: {
      user: "the user's id",
      installTime: 'the time of the install: join it to each payment by the user',
      eventTime: 'the time of the payment',
      revenue: 'the revenue',
    },
    isClosest: has => has('eventTime') && (has('user') || has('revenue')),
  },
  { ...SPEND, required: { day: 'the day' }, isClosest: has => has('spend') },
  {
    table: 'revenue',
    columns: { install_date: 'day', age: 'age', revenue: 'revenue' },
    required: { day: 'the day of the install', age: 'the age (days since the install)' },
    isClosest: has => has('revenue'),
  },
  {
    table: 'installs',
    columns: { install_date: 'day', installs: 'installs' },
    required: { day: 'the day' },
    isClosest: has => has('installs'),
  },
  {
    ...SPEND,
    required: {
      day: 'the day',
      spend: 'spend',
      installs: 'installs',
      revenue: 'revenue by age',
    },
    isClosest: () => true,
  },
]

/** The closest table for the file, and its missing columns. */
function lacksOf(
  { header, byWord, of }: Header,
  refused: string | undefined,
): NonNullable<Proposal['lacks']> {
  const period = header.find(column => PERIODS.includes(plainName(column)))
  const claimed = header.find(column => CLAIMED.includes(plainName(column)))
  const why = (missing: readonly string[]): string =>
    [
      ...(period === undefined ? [] : [`its rows are of a ${plainName(period)}: export it by day`]),
      ...(refused === undefined ? [] : [refused]),
      ...(missing.length === 0 ? [] : [`no column looks like ${missing.join(', or ')}`]),
      ...(claimed === undefined || byWord.has('spend')
        ? []
        : [`"${claimed}" are conversions that a network counts, not installs`]),
    ].join('; ')
  const mine = (word: Word): string => byWord.get(word) ?? '...'
  if (refused !== undefined)
    return {
      why: why([]),
      ...of('revenue', { install_date: mine('day'), age: mine('age'), revenue: '...' }),
    }
  const { table, columns, required } = INCOMPLETE.find(({ isClosest }) =>
    isClosest(word => byWord.has(word)),
  )!
  const missing = Object.entries(required).filter(([word]) => !byWord.has(word as Word))
  return {
    why: why(missing.map(([, name]) => name)),
    ...of(
      table,
      Object.fromEntries(Object.entries(columns).map(([role, word]) => [role, mine(word)])),
    ),
  }
}
