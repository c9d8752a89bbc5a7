import { betLookback } from './ages.ts'
import { earliestHistoryStart, earliestReportStart } from './date-range.ts'
import { availableDsis, dataThrough, runAsOf, succeededRuns, untestedDsis } from './runs.ts'
import { averageTarget } from './targets.ts'
import { PLATFORMS, type AppRow, type Delivery, type IsoDate, type RunRow } from './delivery.ts'

function runSummary(run: RunRow | undefined): { id: number; createdAt: string } | null {
  return run === undefined ? null : { id: run.run_id, createdAt: run.created_at }
}

const REASONS: Record<string, string> = {
  history: 'TOO_LITTLE_HISTORY',
  backtest: 'BACKTEST_FAILED',
}

function withheld(run: RunRow | undefined): { dsi: number; reason: string | undefined }[] {
  const items = (run?.withheld_dsis ?? '').split(',').filter(item => item !== '')
  return items.map(item => ({
    dsi: Number(item.split(':')[0]),
    reason: REASONS[item.split(':')[1]!],
  }))
}

/** What an app's data are and what its recommendations are decided by. */
export function appSettings(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
): Record<string, unknown> {
  const runs = succeededRuns(delivery, app.app_id, 'recommendation')
  const [run] = runs
  const captured = delivery.roas_snapshots
    .filter(row => runs.some(({ run_id }) => run_id === row.run_id))
    .map(row => row.dsi)
  const installDates = delivery.cohorts
    .filter(row => row.run_id === run?.run_id)
    .map(row => row.install_date)
  return {
    id: app.app_id,
    name: app.name,
    createdAt: app.created_at,
    currency: app.currency,
    weeklyAggregation: app.weekly_aggregation,
    dsiValues: availableDsis(app),
    historyDsiValues: availableDsis(app).filter(dsi => captured.includes(dsi)),
    withheldDsis: withheld(run),
    untestedDsis: run === undefined ? [] : untestedDsis(run),
    targetDsi: app.target_dsi,
    targetRoasType: app.target_roas_type,
    targetRevenueType: app.target_revenue_type,
    target: averageTarget(delivery, app),
    actionThreshold: app.action_threshold ?? 0.05,
    betLookbacks: PLATFORMS.map(platform => ({
      platform,
      ...betLookback(delivery, app, platform),
    })),
    dataFrom: installDates.toSorted()[0] ?? null,
    dataThrough: run === undefined ? null : dataThrough(run),
    earliestReportStartDate: earliestReportStart(today),
    earliestRoasHistoryStartDate: earliestHistoryStart(installDates, today, run),
    latestRecommendationRun: runSummary(run),
    latestAlertRun: runSummary(runAsOf(delivery, app.app_id, 'alert')),
  }
}
