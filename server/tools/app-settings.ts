import { servedRun } from '../model/served-run.ts'
import { readableApps } from '../access/readable-app.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'

/** What the tools know of the apps that a company can read beside what REST lists, by ascending id. */
export function appSettings(catalog: Catalog, companyId: number) {
  return readableApps(catalog, companyId).map(app => settingsOf(app, servedRun(catalog, app.app_id, 'recommendation')))
}

function settingsOf(app: App, run: Run | undefined) {
  return {
    id: app.app_id,
    currency: app.currency,
    targetDsi: app.target_dsi,
    targetRoasType: app.target_roas_type,
    targetRevenueType: app.target_revenue_type,
    dsiValues: app.dsi_values,
    weeklyAggregation: app.weekly_aggregation,
    dataThrough: run?.max_install_date ?? null,
    actionThreshold: app.action_threshold,
  }
}
