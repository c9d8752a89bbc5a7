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
  const get = (word: Word): string | undefined => byWord.get(word)
  const [day, user, eventTime, revenue, installs] = [
    get('day'),
    get('user'),
    get('eventTime'),
    get('revenue'),
    get('installs'),
  ]
  const installTime =
    get('installTime') ??
    (day !== undefined && INSTALL_DAYS.includes(plainName(day)) ? day : undefined)
  if (
    user !== undefined &&
    installTime !== undefined &&
    eventTime !== undefined &&
    revenue !== undefined
  ) {
    const columns = {
      user_id: user,
      install_time: installTime,
      event_time: eventTime,
      event_id: get('eventId'),
      ...money('revenue', revenue, byWord),
    }
    const net = header.filter(
      column => isNetAmount(column) && unitOf(column).currency === unitOf(revenue).currency,
    )
    return {
      tables: [
        of('events', { ...columns, revenue_net: net.find(column => !/local/i.test(column)) }),
      ],
      lacks: undefined,
    }
  }
  if (
    user !== undefined &&
    eventTime === undefined &&
    revenue === undefined &&
    (installTime ?? day) !== undefined
  )
    return {
      tables: [
        of('installs', { install_date: installTime ?? day, installs: '=1' }, [
          'each row is one install',
        ]),
      ],
      lacks: undefined,
    }
  if (day === undefined) return { tables: [], lacks: lacksOf(header, byWord, of, undefined) }
  const spend = get('spend')
  const cpi =
    spend === undefined && installs !== undefined ? header.find(isCostPerInstall) : undefined
  // cspell:disable-next-line
  const [counts, downloadType] = ['counts', 'downloadtype'].map(name =>
    header.find(column => plainName(column) === name),
  )
  const choice = chooseRevenue(
    header,
    { ...(installs && { install: installs }), ...(spend && { spend }) },
    get('age'),
  )
  const age = get('age')
  if (
    choice.taken.length === 0 &&
    choice.refused === undefined &&
    revenue !== undefined &&
    age !== undefined
  )
    choice.taken.push({
      stem: revenue,
      isWide: false,
      kind: undefined,
      times: {},
      more: {},
      doubts: [],
    })
  const tables = [
    ...(spend === undefined ? [] : [of('spend', { date: day, ...money('spend', spend, byWord) })]),
    ...(cpi === undefined
      ? []
      : [
          of(
            'spend',
            { date: day, ...money('spend', cpi, byWord), installs },
            ['the cost of an install, times installs'],
            {
              per: 'install',
            },
          ),
        ]),
    ...(installs === undefined ? [] : [of('installs', { install_date: day, installs })]),
    ...(installs === undefined && counts !== undefined && downloadType !== undefined
      ? [
          of('installs', { install_date: day, installs: counts }, ['first downloads'], {
            leaveOut: { [downloadType]: OTHER_DOWNLOADS },
          }),
        ]
      : []),
    ...revenueTables(choice, { day, age, byWord, of }),
  ]
  return {
    tables,
    lacks:
      tables.length > 0 && choice.refused === undefined
        ? undefined
        : lacksOf(header, byWord, of, choice.refused),
  }
}

function revenueTables(
  { taken, others }: Choice,
  {
    day,
    age,
    byWord,
    of,
  }: { day: string; age: string | undefined; byWord: ReadonlyMap<Word, string>; of: Of },
): ProposedTable[] {
  const doubts = others.length === 0 ? [] : [`${OTHER_READINGS}${others.join(', ')}`]
  return taken.map(({ stem, isWide, times, kind, more, doubts: own }) =>
    of(
      'revenue',
      {
        install_date: day,
        ...(isWide ? {} : { age }),
        ...money('revenue', stem, byWord),
        ...times,
      },
      [...own, ...doubts],
      {
        ...more,
        ...(kind && { kind }),
      },
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

/** The closest table for the file, and its missing columns. */
function lacksOf(
  header: readonly string[],
  byWord: ReadonlyMap<Word, string>,
  of: Of,
  refused: string | undefined,
): NonNullable<Proposal['lacks']> {
  const has = (word: Word): boolean => byWord.has(word)
  const period = header.find(column => PERIODS.includes(plainName(column)))
  const claimed = header.find(column => CLAIMED.includes(plainName(column)))
  const mine = (word: Word): string => byWord.get(word) ?? '...'
  const why = (...wanted: [Word, string][]): string => {
    const missing = wanted.filter(([word]) => !has(word)).map(([, what]) => what)
    return [
      ...(period === undefined ? [] : [`its rows are of a ${plainName(period)}: export it by day`]),
      ...(refused === undefined ? [] : [refused]),
      ...(missing.length === 0 ? [] : [`no column looks like ${missing.join(', or ')}`]),
      ...(claimed === undefined || has('spend')
        ? []
        : [`"${claimed}" are conversions that a network counts, not installs`]),
    ].join('; ')
  }
  if (refused !== undefined)
    return {
      why: why(),
      ...of('revenue', { install_date: mine('day'), age: mine('age'), revenue: '...' }),
    }
  if (has('eventTime') && (has('user') || has('revenue'))) {
    const wanted: [Word, string][] = [
      ['user', "the user's id"],
      ['installTime', 'the time of the install: join it to each payment by the user'],
      ['eventTime', 'the time of the payment'],
      ['revenue', 'the revenue'],
    ]
    const columns = {
      user_id: mine('user'),
      install_time: mine('installTime'),
      event_time: mine('eventTime'),
      revenue: mine('revenue'),
    }
    return { why: why(...wanted), ...of('events', columns) }
  }
  if (has('spend'))
    return {
      why: why(['day', 'the day']),
      ...of('spend', { date: mine('day'), spend: mine('spend') }),
    }
  if (has('revenue')) {
    const columns = { install_date: mine('day'), age: mine('age'), revenue: mine('revenue') }
    return {
      why: why(['day', 'the day of the install'], ['age', 'the age (days since the install)']),
      ...of('revenue', columns),
    }
  }
  if (has('installs'))
    return {
      why: why(['day', 'the day']),
      ...of('installs', { install_date: mine('day'), installs: mine('installs') }),
    }
  const all = why(
    ['day', 'the day'],
    ['spend', 'spend'],
    ['installs', 'installs'],
    ['revenue', 'revenue by age'],
  )
  return { why: all, ...of('spend', { date: mine('day'), spend: mine('spend') }) }
}
