import type { Role, Table } from './formats/format.ts'

// cspell:disable
/** Usual names of the neutral tables' columns, without case, spaces and signs. */
const WORDS = {
  day: [
    'date',
    'day',
    'datum',
    'tag',
    'reportdate',
    'dt',
    'installdate',
    'installday',
    'cohort',
    'cohortdate',
    'cohortday',
    'acquisitiondate',
    'fecha',
    'jour',
  ],
  platform: ['platform', 'os', 'osname', 'operatingsystem', 'deviceos', 'store', 'plattform'],
  network: ['network', 'channel', 'mediasource', 'source', 'partner', 'adnetwork', 'utmsource', 'kanal', 'netzwerk', 'traffic source'],
  campaign: ['campaign', 'campaignname', 'utmcampaign', 'kampagne', 'kampagnenname', 'campaigntitle'],
  country: ['country', 'countrycode', 'geo', 'countryregion', 'land', 'region', 'storefront'],
  spend: ['spend', 'cost', 'costs', 'adspend', 'adcost', 'totalcost', 'totalspend', 'amountspent', 'mediacost', 'kosten', 'ausgaben'],
  installs: ['installs', 'appinstalls', 'newusers', 'downloads', 'installations', 'installationen', 'users', 'conversions'],
  revenue: ['revenue', 'sales', 'totalrevenue', 'iaprevenue', 'umsatz', 'amount', 'income', 'proceeds'],
  age: ['age', 'dayssinceinstall', 'daysafterinstall', 'cohortage', 'dsi', 'daynumber', 'dayspostattribution', 'lifetime day'],
  currency: ['currency', 'currencycode', 'waehrung', 'wahrung'],
} as const
// cspell:enable
type Word = keyof typeof WORDS

export interface ProposedTable {
  table: Table
  columns: Partial<Record<Role, string>>
  doubts: string[]
}

/** Tables that a file with an unknown header can be, with their columns; empty if nothing fits. */
export function proposeColumns(header: readonly string[]): ProposedTable[] {
  const found = new Map<Word, string>()
  for (const word of Object.keys(WORDS) as Word[]) {
    const column =
      header.find(column => (WORDS[word] as readonly string[]).includes(plain(column))) ?? header.find(column => startsLike(word, column))
    if (column !== undefined && ![...found.values()].includes(column)) found.set(word, column)
  }
  const day = found.get('day')
  if (day === undefined) return []
  const names: Partial<Record<Role, string>> = {}
  const doubts: string[] = []
  for (const name of ['platform', 'network', 'campaign', 'country'] as const) {
    const column = found.get(name)
    if (column !== name) names[name] = column ?? '='
    if (column === undefined) doubts.push(`no column looks like the ${name}: "=" leaves it unknown, "=VALUE" states it`)
  }
  const of = (table: Table, dayRole: Role, columns: Partial<Record<Role, string>>): ProposedTable => {
    const own = Object.entries({ [dayRole]: day, ...names, ...columns }).filter(([role, column]) => role !== column)
    return { table, columns: Object.fromEntries(own), doubts }
  }
  const currency = found.has('currency') && found.get('currency') !== 'currency' ? { currency: found.get('currency')! } : {}
  const wide = wideName(header)
  const [spend, installs, revenue, age] = [found.get('spend'), found.get('installs'), found.get('revenue'), found.get('age')]
  return [
    ...(spend === undefined ? [] : [of('spend', 'date', { spend, ...currency })]),
    ...(installs === undefined ? [] : [of('installs', 'install_date', { installs })]),
    ...(wide !== undefined
      ? [of('revenue', 'install_date', { revenue: wide, ...currency })]
      : revenue !== undefined && age !== undefined
        ? [of('revenue', 'install_date', { age, revenue, ...currency })]
        : []),
  ]
}

/** Exporters add units: `Spend (USD)`, `Amount spent (EUR)`. */
function startsLike(word: Word, column: string): boolean {
  return (
    ['spend', 'installs', 'revenue'].includes(word) &&
    WORDS[word].some(known => known.length > 4 && plain(column.replace(/[([].*$/, '')) === known)
  )
}

/** The pattern of columns such as `revenue_d0`, `revenue_d7`; at least two of them. */
function wideName(header: readonly string[]): string | undefined {
  const stems = new Map<string, number>()
  for (const column of header) {
    const stem = column.replace(/(?<=d|day |_|D|Day )\d{1,4}(?!\d)|(?<!\d)\d{1,4}(?=d\b|D\b)/, '<n>')
    if (stem !== column && /rev|ltv|umsatz|sales/i.test(stem)) stems.set(stem, (stems.get(stem) ?? 0) + 1)
  }
  return [...stems].find(([, count]) => count > 1)?.[0]
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
