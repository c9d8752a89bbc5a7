import { alerts } from './alerts.ts'
import { events } from './events.ts'
import { pacing } from './pacing.ts'
import { ratio, scaled, sumMoney, toDouble } from './money.ts'
import { addDays, daysBetween, periodStart } from './periods.ts'
import { recommendations } from './recommendations.ts'
import { cohortKey } from './report-columns.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import { dataProblems } from './data-problems.ts'
import { Between } from './expected.ts'
import { forecastAccuracy } from './forecast-accuracy.ts'
import { type Step, stepsOf } from './step.ts'
import { averageTarget } from './targets.ts'
import { trackRecord } from './track-record.ts'
import type { DateRange } from './date-range.ts'
import type { AppRow, Delivery, RunRow } from './delivery.ts'

/** One object for each live app that the company can read, by id. */
export function overview(delivery: Required<Delivery>, today: string, companyId: number): Record<string, unknown>[] {
  return delivery.apps
    .filter(app => app.live && delivery.app_access.some(row => row.company_id === companyId && row.app_id === app.app_id))
    .sort((a, b) => a.app_id - b.app_id)
    .map(app => ({ app, run: succeededRuns(delivery, app.app_id, 'recommendation')[0] }))
    .map(({ app, run }) => ({
      appId: app.app_id,
      name: app.name,
      currency: app.currency,
      targetDsi: app.target_dsi,
      roasType: app.target_roas_type,
      revenueType: app.target_revenue_type,
      actionThreshold: app.action_threshold ?? 0.05,
      ...openAlerts(delivery, today, app),
      ...ofRun(delivery, today, app, run),
      pacing: run === undefined ? [] : pacing(delivery, today, app, undefined),
    }))
}

function openAlerts(delivery: Required<Delivery>, today: string, app: AppRow) {
  const seen = new Set<string>()
  const campaigns = new Set<string>()
  const gaps = new Map<string, number>()
  for (const { alertGroup, title, platform, network, campaign, country, ...alert } of alerts(delivery, today, app, { appId: app.app_id })) {
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

function ofRun(delivery: Required<Delivery>, today: string, app: AppRow, run: RunRow | undefined): Record<string, unknown> {
  if (run === undefined) {
    return {
      dataThrough: null,
      runId: null,
      spend: { day: null, dayBefore: null, week: null, weekBefore: null },
      roas: { week: null, weekActualShare: null, weekBefore: null, weekBeforeActualShare: null },
      target: null,
      yesterday: null,
      data: dataProblems(delivery, today, app, undefined),
      weeks: [],
      actions: [],
      otherSteps: 0,
      stepTotals: { more: NO_STEPS, less: NO_STEPS },
      trackRecord: { decisions: 0 },
      events: [],
    }
  }
  const through = dataThrough(run)
  const values = valuesOf(delivery, app, run)
  const [day, dayBefore] = [values({ start: through, end: through }), values(daysOf(addDays(through, -1), 1))]
  const [week, weekBefore] = [values(daysOf(addDays(through, -6), 7)), values(daysOf(addDays(through, -13), 7))]
  const mondays = [49, 42, 35, 28, 21, 14, 7, 0].map(days => addDays(periodStart(through, 'weekly'), -days))
  const weeks = mondays.map(startDate => {
    const end = addDays(startDate, 6)
    return { startDate, ...values({ start: startDate, end: end > through ? through : end }) }
  })
  return {
    dataThrough: through,
    runId: run.run_id,
    spend: { day: day.spend, dayBefore: dayBefore.spend, week: week.spend, weekBefore: weekBefore.spend },
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
      ...intervalOf(delivery, today, app),
    },
    data: dataProblems(delivery, today, app, run),
    ...advice(delivery, today, app, run),
    trackRecord: trackRecord(delivery, today, app, { appId: app.app_id }).items[0] ?? { decisions: 0 },
    events: events(delivery, app, { startDate: mondays[0]!, endDate: through }),
  }
}

function daysOf(start: string, days: number): DateRange {
  return { start, end: addDays(start, days - 1) }
}

/** Spend, ROAS by the report's rules and its actual share, of the install dates of a range. */
function valuesOf(delivery: Required<Delivery>, app: AppRow, run: RunRow) {
  const cohorts = delivery.cohorts.filter(row => row.run_id === run.run_id)
  const known = delivery.cohort_revenue.filter(row => row.run_id === run.run_id && row.dsi === app.target_dsi)
  const revenue = new Map(known.map(row => [cohortKey(row, row.dsi), row[`${app.target_roas_type}_${app.target_revenue_type}`]]))
  return ({ start, end }: DateRange): { spend: number; roas: number | null; actualShare: number } => {
    const rows = cohorts.filter(row => start <= row.install_date && row.install_date <= end)
    const spend = sumMoney(rows.map(row => row.spend))
    const counting = rows.filter(row => scaled(row.spend) > 0n || row.full_blended_installs > 0)
    const isWhole = counting.every(row => revenue.has(cohortKey(row, app.target_dsi)))
    const earned = sumMoney(rows.flatMap(row => revenue.get(cohortKey(row, app.target_dsi)) ?? []))
    const dates = Array.from({ length: daysBetween(start, end) + 1 }, (_, day) => addDays(start, day))
    const actual = dates.filter(date => addDays(date, app.target_dsi) <= dataThrough(run))
    return { spend: toDouble(spend), roas: isWhole ? ratio(earned, spend) : null, actualShare: actual.length / dates.length }
  }
}

/** Days that an interval takes. */
const FEWEST_DAYS = 20

/** The day's 80 % interval, by forecasts of past days that were made on the day itself. */
function intervalOf(delivery: Required<Delivery>, today: string, app: AppRow) {
  const startDate = '2000-01-01'
  const { items } = forecastAccuracy(delivery, today, app, { appId: app.app_id, granularity: 'app', installGrouping: 'daily', startDate })
  const pairs = Number(items.find(({ age }) => age === 0)?.['cohorts'] ?? 0)
  // A forecast of nothing has no ratio.
  const cases = new Between(0, pairs)
  if (pairs >= FEWEST_DAYS) throw new Error('random deliveries have too few runs for an interval')
  return { cases, roasLow: null, roasHigh: null }
}

const NO_STEPS = { steps: 0, unpriced: 0, spendChange: 0, gain: 0, gainLow: 0, gainHigh: 0 }

function totalOf(steps: readonly Step[]) {
  const priced = steps.filter(({ spendChange }) => spendChange !== null)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const end = (name: 'gainLow' | 'gainHigh') => {
    const all = priced.map(step => step[name])
    const of = (side: 'low' | 'high') => sum(all.map(value => (value instanceof Between ? value[side] : value!)))
    // The order of adding up is open.
    return new Between(of('low') - 1e-9 * Math.abs(of('low')), of('high') + 1e-9 * Math.abs(of('high')))
  }
  return {
    steps: steps.length,
    unpriced: steps.length - priced.length,
    spendChange: about(sum(priced.map(step => step.spendChange!))),
    gain: steps.every(({ gain }) => gain !== null) ? about(sum(steps.map(({ gain }) => gain!))) : null,
    gainLow: end('gainLow'),
    gainHigh: end('gainHigh'),
  }
}

function about(value: number): Between {
  const slack = 1e-9 * Math.max(1, Math.abs(value))
  return new Between(value - slack, value + slack)
}

/** The target of the money, the three steps that gain most, and what all of them do. */
function advice(delivery: Required<Delivery>, today: string, app: AppRow, run: RunRow): Record<string, unknown> {
  const basis = fieldName(`${app.target_roas_type}_${app.target_revenue_type}`)
  const items = new Map(recommendations(delivery, today, app, { appId: app.app_id }).map(item => [item['id'], item]))
  const moves = [...stepsOf(delivery, today, app, run, { granularity: 'campaign' }).values()]
    .filter(({ step }) => step.direction !== 'none')
    .sort((a, b) => b.worth - a.worth || a.row.recommendation_id - b.row.recommendation_id)
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
    'suggestedMove',
    'currentDailySpend',
    'lookbackStartDate',
    'lookbackEndDate',
    'step',
  ]
  const actions = moves.slice(0, 3).map(({ row }) => {
    const item = items.get(row.recommendation_id)!
    const [predicted, target] = [Number(item[`predicted${basis}Roas`]), Number(item[`target${basis}Roas`])]
    const gap = Number(item['dailySpend']) * Math.abs(predicted / target - 1)
    return { ...Object.fromEntries(names.map(name => [name, item[name]])), gap, predictedRoas: predicted, targetRoas: target }
  })
  const steps = moves.map(({ step }) => step)
  return {
    target: averageTarget(delivery, app),
    actions,
    otherSteps: moves.length - actions.length,
    stepTotals: {
      more: totalOf(steps.filter(({ direction }) => direction === 'more')),
      less: totalOf(steps.filter(({ direction }) => direction === 'less')),
    },
  }
}

/** `incremental_blended_net` is IncrementalBlendedNet. */
function fieldName(words: string): string {
  return words.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
}
