import t from 'tap'
import type { Config } from '../../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { requireAsOf } from '../../../../server/forecast/inputs/read-facts.ts'
import { dateOf } from '../../../../server/core/model/dates.ts'
import { configFor, csv, linesOf, read, writeFiles } from '../../../support/forecast/inputs.ts'

const SPEND = 'date,platform,network,campaign,country,spend'
const INSTALLS = 'install_date,platform,network,campaign,country,installs'
const REVENUE = 'install_date,platform,network,campaign,country,age,revenue'

const FILES = {
  'spend.csv': csv(
    SPEND,
    '2025-01-01,iOS,ironsource_int,One,usa,10.5',
    '2025-01-02,iOS,ironSource,One,United States,3',
    '2025-01-03,android,Two,,UK,1',
  ),
  'installs.csv': csv(
    INSTALLS,
    '2025-01-01,iOS,ironsource_int,One,usa,4',
    '2025-01-01,IOS,Organic,unknown,Atlantis,7',
    '2025-01-02,IOS,ironSource,One,US,2',
    '2025-01-02,IOS,ironSource,One,US,1',
    '2025-01-03,Android,Two,,GB,5',
  ),
  'revenue.csv': csv(
    REVENUE,
    '2025-01-01,IOS,ironSource,One,US,0,4',
    '2025-01-01,IOS,ironSource,One,US,1,2',
    '2025-01-01,IOS,ironSource,One,US,1,-1',
    '2025-01-01,IOS,ironSource,One,US,2,100',
    '2025-01-01,IOS,Organic,,,0,0.1',
    '2025-01-01,IOS,Organic,,,0,0.2',
    '2025-01-02,IOS,ironSource,One,US,0,8',
    '2025-01-03,ANDROID,Two,,GB,0,6',
  ),
}
const INPUTS = (['spend', 'installs', 'revenue'] as const).map(table => ({
  table,
  files: [`${table}.csv`],
}))
const ALIAS: Partial<Config> = {
  networks: { traditional: [], alias: { ironsource_int: 'ironSource' } },
}

async function faultsOf(config: Config): Promise<ForecastFaults> {
  const error = await read(config).then(
    () => new Error('no faults'),
    (error: unknown) => error,
  )
  if (error instanceof ForecastFaults) return error
  throw error as Error
}

t.test(
  'neutral tables become facts: sorted cells per day and names, through the last complete day less the lag',
  async t => {
    const folder = t.testdir()
    writeFiles(folder, FILES)
    const { facts, notes, coverage } = await read(configFor(folder, INPUTS, ALIAS))
    t.same(linesOf(facts), [
      '2025-01-01 to 2025-01-02',
      '2025-01-01 IOS Organic (organic) - -: 7 installs, 0 spent',
      '  iap 0: 0.3 gross, 0.15 net',
      '2025-01-01 IOS ironSource One US: 4 installs, 10.5 spent',
      '  iap 0: 4 gross, 2 net',
      '  iap 1: 2 gross, 0.5 net',
      '2025-01-02 IOS ironSource One US: 3 installs, 3 spent',
      '  iap 0: 8 gross, 4 net',
    ])
    t.same(notes, [
      'Countries that are not known count as Unknown: "Atlantis".',
      'installs: 1 rows share the key of another row: their sums are taken.',
      'revenue: 2 rows share the key of another row: their sums are taken.',
    ])
    t.match(coverage.all, {
      days: 2,
      cells: 3,
      installs: 14,
      spend: 13.5,
      revenue: 14.3,
      unattributed: { installs: 0, spend: 0 },
    })
    t.match(coverage.tables[2], { table: 'revenue', files: 1, rows: 8, days: 3 })
    t.same(facts.netShare.iap, Float64Array.of(0.5, 0.5))
    t.same(facts.names.platform, ['IOS'], 'nobody hears of what only later days have')
    t.throws(() => requireAsOf(facts, facts.firstDay - 1), ForecastFaults)
  },
)

t.test('countries are read by their names in the languages of exports', async t => {
  const folder = t.testdir()
  const rows = ['日本', 'タイ', 'Deutschland', 'États-Unis', 'jpn', '韓国']
  writeFiles(folder, {
    ...FILES,
    'installs.csv': csv(
      INSTALLS,
      ...['2025-01-01', '2025-01-02'].flatMap(day =>
        rows.map(name => `${day},iOS,A,One,${name},1`),
      ),
    ),
    'spend.csv': csv(SPEND, '2025-01-01,iOS,A,One,日本,1', '2025-01-02,iOS,A,One,日本,1'),
    'revenue.csv': csv(REVENUE, '2025-01-01,iOS,A,One,日本,0,1', '2025-01-02,iOS,A,One,日本,0,1'),
  })
  const { facts } = await read(configFor(folder, INPUTS, ALIAS))
  t.same(facts.names.country, ['DE', 'JP', 'KR', 'TH', 'US'])
})

t.test('net revenue, revenue kinds and currencies are read', async t => {
  const folder = t.testdir()
  writeFiles(folder, {
    ...FILES,
    'installs.csv': csv(
      INSTALLS,
      '2025-01-01,IOS,A,One,US,4',
      '2025-01-02,IOS,A,One,US,4',
      '2025-01-03,IOS,A,One,US,4',
      '2025-01-04,IOS,A,One,US,4',
    ),
    'spend.csv': csv(
      `${SPEND},currency`,
      ...['01', '02', '03', '04'].map(day => `2025-01-${day},IOS,A,One,US,10,EUR`),
    ),
    'revenue.csv': csv(
      `${REVENUE},revenue_net,kind,currency`,
      '2025-01-01,IOS,A,One,US,0,10,6,iap,EUR',
      '2025-01-01,IOS,A,One,US,0,10,,iap,USD',
      '2025-01-01,IOS,A,One,US,1,3,3,ad,USD',
      '2025-01-03,IOS,A,One,US,1,3,3,ad,USD',
    ),
    'fx.csv': csv('date,currency,rate', '2025-01-01,EUR,1.5', '2025-01-02,EUR,2'),
  })
  const config = configFor(folder, [...INPUTS, { table: 'fx', files: ['fx.csv'] }], {
    gaps: [{ from: '2025-01-03', to: '2025-01-03' }],
  })
  t.same(linesOf((await read(config)).facts), [
    '2025-01-01 to 2025-01-02',
    '2025-01-01 IOS A One US: 4 installs, 15 spent',
    '  iap 0: 25 gross, 14 net',
    '  ad 1: 3 gross, 3 net',
    '2025-01-02 IOS A One US: 4 installs, 20 spent',
  ])
  writeFiles(folder, { 'fx.csv': csv('date,currency,rate', '2024-12-28,EUR,1.5') })
  t.match(await faultsOf(config), {
    total: 1,
    faults: [
      {
        file: 'fx.csv',
        value: '2025-01-02 EUR',
        rule: /The rate before is of 2024-12-28, and holds for 4 days\. Add rows to fx\.csv/,
      },
    ],
  })
  writeFiles(folder, {
    'fx.csv': csv('date,currency,rate', '2024-12-28,EUR,1.5', '2025-01-01,EUR,2'),
  })
  const { facts, notes } = await read(config)
  t.equal(facts.cells.spend[1], 20)
  t.match(
    notes.join('\n'),
    /fx: no rate of EUR on 1 day \(2025-01-02\): that of the day before holds, for up to 4 days \(20\.00 USD\)/,
  )
})

t.test(
  'cumulative revenue becomes daily: unreached ages do not count, and gaps are spread',
  async t => {
    const folder = t.testdir()
    const days = Array.from({ length: 9 }, (_, day) => `2025-01-0${day + 1}`)
    writeFiles(folder, {
      'installs.csv': csv(INSTALLS, ...days.map(day => `${day},IOS,A,One,US,4`)),
      // Exported on the 9th: the cohort of the 3rd has reached age 6, that of the 6th age 3.
      'revenue.csv': csv(
        'install_date,platform,network,campaign,country,r_d0,r_d3,r_d7,r_d14',
        ...days.map(
          day =>
            `${day},IOS,A,One,US,${day === '2025-01-03' ? '1,2,5,5' : day === '2025-01-06' ? '1,4,4,4' : '0,0,0,0'}`,
        ),
      ),
    })
    const inputs = [
      { table: 'installs' as const, files: ['installs.csv'] },
      { table: 'revenue' as const, files: ['revenue.csv'], columns: { revenue: 'r_d<n>' } },
    ]
    const { facts } = await read(configFor(folder, inputs))
    t.equal(dateOf(facts.lastDay), '2025-01-08')
    const [revenue] = facts.revenue
    const of = (cell: number) =>
      Array.from(revenue!.gross.subarray(revenue!.start[cell], revenue!.start[cell + 1]))
    const upTo = (age: number) =>
      Array.from({ length: age + 1 }, (_, n) => (n + 1) ** -0.7).reduce((a, b) => a + b)
    const [three, six] = [of(2), of(5)]
    t.equal(three.length, 4, 'what the column of day 7 holds includes the day of the export')
    t.equal(three[0], 1)
    t.ok(Math.abs(three[1]! + three[2]! + three[3]! - 1) < 1e-9)
    t.ok(Math.abs(three[1]! - (upTo(1) - upTo(0)) / (upTo(3) - upTo(0))) < 1e-6)
    t.same(
      Array.from(revenue!.age.subarray(revenue!.start[5], revenue!.start[6])),
      [0, 1, 2],
      'age 3 ends after the last day',
    )
    t.equal(six.length, 3)
    t.same(revenue!.exportedAges, [0, 3, 7, 14])
    writeFiles(folder, {
      'revenue.csv': csv(
        'install_date,platform,network,campaign,country,r_d0,r_d3',
        ...days.map(day => `${day},IOS,A,One,US,${day === '2025-01-03' ? '5,2' : '0,0'}`),
      ),
    })
    t.match(await faultsOf(configFor(folder, inputs)), {
      total: 1,
      faults: [{ file: 'revenue.csv', column: 'revenue by day 3', value: '2' }],
    })
  },
)

t.test(
  'an event log gives revenue, and installs if no other input does; an event counts once',
  async t => {
    const folder = t.testdir()
    const header =
      'user_id,install_time,platform,network,campaign,country,event_time,revenue,event_id'
    writeFiles(folder, {
      'a.csv': csv(
        header,
        'u1,2025-01-01 23:00:00,IOS,A,One,US,2025-01-02 01:00:00,5,e1',
        'u1,2025-01-01 23:00:00,IOS,A,One,US,2025-01-02 02:00:00,5,e2',
        'u2,2025-01-01 10:00:00,IOS,A,One,US,,,',
        'u3,2025-01-02 10:00:00,IOS,A,One,US,2025-01-02 10:00:00,1,',
      ),
      'b.csv': csv(
        header,
        'u1,2025-01-01 23:00:00,IOS,A,One,US,2025-01-02 01:00:00,5,e1',
        'u4,2025-01-04 10:00:00,IOS,A,One,US,2025-01-04 10:00:00,1,',
        'u5,2025-01-03 10:00:00,IOS,A,One,US,2025-01-03 10:00:00,1,',
      ),
    })
    const inputs = [{ table: 'events' as const, files: ['*.csv'] }]
    t.same(linesOf((await read(configFor(folder, inputs, { lagDays: 2 }))).facts), [
      '2025-01-01 to 2025-01-02',
      '2025-01-01 IOS A One US: 2 installs, 0 spent',
      '  iap 1: 10 gross, 5 net',
      '2025-01-02 IOS A One US: 1 installs, 0 spent',
      '  iap 0: 1 gross, 0.5 net',
    ])
    const hours = await read(configFor(folder, [{ ...inputs[0]!, day: 'hours24' }], { lagDays: 2 }))
    t.match(linesOf(hours.facts)[2], 'iap 0: 10 gross')
  },
)

t.test('malformed rows are reported by file, line and column, the first fifty in all', async t => {
  const folder = t.testdir()
  writeFiles(folder, {
    ...FILES,
    'installs.csv': csv(
      INSTALLS,
      '2025-01-01,IOS,"A\nB",One,US,4',
      '2025-13-01,IOS,A,One,US,4',
      '2025-01-02,IOS,A,One,US,-1',
      '2025-01-02,IOS,A,One,US,many',
      '2025-01-02,IOS,A,One,US,1.5',
    ),
  })
  t.match(await faultsOf(configFor(folder, INPUTS)), {
    total: 4,
    faults: [
      {
        file: 'installs.csv',
        row: 4,
        column: 'install_date',
        value: '2025-13-01',
        rule: 'must be a date of 2000 to 2099 that begins YYYY-MM-DD',
      },
      { row: 5, column: 'installs', value: '-1', rule: 'must not be negative' },
      { row: 6, column: 'installs', value: 'many' },
      { row: 7, column: 'installs', value: '1.5', rule: 'must be a whole number' },
    ],
  })
  writeFiles(folder, {
    'installs.csv': csv(INSTALLS, ...Array.from({ length: 70 }, () => '2025-01-02,IOS,A,One,US,x')),
  })
  const many = await faultsOf(configFor(folder, INPUTS))
  t.match([many.total, many.faults.length], [70, 50])
})

t.test('errors of whole tables are reported', async t => {
  const folder = t.testdir()
  const faultsWith = async (files: Record<string, string>, more: Partial<Config> = {}) => {
    writeFiles(folder, { ...FILES, ...files })
    return (await faultsOf(configFor(folder, INPUTS, { ...ALIAS, ...more }))).faults
  }
  t.match(await faultsWith({ 'spend.csv': csv('date,os,network,campaign,country,spend') }), [
    {
      file: 'spend.csv',
      row: 1,
      column: 'platform',
      rule: 'is required as platform. The file has these columns: date, os, network, campaign, country, spend',
    },
  ])
  t.match(
    await faultsWith({
      'spend.csv': csv(SPEND, '2025-01-01,IOS,A,One,US,1', '2025-01-04,IOS,A,One,US,1'),
    }),
    [{ file: 'spend', column: 'date', value: '2025-01-02 to 2025-01-03' }],
  )
  t.match(
    await faultsWith({
      'revenue.csv': csv(
        REVENUE,
        '2025-01-01,IOS,Elsewhere,One,US,0,5',
        '2025-01-02,IOS,ironSource,One,US,0,5',
        '2025-01-03,IOS,ironSource,One,US,0,5',
      ),
    }),
    [
      {
        file: 'revenue',
        rule: /must have rows of installs for 2025-01-01, IOS, Elsewhere, One, US \(50.00 % of all/,
      },
    ],
  )
  t.match(
    await faultsWith({
      'revenue.csv': csv(
        REVENUE,
        '2025-01-01,IOS,ironSource,One,US,-1,5',
        '2025-01-02,IOS,ironSource,One,US,0,5',
      ),
    }),
    [
      {
        file: 'revenue.csv',
        row: 2,
        column: 'age',
        value: '-1',
        rule: 'must not be before the install',
      },
    ],
  )
  t.match(await faultsWith({}, { net: null }), [{ file: 'config', column: 'net' }])
  t.match(await faultsWith({ 'installs.csv': csv(INSTALLS, '2025-01-01,IOS,A,"One') }), [
    { file: 'installs.csv', row: 2, rule: 'must close the quote it opens' },
  ])
  t.match(await faultsWith({ 'installs.csv': csv(INSTALLS, '2025-01-01,IOS,A') }), [
    { file: 'installs.csv', row: 2, rule: /must have 6 fields/ },
  ])
})

t.test('equal rows in files of one day count once, and differing rows are an error', async t => {
  const folder = t.testdir()
  const inputs = [INPUTS[0]!, { table: 'installs' as const, files: ['installs*.csv'] }, INPUTS[2]!]
  writeFiles(folder, {
    ...FILES,
    'installs_2.csv': csv(
      INSTALLS,
      '2025-01-01,iOS,ironsource_int,One,usa,4',
      '2025-01-02,IOS,ironSource,One,US,3',
    ),
  })
  const { facts, notes } = await read(configFor(folder, inputs, ALIAS))
  t.same(Array.from(facts.cells.installs), [7, 4, 3])
  t.ok(notes.includes('installs: 2 rows are duplicates; each counts once.'), notes.join())
  writeFiles(folder, { 'installs_2.csv': csv(INSTALLS, '2025-01-01,iOS,ironsource_int,One,usa,5') })
  t.match((await faultsOf(configFor(folder, inputs, ALIAS))).faults, [
    {
      file: 'installs_2.csv',
      column: 'installs',
      value: '5.000000',
      rule: /must agree with installs.csv, which has 4.000000 for 2025-01-01/,
    },
  ])
})

t.test('a truncated last day is left out, and unmatched targets are noted', async t => {
  const folder = t.testdir()
  const days = Array.from({ length: 30 }, (_, day) => dateOf(20089 + day))
  writeFiles(folder, {
    ...FILES,
    'installs.csv': csv(
      INSTALLS,
      ...days.map((day, n) => `${day},IOS,A,${n % 2 === 0 ? 'One' : ''},US,${n === 29 ? 40 : 100}`),
    ),
    'revenue.csv': csv(
      REVENUE,
      ...days.map(day => `${day},IOS,A,${days.indexOf(day) % 2 === 0 ? 'One' : ''},US,0,100`),
    ),
  })
  const targets: Config['targets'] = {
    dsi: 7,
    roasType: 'paid',
    revenueType: 'net',
    roas: 1,
    by: [
      { network: 'A', roas: 2 },
      { network: 'A', country: 'DE', roas: 2 },
    ],
  }
  const { facts, notes } = await read(configFor(folder, INPUTS.slice(1), { targets }))
  t.equal(facts.lastDay, 20089 + 29 - 2)
  t.same(notes, [
    '2025-01-30 looks cut off in installs: it has less than half of what its weekday usually has. It is left out.',
    'ROAS and recommendations need spend, which none of the inputs contains: add an input of the table spend.',
    'IOS: 50 % of paid installs have no campaign (SKAdNetwork or lost names); nothing is recommended for them.',
    'The target for network A, country DE matches no campaign.',
  ])
})

t.test('bids are read by day and names', async t => {
  const folder = t.testdir()
  writeFiles(folder, {
    ...FILES,
    'bids.csv': csv(
      'date,platform,network,campaign,live_roas',
      '2025-01-02,IOS,ironsource_int,One,0.35',
      '2025-01-01,IOS,ironSource,One,0.3',
    ),
  })
  const config = configFor(folder, [...INPUTS, { table: 'bids', files: ['bids.csv'] }], ALIAS)
  t.same((await read(config)).facts.bids, [
    {
      day: 20089,
      platform: 'IOS',
      network: 'ironSource',
      campaign: 'One',
      country: null,
      liveRoas: 0.3,
    },
    {
      day: 20090,
      platform: 'IOS',
      network: 'ironSource',
      campaign: 'One',
      country: null,
      liveRoas: 0.35,
    },
  ])
})
