import type { Handlers } from '../contract/answers.ts'
import { downloadExport, getReport } from './get-report.ts'
import { getAlerts } from './get-alerts.ts'
import { getAppSettings, listApps } from './get-apps.ts'
import { getBudgetPlan } from './get-budget-plan.ts'
import { getForecastAccuracy } from './get-forecast-accuracy.ts'
import { getOverview } from './get-overview.ts'
import { getPacing } from './get-pacing.ts'
import { getRecommendations } from './get-recommendations.ts'
import { getRoasHistory } from './get-roas-history.ts'
import { getTrackRecord } from './get-track-record.ts'
import type { HandlerDeps } from './answer-context.ts'
import { listCampaigns } from './list-campaigns.ts'
import { listEvents } from './list-events.ts'

export function createHandlers(deps: HandlerDeps): Handlers {
  return {
    listApps: listApps(deps),
    getOverview: getOverview(deps),
    getAppSettings: getAppSettings(deps),
    listCampaigns: listCampaigns(deps),
    getRecommendations: getRecommendations(deps),
    getReport: getReport(deps),
    getRoasHistory: getRoasHistory(deps),
    getBudgetPlan: getBudgetPlan(deps),
    getPacing: getPacing(deps),
    getTrackRecord: getTrackRecord(deps),
    getForecastAccuracy: getForecastAccuracy(deps),
    getAlerts: getAlerts(deps),
    listEvents: listEvents(deps),
    downloadExport: downloadExport(deps),
  }
}
