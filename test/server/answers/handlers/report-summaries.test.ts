import t from 'tap'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

const DELIVERY = minimalDelivery({
  cohorts: [
    cohortRow({ spend: '10' }),
    cohortRow({ spend: '20', country: 'DE' }),
    cohortRow({ spend: '30', network: 'Beta', campaign: null }),
    cohortRow({ spend: '60', network: 'Beta', install_date: '2026-03-29' }),
  ],
  cohort_revenue: [
    revenueRow({ paid_gross: '5' }),
    revenueRow({ country: 'DE', paid_gross: '4' }),
    revenueRow({ network: 'Beta', campaign: null }),
  ],
})

const REPORT = '/v1/report?appId=1&granularity=campaign&format=csv'

async function ask({ get }: TestService, query: string) {
  const { status, headers, body } = await get(`${REPORT}&${query}`)
  t.equal(status, 200, query)
  return { headers, lines: body.toString().trimEnd().split(/\r?\n/) }
}

t.test('rows are grouped in column order, whatever the order of groupBy', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  t.strictSame(
    (await ask(service, 'metrics=spend,revenue&dsiValues=7&groupBy=campaign,network')).lines,
    [
      'install_cohort,network,campaign,spend,revenue_paid_gross_d7',
      '2026-03-29,Beta,Alpha,60.0,',
      '2026-03-30,Beta,Unknown,30.0,5.0',
      '2026-03-30,Meta,Alpha,30.0,9.0',
    ],
  )
  t.strictSame(
    (
      await ask(
        service,
        'metrics=spend,roas&dsiValues=7&groupBy=none&installGrouping=total&partial=true&maturity=true',
      )
    ).lines,
    [
      'install_cohort,spend,roas_paid_gross_d7,period_days,actual_share_d7,covered_share_d7',
      `2026-02-28,120.0,${14 / 60},31,${24 / 31},0.5`,
    ],
  )
})

t.test('equivalent spellings of a request give one response', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  const same = async (...queries: string[]) => {
    const answers = await Promise.all(queries.map(query => ask(service, query)))
    const names = ['etag', 'content-disposition'] as const
    for (const answer of answers)
      for (const name of names)
        t.equal(answer.headers[name], answers[0]!.headers[name], queries.join(' '))
    return answers[0]!.headers['content-disposition']!
  }
  const usual = await same(
    '',
    'groupBy=platform,network,campaign',
    'groupBy=campaign,platform,network',
  )
  const split = await same('groupBy=network,platform', 'groupBy=platform,network')
  const total = await same(
    'installGrouping=total&groupBy=none&limit=5',
    'groupBy=none&installGrouping=total&offset=0&limit=5',
  )
  t.equal(new Set([usual, split, total]).size, 3, 'and another for another one')
  t.match(
    total,
    /filename=Game-report-campaign-total-2026-02-28-2026-03-30-2026-03-31-[0-9a-f]{8}\.csv;/,
  )
})

t.test('a page beyond the last row is empty and counts all', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  for (const query of [
    '',
    '&groupBy=none&installGrouping=total',
    '&sort=-spend',
    '&sort=ltv_paid_gross_d7&dsiValues=1,7&metrics=ltv,roas',
  ]) {
    const all = await ask(
      service,
      `metrics=spend${query}`.replace(/metrics=spend(.*&metrics)/, '$1'),
    )
    const beyond = await ask(
      service,
      `metrics=spend${query}&limit=2&offset=1000000`.replace(/metrics=spend(.*&metrics)/, '$1'),
    )
    t.strictSame(beyond.lines, all.lines.slice(0, 1), query)
    t.equal(beyond.headers['total-rows'], String(all.lines.length - 1))
  }
})

t.test('an app without daily cohorts accepts the total, from its own start', async t => {
  const service = await startService(t, {
    deliveries: [{ ...DELIVERY, apps: [appRow({ weekly_aggregation: true })] }],
  })
  const { lines } = await ask(
    service,
    'metrics=spend&installGrouping=total&groupBy=network&startDate=2026-03-25&sort=-network',
  )
  t.strictSame(lines.slice(1), ['2026-03-25,Meta,30.0', '2026-03-25,Beta,90.0'])
})

t.test('a DSI unknown to the run is missing everywhere, except for idle cohorts', async t => {
  const none = {
    spend: '0',
    paid_installs: 0,
    incremental_blended_installs: 0,
    full_blended_installs: 0,
  }
  const cohorts = [cohortRow({ network: 'Busy' }), cohortRow({ network: 'Idle', ...none })]
  const service = await startService(t, {
    deliveries: [minimalDelivery({ cohorts, cohort_revenue: [] })],
  })
  await service.import({ apps: [appRow({ dsi_values: '1,2,7,30,365' })] })
  service.passSecond()
  const query = 'metrics=revenue,roas&dsiValues=2&groupBy=network'
  t.strictSame((await ask(service, query)).lines.slice(1), [
    '2026-03-30,Busy,,',
    '2026-03-30,Idle,0.0,',
  ])
  t.strictSame((await ask(service, `${query}&partial=true`)).lines.slice(1), [
    '2026-03-30,Busy,,,0.0',
    '2026-03-30,Idle,0.0,,',
  ])
})
