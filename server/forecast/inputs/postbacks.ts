import { csvRecords } from '../../imports/reader/readable-copy.ts'
import type { Role, Stated } from './formats/format.ts'
import type { Of, Proposal } from './formats/format.ts'
import { plainName, type Word } from './words.ts'

// cspell:disable
const VALUES = [
  'conversionvalue',
  'fineconversionvalue',
  'skadconversionvalue',
  'skanconversionvalue',
  'skconversionvalue',
  'bodyconversionvalue',
  'coarseconversionvalue',
]
const NETWORKS = ['adnetworkid', 'skadadnetworkid', 'bodyadnetworkid']
const CAMPAIGNS = [
  'sourceidentifier',
  'campaignid',
  'skadcampaignid',
  'bodycampaignid',
  'bodysourceidentifier',
]
const DAYS = ['timestamp', 'postbacktimestamp', 'timestamppostback', 'receivedat', 'postbackdate']
/** Rows that are not first postbacks of a won install. */
const LEFT_OUT: readonly [names: readonly string[], texts: readonly string[]][] = [
  [
    ['didwin', 'skaddidwin', 'bodydidwin'],
    ['false', '0'],
  ],
  [
    ['redownload', 'isredownload', 'skadredownload', 'bodyredownload'],
    ['true', '1'],
  ],
  [
    ['postbacksequenceindex', 'skadpostbacksequenceindex', 'bodypostbacksequenceindex'],
    ['1', '2'],
  ],
]
const REVENUES = ['skadrevenue', 'skanrevenue']
/** Revenue in a table of conversion values. */
const VALUE_REVENUES = ['revenue', 'value', 'amount', 'revenueusd', 'avgrevenue', 'averagerevenue']
// cspell:enable
const MOST_VALUES = 10_000

const WHAT_TO_DO =
  "these are iOS postbacks, without users: take installs and revenue by campaign from the network's or the tracker's aggregate report, or add the studio's own table of the revenue of each conversion value to the folder (conversion_value,revenue)"

/** Whether a header is that of iOS postbacks (SKAdNetwork, AdAttributionKit), or of a table of their conversion values. */
export function hasPostbacks(header: readonly string[]): boolean {
  return header.some(column => [...VALUES, ...NETWORKS].includes(plainName(column)))
}

/** Installs and revenue of postbacks, a row each. Their revenue is that of their conversion values. */
export function postbackTables(
  header: readonly string[],
  byWord: ReadonlyMap<Word, string>,
  of: Of,
): Proposal {
  const find = (names: readonly string[]): string | undefined =>
    header.find(column => names.includes(plainName(column)))
  const value = find(VALUES)
  const day =
    byWord.get('installTime') ?? byWord.get('day') ?? byWord.get('eventTime') ?? find(DAYS)
  const columns: Partial<Record<Role, string>> = {
    platform: '=IOS',
    network: byWord.get('network') ?? find(NETWORKS) ?? '=',
    campaign: byWord.get('campaign') ?? find(CAMPAIGNS) ?? '=',
    country: byWord.get('country') ?? '=',
  }
  const leaveOut = Object.fromEntries(
    LEFT_OUT.flatMap(([names, texts]) => {
      const column = find(names)
      return column === undefined ? [] : [[column, texts]]
    }),
  )
  const cohort = { ...columns, install_date: day ?? '...' }
  const revenue = byWord.get('revenue') ?? find(REVENUES)
  if (day === undefined || (value === undefined && revenue === undefined)) {
    const { table, columns } = of('revenue', { ...cohort, age: '=0', revenue: value ?? '...' })
    return { tables: [], lacks: { why: WHAT_TO_DO, table, columns } }
  }
  const doubts = [
    `iOS postbacks: the day of ${day} counts as that of the install, and all revenue as of that day`,
  ]
  const installs = byWord.get('installs')
  const stated: Stated = Object.keys(leaveOut).length === 0 ? {} : { leaveOut }
  const counted = installs === undefined || revenue !== undefined ? {} : { installs }
  return {
    tables: [
      of('installs', { ...cohort, installs: installs ?? '=1' }, doubts, stated),
      of('revenue', { ...cohort, ...counted, age: '=0', revenue: revenue ?? value }, doubts, {
        ...stated,
        ...(revenue === undefined && { values: {} }),
        ...(installs !== undefined && revenue === undefined && { per: 'install' }),
      }),
    ],
    lacks: undefined,
  }
}

/** The revenue of each conversion value, if that is what a file with this header has. */
export async function readValues(
  path: string,
  header: readonly string[],
): Promise<Record<string, number> | undefined> {
  const [value, revenue] = [VALUES, VALUE_REVENUES].map(names =>
    header.findIndex(column => names.includes(plainName(column))),
  ) as [number, number]
  if (value === -1 || revenue === -1 || header.length > 4) return undefined
  const values: Record<string, number> = {}
  for await (const { index, cells } of csvRecords(path)) {
    const amount = Number(cells[revenue]?.trim() || NaN)
    if (index >= MOST_VALUES || !(amount >= 0)) return undefined
    values[cells[value]!.trim()] = amount
  }
  return values
}
