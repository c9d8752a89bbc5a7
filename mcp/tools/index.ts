import { exportReport } from './export-report.ts'
import { getAlerts } from './get-alerts.ts'
import { getProfile } from './get-profile.ts'
import { getRecommendations } from './get-recommendations.ts'
import { getReport } from './get-report.ts'
import { getRoasHistory } from './get-roas-history.ts'
import { listApps } from './list-apps.ts'
import type { Tool } from './tool.ts'

/** The tools, in the contract's order. */
export const tools: readonly Tool[] = [
  listApps, getRecommendations, getReport, exportReport, getRoasHistory, getAlerts, getProfile
]
