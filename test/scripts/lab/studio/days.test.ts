import t from 'tap'
import { startService } from '../../../support/started-service.ts'

interface Overview {
  appId: number
  tested: boolean
  yesterday: { roas: number | null; roasLow: number | null }
  weeks: { roas: number | null }[]
  actions: object[]
}
interface Budget {
  status: string
  expected: number | null
  amount: number
}

/** New Year, a leap day, the first day of a month and, shared with other tests, an ordinary one. */
for (const demo of ['2026-01-01', '2024-02-29', '2026-09-01', '2026-11-22']) {
  t.test(`the demo answers the questions of a morning on ${demo}`, async t => {
    const service = await startService(t, { demo, now: `${demo}T09:00:00Z` })
    const get = async <Body>(path: string, company: number): Promise<Body> => {
      const { status, body } = await service.get(path, company)
      t.equal(status, 200, `${path}: ${body.toString().slice(0, 200)}`)
      return JSON.parse(body.toString()) as Body
    }
    const readers = { 101: 1, 102: 1, 103: 2, 104: 1 }
    const apps = [1, 2].map(company => get<Overview[]>('/v1/overview', company))
    const overview = (await Promise.all(apps)).flat()
    for (const [appId, company] of Object.entries(readers)) {
      const { tested, yesterday, weeks, actions } = overview.find(app => app.appId === +appId)!
      t.equal(tested, +appId !== 104, `${appId}: only the soft launch has an untested target`)
      t.ok(yesterday.roas! > 0 && weeks.every(({ roas }) => roas! > 0), `${appId}: how it goes`)
      if (tested) t.ok(yesterday.roasLow! > 0, `${appId}: how far to trust it`)
      if (tested) t.ok(actions.length > 0, `${appId}: what to do`)
      const budgets = await get<Budget[]>(`/v1/pacing?appId=${appId}`, company)
      t.ok(
        budgets.some(({ expected, amount }) => expected! < amount),
        `${appId}: a budget has room`,
      )
      t.ok((await get<object[]>(`/v1/alerts?appId=${appId}`, company)).length > 0, `${appId}`)
    }

    const budgets = await get<Budget[]>('/v1/pacing?appId=101', 1)
    t.ok(
      budgets.some(({ status }) => status === 'OVER' || status === 'OVERSPENT'),
      'a network spends too much',
    )
    const [record] = await get<{ rightShare: number }[]>('/v1/track-record?appId=101', 1)
    t.ok(record!.rightShare > 0.7, `${record!.rightShare} of the money went right`)
    const plan = await get<{ campaigns: { dailySpend: number; plannedDailySpend: number }[] }>(
      '/v1/budget-plan?appId=101&budgetChange=0&followSteps=false',
      1,
    )
    const moved = plan.campaigns.filter(one => one.plannedDailySpend !== one.dailySpend)
    t.ok(moved.length > 5, `a plan moves money between ${moved.length} campaigns`)
  })
}
