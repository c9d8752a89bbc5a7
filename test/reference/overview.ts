import { alerts } from './alerts.ts'
import { events } from './events.ts'
import { pacing } from './pacing.ts'
import { ratio, scaled, sumMoney, toDouble } from './money.ts'
import { addDays, daysBetween, periodStart } from './periods.ts'
import { recommendations } from './recommendations.ts'
import { cohortKey } from './report-columns.ts'
import { checkpointOf } from './checkpoint.ts'
import { dataThrough, succeededRuns, untestedDsis } from './runs.ts'
import { dataProblems } from './data-problems.ts'
import { Between } from './expected.ts'
import { forecastAccuracy } from './forecast-accuracy.ts'
import { decidingRoas } from './action.ts'
import { displayIdentity } from './identity.ts'
import { campaignOf, grouped } from './newest-data.ts'
import { intervalOf, type Stepped, stepsOf } from './step.ts'
import { averageTarget } from './targets.ts'
import { errorsOf, trackRecord } from './track-record.ts'
import type { DateRange } from './date-range.ts'
import type { AppRow, Delivery, RunRow } from './delivery.ts'

/** One object for each live app that the company can read, by id. */
export function overview(
  delivery: Required<Delivery>,
  today: string,
  companyId: number,
): Record<string, unknown>[] {
  return delivery.apps
    .filter(
      app =>
        app.live &&
        delivery.app_access.some(row => row.company_id === companyId && row.app_id === app.app_id),
    )
    .sort((a, b) => a.app_id - b.app_id)
    .map(app => ({ app, run: succeededRuns(delivery, app.app_id, 'recommendation')[0] }))
    .map(({ app, run }) => ({
      appId: app.app_id,
      name: app.name,
      currency: app.currency,
      targetDsi: app.target_dsi,
      targetRoasType: app.target_roas_type,
      targetRevenueType: app.target_revenue_type,
      actionThreshold: app.action_threshold ?? 0.05,
      ...openAlerts(delivery, today, app),
      ...ofRun(delivery, today, app, run),
      ...budgets(run === undefined ? [] : pacing(delivery, today, app, undefined)),
    }))
}

function budgets(all: Record<string, unknown>[]) {
  const names = [
    'budgetId',
    'month',
    'platform',
    'network',
    'campaign',
    'amount',
    'spent',
    'expected',
    'daysLeft',
    'neededDailySpend',
  ]
  const above = (one: Record<string, unknown>) =>
    Math.max(Number(one['spent']), Number(one['expected'] ?? 0)) - Number(one['amount'])
  const overspent = all
    .filter(one => one['status'] === 'OVERSPENT' || one['status'] === 'OVER')
    .toSorted((a, b) => above(b) - above(a) || Number(a['budgetId']) - Number(b['budgetId']))
    .map(one => ({
      ...Object.fromEntries(names.map(name => [name, one[name]])),
      ...(Number(one['spent']) > Number(one['amount']) ? { neededDailySpend: null } : {}),
    }))
  return { pacing: all, overspent }
}

function openAlerts(delivery: Required<Delivery>, today: string, app: AppRow) {
  const seen = new Set<string>()
  const campaigns = new Set<string>()
  const gaps = new Map<string, number>()
  for (const { alertGroup, title, platform, network, campaign, country, ...alert } of alerts(
    delivery,
    today,
    app,
    { appId: app.app_id },
  )) {
    const identity = [platform, network, campaign, country]
    const key = JSON.stringify([alertGroup, title, ...identity])
    if (seen.has(key)) continue
    seen.add(key)
    campaigns.add(JSON.stringify(identity.slice(0, 3)))
    if (alert['metric'] !== 'roas' || alert['change'] === null) continue
    const gap = Number(alert['dailySpend']) * Math.abs(Number(alert['change']))
    gaps.set(JSON.stringify(identity), Math.max(gap, gaps.get(JSON.stringify(identity)) ?? 0))
  }
  return {
    openAlerts: seen.size,
    openAlertCampaigns: campaigns.size,
    openAlertGap: gaps.size === 0 ? null : [...gaps.values()].reduce((sum, gap) => sum + gap),
  }
}

function ofRun(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  run: RunRow | undefined,
): Record<string, unknown> {
  if (run === undefined) {
    return {
      dataThrough: null,
      runId: null,
      spend: { day: null, dayBefore: null, week: null, weekBefore: null },
      roas: { week: null, weekActualShare: null, weekBefore: null, weekBeforeActualShare: null },
      target: null,
      tested: true,
      checkpoint: null,
      yesterday: null,
      ...dataProblems(delivery, today, app, undefined),
      weeks: [],
      actions: [],
      otherSteps: 0,
      stepTotals: { more: NO_STEPS, less: NO_STEPS, all: NO_STEPS },
      shortfall: { amount: 0, withStep: 0, closed: 0, closedShare: null, weeks: null, reasons: [] },
      notDone: { steps: 0, spendChange: 0, since: null },
      trackRecord: { decisions: 0 },
      events: [],
    }
  }
  const through = dataThrough(run)
  const values = valuesOf(delivery, app, run)
  const [day, dayBefore] = [
    values({ start: through, end: through }),
    values(daysOf(addDays(through, -1), 1)),
  ]
  const [week, weekBefore] = [
    values(daysOf(addDays(through, -6), 7)),
    values(daysOf(addDays(through, -13), 7)),
  ]
  const mondays = [49, 42, 35, 28, 21, 14, 7, 0].map(days =>
    addDays(periodStart(through, 'weekly'), -days),
  )
  const weeks = mondays.map(startDate => {
    const end = addDays(startDate, 6)
    return { startDate, ...values({ start: startDate, end: end > through ? through : end }) }
  })
  return {
    dataThrough: through,
    runId: run.run_id,
    spend: {
      day: day.spend,
      dayBefore: dayBefore.spend,
      week: week.spend,
      weekBefore: weekBefore.spend,
    },
    roas: {
      week: week.roas,
      weekActualShare: week.actualShare,
      weekBefore: weekBefore.roas,
      weekBeforeActualShare: weekBefore.actualShare,
    },
    weeks,
    yesterday: {
      date: through,
      spend: day.spend,
      roas: day.roas,
      reason: day.roas === null && day.spend > 0 ? 'too_young' : null,
      actualShare: day.actualShare,
      ...yesterdayInterval(delivery, today, app),
    },
    ...dataProblems(delivery, today, app, run),
    ...advice(delivery, today, app, run),
    trackRecord: trackRecord(delivery, today, app, { appId: app.app_id }).items[0] ?? {
      decisions: 0,
    },
    events: events(delivery, app, { startDate: mondays[0]!, endDate: through }),
  }
}

function daysOf(start: string, days: number): DateRange {
  return { start, end: addDays(start, days - 1) }
}

/** Spend, ROAS by the report's rules and its actual share, of the install dates of a range. */
function valuesOf(delivery: Required<Delivery>, app: AppRow, run: RunRow) {
  const cohorts = delivery.cohorts.filter(row => row.run_id === run.run_id)
  const known = delivery.cohort_revenue.filter(
    row => row.run_id === run.run_id && row.dsi === app.target_dsi,
  )
  const revenue = new Map(
    known.map(row => [
      cohortKey(row, row.dsi),
      row[`${app.target_roas_type}_${app.target_revenue_type}`],
    ]),
  )
  return ({
    start,
    end,
  }: DateRange): { spend: number; roas: number | null; actualShare: number } => {
    const rows = cohorts.filter(row => start <= row.install_date && row.install_date <= end)
    const spend = sumMoney(rows.map(row => row.spend))
    const counting = rows.filter(row => scaled(row.spend) > 0n || row.full_blended_installs > 0)
    const isWhole = counting.every(row => revenue.has(cohortKey(row, app.target_dsi)))
    const earned = sumMoney(rows.flatMap(row => revenue.get(cohortKey(row, app.target_dsi)) ?? []))
    const dates = Array.from({ length: daysBetween(start, end) + 1 }, (_, day) =>
      addDays(start, day),
    )
    const actual = dates.filter(date => addDays(date, app.target_dsi) <= dataThrough(run))
    return {
      spend: toDouble(spend),
      roas: isWhole ? ratio(earned, spend) : null,
      actualShare: actual.length / dates.length,
    }
  }
}

/** Days that an interval takes. */
const FEWEST_DAYS = 20

/** The day's 80 % interval, by forecasts of past days that were made on the day itself. */
function yesterdayInterval(delivery: Required<Delivery>, today: string, app: AppRow) {
  const startDate = '2000-01-01'
  const { items } = forecastAccuracy(delivery, today, app, {
    appId: app.app_id,
    granularity: 'app',
    installGrouping: 'daily',
    startDate,
  })
  const pairs = Number(items.find(({ age }) => age === 0)?.['cohorts'] ?? 0)
  // A forecast of nothing has no ratio.
  const cases = new Between(0, pairs)
  if (pairs >= FEWEST_DAYS) throw new Error('random deliveries have too few runs for an interval')
  return { intervalDays: cases, cases, roasLow: null, roasHigh: null }
}

const NO_STEPS = {
  steps: 0,
  unpriced: 0,
  spendChange: 0,
  revenueChange: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
}

/** Ends of a total: distances of one network add up, those of networks by the root of half the squares and half the square of the sum. */
function totalOf(moves: readonly Stepped[]) {
  const priced = moves.filter(({ step }) => step.gain !== null)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const gain = sum(priced.map(({ step }) => step.gain!))
  const isPriced = priced.length > 0
  const end = (name: 'gainLow' | 'gainHigh') => {
    const sign = name === 'gainLow' ? -1 : 1
    const distance = (of: (range: Between) => number) => {
      const byNetwork = grouped(priced, ({ row }) => displayIdentity(row).network).map(own =>
        sum(own.map(({ step }) => Math.max(0, sign * (of(step[name] as Between) - step.gain!)))),
      )
      return Math.sqrt(sum(byNetwork.map(one => one ** 2)) / 2 + sum(byNetwork) ** 2 / 2)
    }
    const ends = [distance(range => range.low), distance(range => range.high)].map(
      one => gain + sign * one,
    )
    const slack = 1e-9 * Math.max(1, ...ends.map(Math.abs))
    return new Between(Math.min(...ends) - slack, Math.max(...ends) + slack)
  }
  return {
    steps: moves.length,
    unpriced: moves.length - priced.length,
    spendChange: about(sum(moves.map(({ step }) => step.spendChange ?? 0))),
    revenueChange: isPriced ? about(sum(priced.map(({ step }) => step.revenueChange!))) : null,
    gain: isPriced ? about(gain) : null,
    gainLow: isPriced ? end('gainLow') : null,
    gainHigh: isPriced ? end('gainHigh') : null,
  }
}

/** Money that does not return its target, and what steps do about it. */
function shortfall(app: AppRow, all: readonly Stepped[]) {
  const short = all
    .filter(({ step }) => step.kind !== 'stopped')
    .map(({ row, step, currentDailySpend }) => {
      const { target, predicted } = decidingRoas(row, app)
      const share =
        target === null || target <= 0 || predicted === null
          ? 0
          : Math.min(1, Math.max(0, 1 - predicted / target))
      return { step, money: currentDailySpend * share }
    })
    .filter(({ money }) => money > 0)
  const sum = (some: typeof short) => some.reduce((total, { money }) => total + money, 0)
  const cuts = short.filter(({ step }) => step.direction === 'less')
  const closed = cuts.reduce((total, { step }) => total + (step.gain ?? 0), 0)
  const amount = sum(short)
  const reasons = grouped(
    short.filter(({ step }) => step.direction !== 'less'),
    ({ step }) => step.reason ?? step.kind,
  ).map(own => ({
    reason: own[0]!.step.reason ?? own[0]!.step.kind,
    amount: about(sum(own)),
    money: sum(own),
  }))
  return {
    amount: about(amount),
    withStep: about(sum(cuts)),
    closed: about(closed),
    closedShare: amount === 0 ? null : about(closed / amount),
    weeks: amount > 0 && closed > 0 ? about(Math.ceil(amount / closed)) : null,
    reasons: reasons
      .sort((a, b) => b.money - a.money || (a.reason < b.reason ? -1 : 1))
      .map(({ reason, amount }) => ({ reason, amount })),
  }
}

/** By id of today's steps, the day since which runs a week apart advise them while the spend does not follow. */
function advisedSince(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  run: RunRow,
  moves: readonly Stepped[],
): Map<number, string> {
  const since = new Map<number, string>()
  const closed = new Set<number>()
  for (let week = 1; week <= 6; week++) {
    const asOf = addDays(run.created_at.slice(0, 10), -7 * week)
    const earlier = succeededRuns(delivery, app.app_id, 'recommendation').find(
      one => one.created_at.slice(0, 10) <= asOf,
    )
    if (earlier === undefined) break
    const then = [
      ...stepsOf(delivery, today, app, earlier, { granularity: 'campaign', asOf }).values(),
    ]
    for (const { row, step, currentDailySpend: now } of moves) {
      const before = then.find(one => campaignOf(one.row) === campaignOf(row))
      const follows = (was: number) =>
        step.direction === 'more' ? now / was - 1 >= 0.05 - 1e-12 : now / was - 1 <= -0.05 + 1e-12
      if (before?.step.direction !== step.direction || follows(before.currentDailySpend))
        closed.add(row.recommendation_id)
      if (!closed.has(row.recommendation_id))
        since.set(row.recommendation_id, earlier.created_at.slice(0, 10))
    }
  }
  return since
}

function about(value: number): Between {
  const slack = 1e-9 * Math.max(1, Math.abs(value))
  return new Between(value - slack, value + slack)
}

/** The target of the money, the three steps that gain most, and what all of them do. */
function advice(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  run: RunRow,
): Record<string, unknown> {
  const basis = fieldName(`${app.target_roas_type}_${app.target_revenue_type}`)
  const items = new Map(
    recommendations(delivery, today, app, { appId: app.app_id }).map(item => [item['id'], item]),
  )
  const all = [...stepsOf(delivery, today, app, run, { granularity: 'campaign' }).values()]
  const moves = all
    .filter(({ step }) => step.direction !== 'none')
    .sort((a, b) => b.worth - a.worth || a.row.recommendation_id - b.row.recommendation_id)
  const since = advisedSince(delivery, today, app, run, moves)
  const names = [
    'id',
    'platform',
    'network',
    'campaign',
    'country',
    'action',
    'dailySpend',
    'optimisationDsi',
    'optimisationLiveRoas',
    'optimisationPacedRoas',
    'optimisationRawRoas',
    'suggestedDailySpend',
    'marginalRoas',
    'currentDailySpend',
    'lookbackStartDate',
    'lookbackEndDate',
    'step',
  ]
  const actions = moves.slice(0, 3).map(({ row }) => {
    const item = items.get(row.recommendation_id)!
    const [predicted, target] = [
      Number(item[`predicted${basis}Roas`]),
      Number(item[`target${basis}Roas`]),
    ]
    const gap = Number(item['dailySpend']) * Math.abs(predicted / target - 1)
    const advised = since.get(row.recommendation_id) ?? null
    return {
      ...Object.fromEntries(names.map(name => [name, item[name]])),
      gap,
      predictedRoas: predicted,
      targetRoas: target,
      advisedSince: advised,
    }
  })
  const target = averageTarget(delivery, app)
  const errors = errorsOf(delivery, app, 'campaign')
  const waiting = moves.filter(({ row }) => since.has(row.recommendation_id))
  return {
    target,
    tested: !untestedDsis(run).includes(app.target_dsi),
    checkpoint: checkpointOf(delivery, app, run, {
      rows: all
        .filter(({ row, step }) => step['checkpoint'] !== null && row.target_dsi === app.target_dsi)
        .map(({ row }) => ({
          row,
          interval: intervalOf({ errors }, row, decidingRoas(row, app).predicted),
        })),
      targetDsi: app.target_dsi,
      targetRoas: target,
    }),
    actions,
    otherSteps: moves.length - actions.length,
    stepTotals: {
      more: totalOf(moves.filter(({ step }) => step.direction === 'more')),
      less: totalOf(moves.filter(({ step }) => step.direction === 'less')),
      all: totalOf(moves),
    },
    shortfall: shortfall(app, all),
    notDone: {
      steps: waiting.length,
      spendChange: about(waiting.reduce((sum, { step }) => sum + (step.spendChange ?? 0), 0)),
      since: [...since.values()].sort()[0] ?? null,
    },
  }
}

/** `incremental_blended_net` is IncrementalBlendedNet. */
function fieldName(words: string): string {
  return words.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}
