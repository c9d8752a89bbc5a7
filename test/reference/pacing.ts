import { compareBytes, displayName } from './identity.ts'
import { sumMoney, toDouble } from './money.ts'
import { addDays, daysBetween } from './periods.ts'
import { dataThrough, runAsOf } from './runs.ts'
import type { AppRow, BudgetRow, CohortRow, Delivery } from './delivery.ts'

/** The budgets of a month against what the served run knows to be spent. */
export function pacing(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  requestedMonth: string | undefined,
  /** The last day that is known, if not the run's. */
  until?: string,
): Record<string, unknown>[] {
  const run = runAsOf(delivery, app.app_id, 'recommendation')
  const through = run === undefined ? undefined : (until ?? dataThrough(run))
  const month = requestedMonth ?? (through ?? today).slice(0, 7)
  const cohorts = delivery.cohorts.filter(
    row => row.run_id === run?.run_id && row.install_date <= through!,
  )
  return delivery.budgets
    .filter(row => row.app_id === app.app_id && row.month === month)
    .map(row => ({
      ...row,
      platform: row.platform || null,
      network: row.network || null,
      campaign: row.campaign || null,
    }))
    .sort(
      (a, b) =>
        compareBytes(a.platform ?? '', b.platform ?? '') ||
        compareBytes(a.network ?? '', b.network ?? '') ||
        compareBytes(a.campaign ?? '', b.campaign ?? '') ||
        a.budget_id - b.budget_id,
    )
    .map(row =>
      pace(
        row,
        cohorts.filter(cohort => isOf(cohort, row)),
        through,
      ),
    )
}

function isOf(cohort: CohortRow, budget: BudgetRow): boolean {
  return (['platform', 'network', 'campaign'] as const).every(
    name => budget[name] === null || budget[name] === displayName(cohort[name]),
  )
}

function pace(
  { budget_id, month, platform, network, campaign, amount }: BudgetRow,
  cohorts: CohortRow[],
  through: string | undefined,
) {
  const days = Array.from({ length: 31 }, (_, day) => addDays(`${month}-01`, day)).filter(day =>
    day.startsWith(month),
  )
  const spendOf = (wanted: readonly string[]) =>
    toDouble(
      sumMoney(cohorts.filter(row => wanted.includes(row.install_date)).map(row => row.spend)),
    )
  const planned = Number(amount)
  const spent = spendOf(days)
  const left = days.filter(day => through === undefined || day > through)
  const past =
    through === undefined
      ? []
      : Array.from({ length: 208 }, (_, day) => addDays(through, day - 207))
  const spends = new Map(past.map(day => [day, spendOf([day])]))
  const first = past.find(day => spends.get(day)! > 0)
  const forecast = (origin: string, wanted: readonly string[]): number => {
    const known = Array.from({ length: 28 }, (_, day) => addDays(origin, day - 27)).filter(
      day => day >= first!,
    )
    return sum(
      wanted.map(day => {
        const same = known.filter(one => daysBetween(one, day) % 7 === 0)
        return mean((same.length > 0 ? same : known).map(one => spends.get(one)!))
      }),
    )
  }
  const rest = left.length === 0 ? 0 : first === undefined ? null : forecast(through!, left)
  const expected = rest === null ? null : spent + rest
  const ratios: number[] = []
  if (first !== undefined && left.length > 0 && left.length < days.length) {
    for (const origin of past.slice(27)) {
      const next = left.map((_, day) => addDays(origin, day + 1))
      if (addDays(origin, -27) < first || next.at(-1)! > through!) continue
      const forecastSum = forecast(origin, next)
      if (forecastSum > 0) ratios.push(sum(next.map(day => spends.get(day)!)) / forecastSum)
    }
  }
  ratios.sort((a, b) => a - b)
  // As many tests as fit side by side.
  const widening = 0.9 / ((ratios.length + left.length - 1) / left.length)
  const isKnown = rest !== null && rest > 0 && ratios.length >= 20
  return {
    budgetId: budget_id,
    month,
    platform,
    network,
    campaign,
    amount: planned,
    spent,
    expected,
    expectedLow: isKnown ? spent + rest * between(ratios, 0.1 - widening) : null,
    expectedHigh: isKnown ? spent + rest * between(ratios, 0.9 + widening) : null,
    intervalDays: ratios.length,
    cases: ratios.length,
    share: spent / planned,
    daysLeft: left.length,
    currentDailySpend:
      first === undefined
        ? null
        : mean(
            past
              .slice(-7)
              .filter(day => day >= first)
              .map(day => spends.get(day)!),
          ),
    neededDailySpend:
      left.length === 0 ? null : spent >= planned ? 0 : (planned - spent) / left.length,
    status: statusOf(planned, spent, expected),
  }
}

function statusOf(planned: number, spent: number, expected: number | null): string | null {
  if (spent > planned) return 'OVERSPENT'
  if (expected === null) return null
  return expected > planned * 1.05 ? 'OVER' : expected < planned * 0.95 ? 'UNDER' : 'ON_BUDGET'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** A quantile of ascending values, linear between two of them, within them. */
function between(values: readonly number[], share: number): number {
  if (share <= 0) return values[0]!
  if (share >= 1) return values.at(-1)!
  const place = (values.length - 1) * share
  const [one, other] = [
    values[Math.floor(place)]!,
    values[Math.min(values.length - 1, Math.floor(place) + 1)]!,
  ]
  return one + (other - one) * (place % 1)
}
