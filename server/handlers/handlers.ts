import type { Handlers } from '../http/contract/answers.ts'
import type { ExportLinks } from '../access/export-links.ts'
import type { Store } from '../model/store.ts'
import { downloadExport } from './download-export.ts'
import { getAlerts } from './get-alerts.ts'
import { getRecommendations } from './get-recommendations.ts'
import { getReport } from './get-report.ts'
import { getRoasHistory } from './get-roas-history.ts'
import { listApps } from './list-apps.ts'

export interface HandlerDeps {
  store: Store
  links: ExportLinks
  clock: () => Date
}

/** One handler per operation of the contract. */
export const createHandlers = (deps: HandlerDeps): Handlers => ({
  listApps: listApps(deps),
  getRecommendations: getRecommendations(deps),
  getReport: getReport(deps),
  getRoasHistory: getRoasHistory(deps),
  getAlerts: getAlerts(deps),
  downloadExport: downloadExport(deps),
})
