import t from 'tap'
import fc from '../../../support/fast-check.ts'
import type { ForecastFault } from '../../../../server/forecast/config/config-faults.ts'
import type { Mapping } from '../../../../server/forecast/inputs/formats/format.ts'
import { FORMATS } from '../../../../server/forecast/inputs/formats/formats.ts'
import { measureOf } from '../../../../server/forecast/inputs/column-measure.ts'
import { type Columns, columnsOf, mappingOf } from '../../../../server/forecast/inputs/mapping.ts'
import { csv } from '../../../support/forecast/inputs.ts'
import { outcomeOf } from '../../../support/forecast/kind-outcome.ts'
import { inFolder } from '../../../support/temporary-folder.ts'

const MONEY = { spend: 'spend', revenue: 'revenue', events: 'revenue' } as const

interface Measured {
  name: string
  table: keyof typeof MONEY
  format: string
  header: string[]
  money: number
}

/** Tables of all formats with amounts, each with a header of the first names of its columns. */
const TABLES: readonly Measured[] = Object.entries(FORMATS).flatMap(([format, tables]) =>
  Object.entries(tables).flatMap(([table, mapping]) => {
    if (typeof mapping === 'string' || !(table in MONEY)) return []
    const role = MONEY[table as keyof typeof MONEY]
    const wide = mapping.wide?.at(-1)?.[0]?.name
    const columns = Object.entries(mapping.columns).flatMap(([own, [first]]) =>
      own === 'currency' || first === undefined || (own === role && wide !== undefined)
        ? []
        : [first],
    )
    const amounts = wide === undefined ? [] : [wide.replace('<n>', '0'), wide.replace('<n>', '7')]
    const header = [...new Set([...columns, ...amounts])]
    const money =
      wide === undefined
        ? header.indexOf(mapping.columns[role]![0] ?? '')
        : header.indexOf(amounts[0]!)
    return money === -1
      ? []
      : [{ name: `${format} ${table}`, table: table as Measured['table'], format, header, money }]
  }),
)

function columnsFor(
  { table, format, header }: Measured,
  stated: Pick<Mapping, 'per' | 'divide'> = {},
): { columns: Columns; faults: ForecastFault[] } {
  const faults: ForecastFault[] = []
  const mapping = mappingOf({ table, format, columns: {}, ...stated }) as Mapping
  return {
    columns: columnsOf(
      { ...mapping, optional: [...(mapping.optional ?? []), 'platform'] },
      header,
      'file.csv',
      faults,
    ),
    faults,
  }
}

t.test(
  'amounts of every format are sums in one unit, unless something states otherwise',
  async t => {
    t.ok(TABLES.length >= 20)
    for (const table of TABLES) {
      const { columns, faults } = columnsFor(table)
      t.same([faults, columns.times], [[], undefined], table.name)
    }
  },
)

t.test(
  'a currency in the name of any amount is its unit, or contradicts what the format states',
  async () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...TABLES.filter(({ header, money }) => !/usd|d0/.test(header[money]!.toLowerCase())),
        ),
        fc.constantFrom('EUR', 'JPY', 'BRL'),
        (table, code) => {
          const header = table.header.with(table.money, `${table.header[table.money]!} (${code})`)
          const { columns, faults } = columnsFor({ ...table, header })
          const stated = (FORMATS[table.format]![table.table] as Mapping).currency
          return stated === undefined
            ? columns.currency === code && faults.length === 0
            : faults.some(({ rule }) => rule.includes(code))
        },
      ),
    )
  },
)

t.test(
  'averages of any format are multiplied by the column beside them, or refused without it',
  async () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TABLES),
        fc.constantFrom('install', 'spend'),
        fc.boolean(),
        (table, per, hasDivisor) => {
          fc.pre(table.table === 'revenue')
          const role = per === 'install' ? 'installs' : 'spend'
          fc.pre(!table.header.includes(role))
          const { columns, faults } = columnsFor(
            { ...table, header: [...table.header, ...(hasDivisor ? [role] : [])] },
            { per: per as 'install', divide: 1 },
          )
          return hasDivisor
            ? columns.times === role && columns.roles.get(role) === table.header.length
            : faults.some(({ rule }) => rule.startsWith(`must come with the column of ${role}`))
        },
      ),
    )
  },
)

const AGE = fc.tuple(
  fc.constantFrom('_d', ' D', ' Day ', '_day', ' (Day '),
  fc.integer({ min: 0, max: 365 }),
)
// cspell:disable
const NAMES = [
  { name: 'Revenue', per: 'sum', kind: undefined },
  { name: 'total_revenue', per: 'sum', kind: 'all' },
  { name: 'ad_revenue', per: 'sum', kind: 'ad' },
  { name: 'In-App Revenue', per: 'sum', kind: 'iap' },
  { name: 'LTV', per: 'install', kind: undefined },
  { name: 'ad_ltv', per: 'install', kind: 'ad' },
  { name: 'ARPU', per: 'install', kind: undefined },
  { name: 'revenue_per_user', per: 'install', kind: undefined },
  { name: 'IAP revenue per install', per: 'install', kind: 'iap' },
  { name: 'Umsatz pro Nutzer', per: 'install', kind: undefined },
  { name: 'ROAS', per: 'spend', kind: undefined },
  { name: 'iap_roas', per: 'spend', kind: 'iap' },
  { name: 'ARPPU', per: 'other', kind: undefined },
  { name: 'ltv_revenue', per: 'open', kind: undefined },
]

t.test(
  'a name states what its amounts are of, their age and their kind, wherever the age stands',
  async t => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        AGE,
        fc.boolean(),
        ({ name, per, kind }, [sign, age], isFirst) => {
          const end = sign.includes('(') ? ')' : ''
          const column = isFirst ? `D${age} ${name}` : `${name}${sign}${age}${end}`
          const measure = measureOf(column)
          return measure?.per === per && measure.age === age && measure.kind === kind
        },
      ),
    )
    for (const name of [
      'Retention D7',
      'paying users d7',
      'Installs D7',
      'revenue_users_d7',
      'eCPM D7',
    ])
      t.equal(measureOf(name), undefined)
    for (const name of ['revenue_w1', 'Revenue M1', 'revenue_24h', 'Revenue Month 3'])
      t.equal(measureOf(name)?.period, 'weeks')
  },
)

// cspell:enable

const CAMPAIGN = fc.record({
  installs: fc.integer({ min: 1, max: 2000 }),
  spend: fc.integer({ min: 1, max: 5000 }),
  cents: fc.integer({ min: 0, max: 500 }),
})
const WORDING = fc.record({
  per: fc.constantFrom('sum', 'install', 'spend'),
  unit: fc.constantFrom('', ' (USD)', ' (cents)', ' micros'),
  isDaily: fc.boolean(),
  isGerman: fc.boolean(),
})
const NAMED = {
  sum: ['Revenue', 'Umsatz'],
  // cspell:disable-next-line
  install: ['LTV', 'Umsatz pro Nutzer'],
  spend: ['ROAS', 'ROAS'],
} as const

t.test('one table gives the same sums whatever its columns measure, or asks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(CAMPAIGN, { minLength: 3, maxLength: 4 }),
      WORDING,
      async (campaigns, { per, unit, isDaily, isGerman }) => {
        // A ratio of spend has no unit of money, and a value per install no whole cents.
        const suffix = per === 'spend' ? ' (%)' : unit
        const factor =
          per === 'spend' ? 100 : unit === ' (cents)' ? 100 : unit === ' micros' ? 1e6 : 1
        const name = `${isDaily ? 'Daily ' : ''}${NAMED[per][isGerman ? 1 : 0]}`
        const header = `Date,OS,Network,Campaign,Country,Installs,Spend,${[0, 1].map(age => `${name} D${age}${suffix}`).join(',')}`
        const days = ['2026-10-01', '2026-10-02', '2026-10-03']
        const rows = days.flatMap(day =>
          campaigns.map(({ installs, spend, cents }, at) => {
            const divisor = per === 'sum' ? 1 : per === 'install' ? installs : spend
            const amounts = [1, isDaily ? 1 : 2].map(times =>
              ((times * cents * installs * factor) / 100 / divisor).toFixed(9),
            )
            return `${day},ios,Net,C${at},US,${installs},${spend},${amounts.join(',')}`
          }),
        )
        const { sums, refused } = await inFolder('measures', folder =>
          outcomeOf(folder, { files: { 'report.csv': csv(header, ...rows) } }),
        )
        // The last of three days has no second day yet.
        const wanted = campaigns.map(
          ({ installs, spend, cents }, at) =>
            `IOS Net C${at}: ${3 * spend} / ${3 * installs} / ${(5 * cents * installs) / 100}`,
        )
        if (refused !== undefined) throw new Error(refused)
        for (const [at, line] of wanted.sort().entries()) {
          const [text, revenue] = [line, sums[at]!].map(sum => Number(sum.split(' / ')[2])) as [
            number,
            number,
          ]
          const isSame = line.replace(/[^/]*$/, '') === sums[at]!.replace(/[^/]*$/, '')
          if (!isSame || Math.abs(text - revenue) > 0.02 + 1e-5 * text)
            throw new Error(`${line} is ${sums[at]}`)
        }
      },
    ),
    { numRuns: 12 },
  )
})
