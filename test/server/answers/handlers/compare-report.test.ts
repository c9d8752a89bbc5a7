import { parse } from 'csv-parse/sync'
import fc from '../../../support/fast-check.ts'
import t, { type Test } from 'tap'
import { arbitraryDelivery } from '../../../reference/arbitrary.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueOf,
  revenueRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'
import { seed } from '../../../support/seed.ts'

type Row = Record<string, string | number | null>

/** Rows of a CSV report by column, numbers as numbers. */
async function rowsOf(
  { get }: TestService,
  query: string,
  appId = 1,
  companyId = 1,
): Promise<Row[]> {
  const { status, body } = await get(`/v1/report?appId=${appId}&format=csv&${query}`, companyId)
  if (status !== 200) throw new Error(body.toString())
  const rows: Record<string, string>[] = parse(body, { columns: true })
  return rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, text]) => [name, cellOf(name, text)])),
  )
}

const TEXTS = new Set(['install_cohort', 'platform', 'network', 'campaign', 'country'])

function cellOf(name: string, text: string): string | number | null {
  return TEXTS.has(name) ? text : text === '' ? null : Number(text)
}

async function faultOf({ get }: TestService, query: string): Promise<string> {
  const answer = await get(`/v1/report?appId=1&granularity=campaign&${query}`)
  if (answer.status !== 400) throw new Error(`${query}: ${answer.status}`)
  const { errors } = answer.json() as { errors: { parameter: string; message: string }[] }
  return errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
}

/** Beta is new, Gamma has ended, Meta is in both. The latest install date with data is 2026-03-30. */
const DELIVERY = minimalDelivery({
  cohorts: [
    cohortRow({ install_date: '2026-03-30', spend: '30' }),
    cohortRow({ install_date: '2026-03-30', network: 'Beta', spend: '10' }),
    cohortRow({ install_date: '2026-03-29', spend: '20' }),
    cohortRow({ install_date: '2026-03-29', network: 'Gamma', spend: '20' }),
  ],
  cohort_revenue: [
    revenueRow({ install_date: '2026-03-30', ...revenueOf('15') }),
    revenueRow({ install_date: '2026-03-30', network: 'Beta', ...revenueOf('8') }),
    revenueRow({ install_date: '2026-03-29', ...revenueOf('8') }),
    revenueRow({ install_date: '2026-03-29', network: 'Gamma', ...revenueOf('2') }),
  ],
})

const TODAY =
  'granularity=campaign&groupBy=network&installGrouping=total&startDate=2026-03-30&dsiValues=7'

t.test('comparison has groups of either range, with 0 for sums and null for ratios', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  t.strictSame(await rowsOf(service, `${TODAY}&metrics=spend,revenue,roas&compare=previous`), [
    row('Beta', [10, 0, null], [8, 0, null], [0.8, null, null]),
    row('Gamma', [0, 20, -1], [0, 2, -1], [null, 0.1, null]),
    row('Meta', [30, 20, 30 / 20 - 1], [15, 8, 15 / 8 - 1], [0.5, 0.4, 0.5 / 0.4 - 1]),
  ])
  const organic = await rowsOf(
    service,
    `${TODAY}&metrics=installs,organic_installs,profit,payback&compare=2026-03-29..2026-03-29&limit=1&offset=1`,
  )
  t.match(organic, [
    {
      network: 'Gamma',
      installs_paid: 0,
      installs_paid_before: 4,
      installs_paid_change: -1,
      organic_installs: 0,
      organic_installs_before: 4,
      profit_paid_gross_d7: 0,
      profit_paid_gross_d7_before: -18,
      payback_paid_gross: null,
      payback_paid_gross_before: null,
    },
  ])
})

function row(network: string, ...cells: (number | null)[][]): Row {
  const names = ['spend', 'revenue_paid_gross_d7', 'roas_paid_gross_d7']
  const columns = names.flatMap((name, place) =>
    ['', '_before', '_change'].map((suffix, index) => [`${name}${suffix}`, cells[place]![index]!]),
  )
  return { install_cohort: '2026-03-30', network, ...Object.fromEntries(columns) }
}

t.test('contributions to the change of the total match hand-computed values', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  const rows = await rowsOf(service, `${TODAY}&metrics=roas&compare=previous&explain=true`)
  t.strictSame(
    Object.keys(rows[0]!).slice(2),
    ['', '_before', '_change', '_mix', '_rate'].map(suffix => `roas_paid_gross_d7${suffix}`),
  )
  // The total went from 10 / 40 to 23 / 40: shares of Meta 1/2 and 3/4, of Gamma 1/2 and 0, of Beta 0 and 1/4.
  const middle = (10 / 40 + 23 / 40) / 2
  const want = {
    Beta: [(1 / 4) * (0.8 - middle), 0],
    Gamma: [(-1 / 2) * (0.1 - middle), 0],
    Meta: [(1 / 4) * (0.45 - middle), (5 / 8) * 0.1],
  }
  for (const { network, roas_paid_gross_d7_mix: mix, roas_paid_gross_d7_rate: rate } of rows) {
    const [wantedMix, wantedRate] = want[network as keyof typeof want]
    t.ok(
      near(Number(mix), wantedMix!) && near(Number(rate), wantedRate!),
      `${network}: ${mix} ${rate}`,
    )
  }
})

t.test(
  'with partial=true a group with unknown revenue in a range has a null rate and a known mix',
  async t => {
    const campaigns = [{ campaign: 'A' }, { campaign: 'B' }]
    const cohorts = campaigns.flatMap(name =>
      ['2026-03-29', '2026-03-30'].map(install_date => ({ ...name, install_date })),
    )
    const known = cohorts.filter(
      ({ campaign, install_date }) => campaign === 'B' || install_date === '2026-03-29',
    )
    const service = await startService(t, {
      deliveries: [
        minimalDelivery({
          cohorts: cohorts.map(row => cohortRow({ ...row, spend: '100' })),
          cohort_revenue: known.map(row =>
            revenueRow({ ...row, ...revenueOf(row.campaign === 'A' ? '30' : '50') }),
          ),
        }),
      ],
    })
    const query =
      'granularity=campaign&groupBy=campaign&installGrouping=total&startDate=2026-03-30&dsiValues=7&compare=previous&explain=true'
    const [a, b] = await rowsOf(service, `${query}&metrics=revenue,roas&partial=true`)
    t.match(a, {
      revenue_paid_gross_d7: null,
      roas_paid_gross_d7: null,
      roas_paid_gross_d7_before: 0.3,
      roas_paid_gross_d7_rate: null,
    })
    // The total went from 80 / 200 to 50 / 100: A's share from 1/2 to 0, B's from 1/2 to 1.
    t.ok(near(Number(a!['roas_paid_gross_d7_mix']), (-1 / 2) * (0.3 - 0.45)))
    t.ok(near(Number(b!['roas_paid_gross_d7_mix']), (1 / 2) * (0.5 - 0.45)))
    t.equal(b!['roas_paid_gross_d7_rate'], 0)
    const [, whole] = await rowsOf(service, `${query}&metrics=roas`)
    t.match(whole, { roas_paid_gross_d7_mix: null, roas_paid_gross_d7_rate: 0 })
  },
)

function near(a: number, b: number, scale = 1): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, scale)
}

t.test('the compared range is resolved', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  const rangeOf = async (compare: string, dates: string) => {
    const { headers } = await service.get(
      `/v1/report?appId=1&granularity=campaign&installGrouping=total&metrics=spend&compare=${compare}&${dates}`,
    )
    return `${headers['start-date']}..${headers['end-date']} ${headers['compare-start-date']}..${headers['compare-end-date']}`
  }
  t.equal(
    await rangeOf('previous', 'startDate=2026-03-24'),
    '2026-03-24..2026-03-30 2026-03-17..2026-03-23',
  )
  t.equal(
    await rangeOf('previous_month', 'startDate=2026-03-29&endDate=2026-03-30'),
    '2026-03-29..2026-03-30 2026-02-28..2026-02-28',
  )
  t.equal(
    await rangeOf('previous_month', 'startDate=2026-01-15&endDate=2026-02-10'),
    '2026-01-15..2026-02-10 2025-12-15..2026-01-10',
  )
  t.equal(
    await rangeOf('previous_year', 'startDate=2026-03-24'),
    '2026-03-24..2026-03-30 2025-03-25..2025-03-31',
  )
  t.equal(
    await rangeOf('2026-03-20..2026-05-01', 'startDate=2026-03-24'),
    '2026-03-24..2026-03-30 2026-03-20..2026-03-30',
    'its end is capped',
  )
  t.equal(
    await rangeOf('previous_month', 'startDate=2026-04-01'),
    '2026-04-01..2026-03-30 2026-03-01..2026-02-28',
    'of nothing, nothing',
  )
  const { headers } = await service.get('/v1/report?appId=1&granularity=campaign')
  t.notOk('compare-start-date' in headers || 'compare-end-date' in headers)
})

t.test('a range in other words is the same file, and another range another one', async t => {
  const { get } = await startService(t, { deliveries: [DELIVERY] })
  const tagOf = async (compare: string) => {
    const { headers } = await get(`/v1/report?appId=1&${TODAY}&metrics=spend&compare=${compare}`)
    return [headers['etag'], headers['content-disposition']].join()
  }
  t.equal(await tagOf('previous'), await tagOf('2026-03-29..2026-03-29'))
  t.not(await tagOf('previous'), await tagOf('2026-03-28..2026-03-29'))
  const { headers } = await get(`/v1/report?appId=1&${TODAY}&metrics=spend&compare=previous`)
  const again = await get(`/v1/report?appId=1&${TODAY}&metrics=spend&compare=previous`, 1, {
    'if-none-match': headers['etag']!,
  })
  t.equal(again.status, 304)
})

t.test('an impossible comparison is refused with the allowed values', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  const faults: [query: string, says: RegExp][] = [
    [
      'compare=previous',
      /^compare: can be used only with installGrouping total; installGrouping is not given$/,
    ],
    [
      'compare=previous&installGrouping=weekly',
      /only with installGrouping total; installGrouping is weekly/,
    ],
    [
      'compare=last&installGrouping=total',
      /^compare: must be previous, previous_month, previous_year, or two dates/,
    ],
    [
      'compare=2026-02-30..2026-03-01&installGrouping=total',
      /^compare: must have real dates; got 2026-02-30$/,
    ],
    [
      'compare=2026-03-02..2026-03-01&installGrouping=total',
      /^compare: must not start after it ends/,
    ],
    [
      'compare=2024-12-31..2025-02-01&installGrouping=total',
      /^compare: must not begin before 2025-01-01, the earliest date supported; it would begin on 2024-12-31$/,
    ],
    [
      'compare=previous_year&installGrouping=total&startDate=2025-02-01',
      /^compare: must not begin before 2025-01-01.*2024-02-03$/,
    ],
    [
      'explain=true&installGrouping=total',
      /^explain: can be used only when compare is also given$/,
    ],
    [
      'explain=true&compare=previous&installGrouping=total&groupBy=none',
      /^explain: cannot be used with groupBy none$/,
    ],
    [
      'compare=previous&installGrouping=total&sort=spend_before',
      /^sort: "spend_before" is not a column of this result/,
    ],
  ]
  for (const [query, says] of faults) t.match(await faultOf(service, query), says, query)
  t.equal(
    (
      await rowsOf(
        service,
        'granularity=campaign&installGrouping=total&explain=false&metrics=spend',
      )
    ).length,
    3,
    'false is the default',
  )
})

t.test(
  'payback lies between DSIs, at the first one, or is null if unreached or unknown',
  async t => {
    const networks = {
      A: ['2', '5', '15'],
      B: ['10', '11', '12'],
      C: ['1', '2', '9.99'],
      D: [null, '4', '12'],
      E: ['3', null, '17'],
      G: ['1', '2', null],
      H: [null, null, null],
    }
    const rows = Object.entries(networks).flatMap(([network, amounts]) =>
      amounts.flatMap((amount, index) =>
        amount === null
          ? []
          : [revenueRow({ network, dsi: [1, 7, 365][index]!, ...revenueOf(amount) })],
      ),
    )
    const cohorts = [
      ...Object.keys(networks).map(network => cohortRow({ network })),
      cohortRow({ network: 'F', spend: '0' }),
    ]
    const service = await startService(t, {
      deliveries: [minimalDelivery({ cohorts, cohort_revenue: rows })],
    })
    const days = (
      await rowsOf(service, 'granularity=campaign&metrics=payback&sort=payback_paid_gross')
    ).map(row => [row['network'], row['payback_paid_gross'], row['payback_known_dsi_paid_gross']])
    // 7 + 358 * 5 / 10; 1; never; 7 + 358 * 6 / 8; 1 + 364 * 7 / 14; nothing spent.
    t.strictSame(days, [
      ['B', 1, 365],
      ['E', 183, 365],
      ['A', 186, 365],
      ['D', 275.5, 365],
      ['C', null, 365],
      ['F', null, null],
      ['G', null, 7],
      ['H', null, null],
    ])
  },
)

/** Maximum deliveries until one has what a law is about: one in five does not. */
const DRAWS = 20

/** Deliveries of arbitrary apps, each readable by a company. */
async function arbitraryApps(
  t: Test,
  seed: number,
): Promise<{ service: TestService; apps: { appId: number; companyId: number }[] }> {
  const delivery = fc.sample(arbitraryDelivery({ today: '2026-03-20', firstId: 1 }), {
    numRuns: 1,
    seed,
  })[0]!
  const service = await startService(t, { deliveries: [delivery], now: '2026-03-20T12:00:00Z' })
  const live = new Set(delivery.apps.filter(app => app.live).map(app => app.app_id))
  const apps = delivery.app_access
    .filter(({ app_id: app }) => live.has(app))
    .map(row => ({ appId: row.app_id, companyId: row.company_id }))
  return { service, apps }
}

t.test(
  "contributions of any app add up to the total's change; profit and organic installs are differences",
  async t => {
    let explained = 0
    // Some draws have no ratio whose change is known in both ranges.
    for (let draw = 0; explained === 0 && draw < DRAWS; draw++) {
      const { service, apps } = await arbitraryApps(t, seed + draw)
      for (const { appId, companyId } of apps) {
        for (const partial of [true, false]) {
          for (const [groupBy, compare] of [
            ['network', '2026-01-10..2026-02-10'],
            ['platform,network,campaign,country', '2026-02-01..2026-03-01'],
            ['country', '2025-12-01..2026-01-31'],
          ]) {
            const types = 'roasTypes=paid,full_blended&revenueTypes=net'
            const metrics = 'metrics=spend,installs,cpi,revenue,ltv,roas,profit,organic_installs'
            const base = `granularity=campaign_geo&installGrouping=total&${metrics}&${types}&partial=${partial}&compare=${compare}`
            const groups = await rowsOf(
              service,
              `${base}&groupBy=${groupBy}&explain=true&sort=-spend_change`,
              appId,
              companyId,
            )
            const [total] = await rowsOf(service, `${base}&groupBy=none`, appId, companyId)
            explained += checkSums(t, groups, total)
            checkDifferences(t, groups, partial)
            const page = await rowsOf(
              service,
              `${base}&groupBy=${groupBy}&explain=true&sort=-spend_change&limit=2&offset=1`,
              appId,
              companyId,
            )
            t.strictSame(page, groups.slice(1, 3), 'a page has the same cells')
          }
        }
      }
    }
    t.ok(explained > 0, `${explained} ratios`)
  },
)

function checkSums(t: Test, groups: readonly Row[], total: Row | undefined): number {
  const mixed = Object.keys(groups[0] ?? {}).filter(name => name.endsWith('_mix'))
  let checked = 0
  for (const name of mixed.map(mix => mix.replace(/_mix$/, ''))) {
    const [now, before] = [total?.[name], total?.[`${name}_before`]]
    const parts = groups.map(row => [row[`${name}_mix`], row[`${name}_rate`]])
    if (typeof now !== 'number' || typeof before !== 'number') {
      t.ok(
        parts.every(([mix]) => mix === null),
        `${name}: no total, no mix`,
      )
      continue
    }
    // With `partial`, revenue of cohorts without spend and installs counts in the total, but does not make the group's known.
    if (parts.some(([, rate]) => rate === null)) continue
    const sum = parts.reduce((sum, [mix, rate]) => sum + Number(mix) + Number(rate), 0)
    const scale = Math.max(...parts.flat().map(part => Math.abs(Number(part))), Math.abs(now))
    t.ok(near(sum, now - before, scale), `${name}: ${sum} is ${now - before}`)
    checked++
  }
  return checked
}

function checkDifferences(t: Test, groups: readonly Row[], partial: boolean): void {
  for (const row of groups) {
    for (const suffix of ['', '_before']) {
      const value = (name: string) => row[`${name}${suffix}`] ?? null
      t.equal(
        value('organic_installs'),
        Number(value('installs_full_blended')) - Number(value('installs_paid')),
      )
      for (const name of Object.keys(row).filter(name => /^profit_\w+_d\d+$/.test(name))) {
        const revenue = value(name.replace('profit', 'revenue'))
        if (revenue === null) t.equal(value(name), null, name)
        else if (!partial)
          t.ok(
            near(Number(value(name)), Number(revenue) - Number(value('spend')), Number(revenue)),
            name,
          )
      }
    }
  }
}

t.test('apps with weekly cohorts only can be compared', async t => {
  const service = await startService(t, {
    deliveries: [{ ...DELIVERY, apps: [appRow({ weekly_aggregation: true })] }],
  })
  t.equal((await rowsOf(service, `${TODAY}&metrics=spend&compare=previous`)).length, 3)
})
