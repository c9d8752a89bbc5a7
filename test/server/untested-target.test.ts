import t from 'tap'
import type { components } from '../../generated/types.ts'
import { startToolService } from '../support/tool-service.ts'
import { untestedDelivery } from '../support/untested-delivery.ts'

type Recommendation = components['schemas']['Recommendation']
type Overview = components['schemas']['Overview']
type Plan = components['schemas']['BudgetPlan']
type Alert = components['schemas']['Alert']

interface Rows {
  columns: string[]
  rows: unknown[][]
  note?: string
  context: Record<string, unknown>
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.abs(other)
}

t.test(
  'before the target DSI is tested, every surface gives the same small steps, and says so',
  async t => {
    const service = await startToolService(t, { deliveries: [untestedDelivery('90')] })
    const get = async <Body>(path: string) => (await service.get(path)).json() as Body
    const rows = await get<Recommendation[]>('/v1/recommendations?appId=1')
    const [low, high] = ['Low', 'High'].map(name =>
      rows.find(({ campaign }) => campaign === name)!,
    ) as [Recommendation, Recommendation]
    t.match(low, { action: 'REDUCE', tested: false, responseEvidence: 'assumed' })
    t.match(low.step, {
      kind: 'budget',
      from: 100,
      to: 90,
      spendChange: -10,
      bounds: true,
      gain: null,
      bidStays: true,
      tested: false,
      newest: null,
    })
    t.ok(near(low.step.revenueChangeLow!, -9) && low.step.revenueChangeHigh === 0)
    t.match(high, { action: 'SCALE', tested: false, responseEvidence: null })
    t.match(high.step, { kind: 'test', direction: 'more', from: 100, bounds: true, bidStays: true })
    t.ok(near(high.step.to!, 110))

    // D30 is withheld, so that D14 is the longest tested one.
    const { neededLow, neededHigh, ...checkpoint } = low.step.checkpoint!
    t.match(checkpoint, { dsi: 14, targetDsi: 90, targetRoas: 1.12 })
    t.ok(
      near(checkpoint.roas, 0.6) &&
        near(neededLow, (1.12 * 0.6) / 0.99) &&
        near(neededHigh, (1.12 * 0.6) / 0.81),
    )

    const tool = await service.result<Rows>('svc_get_recommendations', { appId: 1 })
    const words = tool.rows.map(row => String(row[tool.columns.indexOf('stepWords')]))
    const said = words.find(text => text.startsWith('Cut'))!
    t.equal(
      said,
      'Cut the daily budget by $10: the D90 forecast is not tested yet; the bid target stays; saves $10 of spend and loses at most $9.00 of revenue ' +
        'a day (D90), worth $1.96 to $10 at your target; to reach 112.0% by D90, cohorts need 67.9% to 83.0% at D14; these have 60.0%',
    )
    t.match(
      words.find(text => text.startsWith('Raise')),
      /^Raise the daily budget by 10% \(\$10\) for 7 days, then set it back: the D90 forecast is not tested yet; /,
    )
    t.match(
      tool.note,
      /In 2 of 2 rows the D90 forecast is not tested yet: steps move 10 % of the spend and no bid\./,
    )
    t.match(tool.context, { untestedDsis: [90], withheldDsis: [{ dsi: 30 }] })
    t.ok(tool.rows.every(row => row[tool.columns.indexOf('tested')] === false))

    const [alert] = await get<Alert[]>('/v1/alerts?appId=1')
    t.strictSame(alert!.step, low.step, 'the alert has the step of its campaign')
    const alerts = await service.result<Rows>('svc_get_alerts', { appId: 1 })
    t.equal(alerts.rows[0]![alerts.columns.indexOf('stepWords')], said)

    const [overview] = await get<Overview[]>('/v1/overview')
    t.match(overview, { tested: false, checkpoint: { dsi: 14, targetDsi: 90, targetRoas: 1.12 } })
    t.ok(near(overview!.checkpoint!.roas, 0.7))
    t.ok(
      near(overview!.checkpoint!.neededHigh, (1.12 * 0.7) / (1.15 * 0.9)),
      'errors of one network count as one',
    )
    t.strictSame(
      overview!.actions.map(({ id, step }) => [id, step]),
      rows.toSorted((a, b) => b.step.gainLow! - a.step.gainLow!).map(({ id, step }) => [id, step]),
    )

    const plan = await get<Plan>('/v1/budget-plan?appId=1&budgetChange=-0.1')
    t.match(plan, { movableShare: 0, suggested: null })
    t.ok(
      plan.campaigns.every(({ limitedBy, change }) => limitedBy === 'evidence' && change === 0),
      'no plan moves what has no price',
    )
  },
)

t.test('the same run with a tested target DSI has priced steps and bids', async t => {
  const service = await startToolService(t, { deliveries: [untestedDelivery(undefined)] })
  const rows = (await service.get('/v1/recommendations?appId=1')).json() as Recommendation[]
  t.ok(
    rows.every(
      ({ tested, step }) =>
        tested && step.tested && step.checkpoint === null && step.kind === 'bid_target',
    ),
  )
  const [overview] = (await service.get('/v1/overview')).json() as Overview[]
  t.match(overview, { tested: true, checkpoint: null })
  const tool = await service.result<Rows>('svc_get_recommendations', { appId: 1 })
  t.notOk('untestedDsis' in tool.context)
  t.notMatch(JSON.stringify(tool), /not tested/)
})
