import { servedRun } from '../analytics/served-run.ts'
import { readableApps } from '../access/readable-app.ts'
import type { App, Catalog, Run } from '../model/catalog.ts'

/** What the tools know of the apps that a company can read, by ascending id; with `appId`, of that one only. */
export const describeApps = (catalog: Catalog, companyId: number, appId?: number) =>
  readableApps(catalog, companyId)
    .filter(({ app_id }) => appId === undefined || app_id === appId)
    .map(app => described(app, servedRun(catalog, app.app_id, 'recommendation')))

const described = (app: App, run: Run | undefined) => ({
  id: app.app_id,
  name: app.name,
  currency: app.currency,
  targetDsi: app.target_dsi,
  targetRoasType: app.target_roas_type,
  targetRevenueType: app.target_revenue_type,
  dsiValues: app.dsi_values,
  weeklyAggregation: app.weekly_aggregation,
  dataThrough: run?.max_install_date ?? null,
  actionThreshold: app.action_threshold,
})
