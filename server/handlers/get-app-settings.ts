import { allRead } from '../checks/all-read.ts'
import { readableApp } from '../access/readable-app.ts'
import type { Handlers } from '../http/contract/answers.ts'
import { betLookback } from '../model/bet-lookback.ts'
import { PLATFORMS, type Run } from '../model/catalog.ts'
import { earliestHistoryStart, earliestReportStart } from '../model/date-range.ts'
import { utcDate } from '../model/dates.ts'
import { runName, runsName } from '../model/content-names.ts'
import { servedRun, succeededRuns } from '../model/served-run.ts'
import { contentTag } from './answer-context.ts'
import type { HandlerDeps } from './handler-deps.ts'

/** `GET /v1/app-settings`: what an app's data are, what decides, and what the other operations take. */
export function getAppSettings({ store, clock }: HandlerDeps): Handlers['getAppSettings'] {
  return async ({ companyId, query, path }) => {
    const { appId, ...left } = query
    allRead(left, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const runs = succeededRuns(catalog, app.app_id, 'recommendation')
    const run = runs.at(-1)
    const alerts = servedRun(catalog, app.app_id, 'alert')
    const today = utcDate(clock())
    const lookbacks = PLATFORMS.map(platform => ({ ...betLookback(catalog.bet_lookbacks, app.app_id, platform), platform }))
    const { version: _version, ...row } = app
    return {
      kind: 'object',
      tag: contentTag('getAppSettings', [row, lookbacks, runsName(runs), runName(alerts)], { appId, today }),
      headers: {},
      body: async work => ({
        id: app.app_id,
        name: app.name,
        createdAt: app.created_at,
        currency: app.currency,
        weeklyAggregation: app.weekly_aggregation,
        dsiValues: app.dsi_values,
        historyDsiValues: await store.snapshotDsis(work, catalog, app, runs),
        withheldDsis: (run?.withheld ?? []).map(({ dsi, reason }) => ({ dsi, reason: REASONS[reason] })),
        targetDsi: app.target_dsi,
        targetRoasType: app.target_roas_type,
        targetRevenueType: app.target_revenue_type,
        actionThreshold: app.action_threshold,
        betLookbacks: lookbacks.map(({ platform, start_day: startDay, end_day: endDay }) => ({ platform, startDay, endDay })),
        dataFrom: run?.facts?.first_install_date ?? null,
        dataThrough: run?.max_install_date ?? null,
        earliestReportStartDate: earliestReportStart(today),
        earliestRoasHistoryStartDate: earliestHistoryStart(run, today),
        latestRecommendationRun: told(run),
        latestAlertRun: told(alerts),
      }),
    }
  }
}

const REASONS = { history: 'TOO_LITTLE_HISTORY', backtest: 'BACKTEST_FAILED' } as const

function told(run: Run | undefined): { id: number; createdAt: string } | null {
  return run ? { id: run.run_id, createdAt: run.created_at } : null
}
