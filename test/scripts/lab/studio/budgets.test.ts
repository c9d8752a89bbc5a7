import t from 'tap'
import { budgetsOf } from '../../../../scripts/lab/studio/budgets.ts'
import { apps } from '../../../../scripts/lab/studio/apps.ts'
import type { Cohort } from '../../../../scripts/lab/studio/studio-cohorts.ts'
import { simulate } from '../../../../scripts/lab/studio/simulate.ts'
import { paceOf } from '../../../../server/core/formulas/pacing.ts'
import { addDays, dateOf, dayOf } from '../../../../server/core/model/dates.ts'

type Budget = ReturnType<typeof budgetsOf>[number]

/** Spend expected by the end of a budget's month over its amount, on each day from the one before it on. */
function expectedShares(budget: Budget, cohorts: readonly Cohort[], last: string): number[] {
  const days = new Map<string, number>()
  for (const { day, spend, segment } of cohorts) {
    const { platform, network } = segment.campaign
    if ((budget.platform ?? platform) !== platform || (budget.network ?? network) !== network)
      continue
    days.set(dateOf(day), (days.get(dateOf(day)) ?? 0) + spend)
  }
  const shares: number[] = []
  let spent = 0
  for (
    let day = addDays(`${budget.month}-01`, -1);
    day <= last && day <= addDays(`${budget.month}-01`, 26);
    day = addDays(day, 1)
  ) {
    if (day.startsWith(budget.month)) spent += days.get(day) ?? 0
    const known = new Map([...days].filter(([date]) => date <= day))
    shares.push(paceOf(budget, { spent, days: known }, day).expected! / budget.amount)
  }
  return shares
}

for (const today of ['2026-02-10', '2026-06-30', '2026-11-28']) {
  t.test(`one app's budgets leave room on every day of every month, seen on ${today}`, async t => {
    const app = apps.find(({ id }) => id === 103)!
    const { cohorts } = simulate(app, dayOf(today))
    const budgets = budgetsOf(app, cohorts, dayOf(today))
    t.equal(new Set(budgets.map(({ month }) => month)).size, 6)
    for (const budget of budgets) {
      const most = Math.max(...expectedShares(budget, cohorts, addDays(today, -1)))
      t.ok(most < 1, `${budget.month} ${budget.platform} ${budget.network}: ${most}`)
    }
  })
}

t.test('one network spends more than its budget of each month, and its app less', async t => {
  const today = '2026-11-28'
  const app = apps.find(({ id }) => id === 101)!
  const { cohorts } = simulate(app, dayOf(today))
  for (const budget of budgetsOf(app, cohorts, dayOf(today))) {
    const last = expectedShares(budget, cohorts, addDays(today, -1)).at(-1)!
    if (budget.network !== null) t.ok(last > 1, `${budget.month}: ${last}`)
    else if (budget.platform === null) t.ok(last < 1, `${budget.month}: ${last}`)
  }
})
