import { toolTexts, type ToolName } from '../../generated/tools.ts'
import type { NamedTool } from './define-tool.ts'
import { exportReport } from './export-report.ts'
import { getAlerts } from './get-alerts.ts'
import { getProfile } from './get-profile.ts'
import { getRecommendations } from './get-recommendations.ts'
import { getReport } from './get-report.ts'
import { getRoasHistory } from './get-roas-history.ts'
import { listApps } from './list-apps.ts'
import type { Tool } from './tool.ts'

/** One tool per name of the contract: a missing one, or one under another's name, does not compile. */
const implementations: { [Name in ToolName]: NamedTool<Name> } = {
  svc_list_apps: listApps,
  svc_get_recommendations: getRecommendations,
  svc_get_report: getReport,
  svc_export_report: exportReport,
  svc_get_roas_history: getRoasHistory,
  svc_get_alerts: getAlerts,
  svc_get_profile: getProfile,
}

/** The tools, in the contract's order. */
export const tools: readonly Tool[] = Object.keys(toolTexts).map(name => implementations[name as ToolName])
