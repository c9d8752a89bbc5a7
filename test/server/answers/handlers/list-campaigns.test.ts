import t from 'tap'
import type { CohortRow } from '../../../reference/delivery.ts'
import { cohortRow, minimalDelivery, runRow } from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

interface Campaign {
  campaign: string
  countries: string[]
  spend: number
}

async function list({ get }: TestService, query = ''): Promise<Campaign[]> {
  const answer = await get(`/v1/campaigns?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Campaign[]
}

function start(t: Parameters<typeof startService>[0], cohorts: Partial<CohortRow>[]) {
  return startService(t, {
    deliveries: [minimalDelivery({ cohorts: cohorts.map(cohortRow), cohort_revenue: [] })],
  })
}

t.test('every field matches hand-computed values', async t => {
  // The latest install date with data is 2026-03-30: 30 days begin with 2026-03-01.
  const service = await start(t, [
    {
      install_date: '2026-03-30',
      spend: '0.1',
      paid_installs: 1,
      incremental_blended_installs: 2,
      full_blended_installs: 4,
    },
    {
      install_date: '2026-03-01',
      spend: '0.2',
      paid_installs: 8,
      incremental_blended_installs: 16,
      full_blended_installs: 32,
    },
    {
      install_date: '2026-02-28',
      spend: '1000',
      paid_installs: 100,
      incremental_blended_installs: 200,
      full_blended_installs: 300,
    },
    { install_date: '2026-03-02', country: 'BR', spend: '0.4' },
    { install_date: '2026-01-01', country: null, spend: '500' },
  ])
  t.strictSame(await list(service), [
    {
      platform: 'IOS',
      network: 'Meta',
      campaign: 'Alpha',
      countries: ['BR', 'US', 'Unknown'],
      firstInstallDate: '2026-01-01',
      lastInstallDate: '2026-03-30',
      spend: 0.7,
      paidInstalls: 13,
      incrementalBlendedInstalls: 23,
      fullBlendedInstalls: 44,
    },
  ])
  t.match(
    await list(service, '&countries=BR,Unknown'),
    [
      {
        countries: ['BR', 'Unknown'],
        firstInstallDate: '2026-01-01',
        lastInstallDate: '2026-03-02',
        spend: 0.4,
        paidInstalls: 4,
      },
    ],
    'only these countries count',
  )
  t.match((await service.get('/v1/campaigns?appId=1')).headers, {
    'total-rows': '1',
    'run-id': '1',
    'data-through': '2026-03-30',
    currency: 'USD',
  })
})

t.test('order and filters apply', async t => {
  const service = await start(t, [
    { campaign: 'small', spend: '1' },
    { campaign: 'old', install_date: '2026-01-01', spend: '900' },
    { campaign: 'sum', country: 'DE', spend: '6' },
    { campaign: 'sum', country: 'FR', spend: '6' },
    { campaign: 'large', spend: '10', platform: 'ANDROID' },
    // Equal in spend: by platform, network and campaign, as bytes.
    { campaign: 'b', spend: '3' },
    { campaign: 'B', spend: '3' },
    { campaign: '\uffee', spend: '3' },
    { campaign: '\u{1f600}', spend: '3' },
    { campaign: 'z', spend: '3', platform: 'ANDROID' },
    { campaign: 'a', spend: '3', network: 'Unlisted' },
    { campaign: 'nameless', spend: '2', platform: null, network: '' },
  ])
  const names = async (query = '') => (await list(service, query)).map(({ campaign }) => campaign)
  t.strictSame(await names(), [
    'sum',
    'large',
    'z',
    'B',
    'b',
    '\uffee',
    '\u{1f600}',
    'a',
    'nameless',
    'small',
    'old',
  ])
  t.strictSame(await names('&platforms=android'), ['large', 'z'])
  t.strictSame(await names('&networks=Unlisted,Unknown'), ['a', 'nameless'])
  t.strictSame(await names('&countries=FR'), ['sum'])
  t.strictSame(await names('&networks=meta'), [])
})

t.test('money is summed exactly, beyond the precision of a double', async t => {
  const service = await start(t, [
    { spend: '90000000000000.1', country: 'DE' },
    { spend: '90000000000000.2', country: 'FR' },
    { spend: '0.0001', country: 'US' },
  ])
  t.match(await list(service), [{ spend: 180000000000000.3001 }])
})

t.test('the list has only campaigns of the served run', async t => {
  const later = runRow({
    run_id: 5,
    created_at: '2026-04-01T06:00:00.000Z',
    max_install_date: '2026-03-31',
  })
  const runs = [...minimalDelivery().runs, later]
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({ runs, cohorts: [cohortRow(), cohortRow({ run_id: 5, campaign: 'New' })] }),
    ],
  })
  t.match(await list(service), [{ campaign: 'New' }])
  const empty = {
    runs: [],
    cohorts: [],
    cohort_revenue: [],
    roas_snapshots: [],
    recommendations: [],
    alerts: [],
  }
  t.strictSame(
    await list(await startService(t, { deliveries: [minimalDelivery(empty)] })),
    [],
    'an app without a run',
  )
})
