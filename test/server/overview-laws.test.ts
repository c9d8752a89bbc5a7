import t, { type Test } from 'tap'
import type { components } from '../../generated/types.ts'
import { arbitraryDelivery } from '../reference/arbitrary.ts'
import { closeTo } from '../reference/compare.ts'
import { decodeParquet } from '../reference/decode-parquet.ts'
import type { Cell } from '../reference/expected.ts'
import { addDays, periodStart } from '../reference/periods.ts'
import fc from '../support/fast-check.ts'
import { startService, type TestService } from '../support/started-service.ts'
import { seed } from '../support/seed.ts'

type Overview = components['schemas']['Overview']
type Recommendation = components['schemas']['Recommendation']

const today = '2026-03-20'
/** The report refuses earlier dates. */
const EARLIEST = addDays(today, -455)

function same(one: Cell | undefined, other: number | null): boolean {
  return one === other || (typeof one === 'number' && other !== null && closeTo(one, other))
}

/** The only row of the report's totals over a range; undefined without cohorts. */
async function totals(
  { get }: TestService,
  companyId: number,
  app: Overview,
  start: string,
  end: string,
) {
  const types = `&roasTypes=${app.targetRoasType}&revenueTypes=${app.targetRevenueType}&dsiValues=${app.targetDsi}&maturity=true`
  const range = `&startDate=${start}&endDate=${end}`
  const query = `appId=${app.appId}&granularity=campaign&groupBy=none&installGrouping=total&metrics=spend,roas${types}${range}`
  const answer = await get(`/v1/report?${query}`, companyId)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  const { columns, rows } = await decodeParquet(answer.body)
  const cell = (name: RegExp): Cell | undefined =>
    rows[0]?.[columns.findIndex(column => name.test(column.name))]
  return {
    spend: cell(/^spend$/) ?? 0,
    roas: cell(/^roas_/) ?? null,
    actualShare: cell(/^actual_share_/),
  }
}

t.test('the overview follows its laws over random deliveries', async t => {
  const service = await startService(t, { now: `${today}T12:00:00Z` })
  let [apps, actions] = [0, 0]
  for (let index = 0; index < 3 || apps < 4 || actions === 0; index++) {
    const [delivery] = fc.sample(arbitraryDelivery({ today, firstId: 1 + index * 100_000 }), {
      numRuns: 1,
      seed: seed + index,
    })
    await service.import(delivery!, 'parquet')
    service.passSecond()
    for (const { company_id: companyId } of delivery!.companies) {
      const answer = await service.get('/v1/overview', companyId)
      const overviews = answer.json() as Overview[]
      const listed = (await service.get('/v1/apps', companyId)).json() as { id: number }[]
      t.strictSame(
        overviews.map(({ appId }) => appId),
        listed.map(({ id }) => id),
        'the apps of the list, in its order',
      )
      for (const app of overviews) {
        apps++
        actions += app.actions.length
        await holds(t, service, companyId, app)
      }
    }
  }
})

async function holds(test: Test, service: TestService, companyId: number, app: Overview) {
  const { get } = service
  const of = `app ${app.appId}`
  const { dataThrough: through } = app
  if (through === null) return void test.strictSame([app.weeks, app.spend.week], [[], null], of)
  if (addDays(through, -13) >= EARLIEST) {
    const [week, weekBefore] = [
      await totals(service, companyId, app, addDays(through, -6), through),
      await totals(service, companyId, app, addDays(through, -13), addDays(through, -7)),
    ]
    test.ok(
      same(week.spend, app.spend.week) && same(week.roas, app.roas.week),
      `${of}: the week is the report's`,
    )
    test.ok(
      same(weekBefore.spend, app.spend.weekBefore) && same(weekBefore.roas, app.roas.weekBefore),
      `${of}: so is the one before`,
    )
    if (week.actualShare !== undefined)
      test.ok(same(week.actualShare, app.roas.weekActualShare), of)
  }
  test.strictSame(
    app.weeks.map(({ startDate }) => startDate),
    [7, 6, 5, 4, 3, 2, 1, 0].map(weeks => addDays(periodStart(through, 'weekly'), -7 * weeks)),
    `${of}: eight Mondays`,
  )
  for (const { startDate, spend, roas } of app.weeks.slice(0, -1)) {
    if (startDate < EARLIEST) continue
    const reported = await totals(service, companyId, app, startDate, addDays(startDate, 6))
    test.ok(same(reported.spend, spend) && same(reported.roas, roas), `${of}: week of ${startDate}`)
  }
  test.ok(
    (app.spend.day ?? 0) + (app.spend.dayBefore ?? 0) <= (app.spend.week ?? 0) * (1 + 1e-12),
    `${of}: a week holds its days`,
  )
  const shares = app.weeks.map(({ actualShare }) => actualShare)
  test.strictSame(
    shares,
    shares.toSorted((a, b) => b - a),
    `${of}: younger weeks are not more actual`,
  )

  const rows = (
    await get(`/v1/recommendations?appId=${app.appId}`, companyId)
  ).json() as Recommendation[]
  for (const action of app.actions) {
    const known = rows.some(row =>
      (
        [
          'platform',
          'network',
          'campaign',
          'country',
          'action',
          'dailySpend',
          'optimisationLiveRoas',
        ] as const
      ).every(name => row[name] === action[name]),
    )
    test.ok(known, `${of}: an action is a recommendation`)
    test.equal(action.action, action.predictedRoas > action.targetRoas ? 'SCALE' : 'REDUCE', of)
    test.ok(
      closeTo(
        action.gap,
        action.dailySpend * Math.abs(action.predictedRoas / action.targetRoas - 1),
      ),
      of,
    )
  }
  const alerts = (await get(`/v1/alerts?appId=${app.appId}`, companyId)).json() as unknown[]
  test.ok(
    app.openAlerts <= alerts.length && app.openAlerts > 0 === alerts.length > 0,
    `${of}: alerts are counted once`,
  )
  const [record] = (await get(`/v1/track-record?appId=${app.appId}`, companyId)).json() as unknown[]
  test.strictSame(app.trackRecord, record ?? { decisions: 0 }, `${of}: the track record`)
  const weeksOfEvents = `startDate=${app.weeks[0]!.startDate}&endDate=${through}`
  test.strictSame(
    app.events,
    (await get(`/v1/events?appId=${app.appId}&${weeksOfEvents}`, companyId)).json(),
    `${of}: events`,
  )
}
