import type { components } from '../../generated/types.ts'
import { betLookback } from '../model/bet-lookback.ts'
import { type App, type Catalog, PLATFORMS, type Run, UNKNOWN } from '../model/catalog.ts'
import { actionReason, classifyAction, classifyStatus, decidingColumns } from '../model/classification.ts'
import { digest } from '../model/content-names.ts'
import { addDays } from '../model/dates.ts'
import type { StoredRecommendation } from '../model/store.ts'

export type Recommendation = components['schemas']['Recommendation']
export type PreviousRecommendation = NonNullable<components['schemas']['PreviousRecommendation']>

interface Traditional {
  names: ReadonlySet<string>
  /** The same for the same names. */
  name: string
}

const known = new WeakMap<Catalog, Traditional>()

function traditionalNetworks(catalog: Catalog): Traditional {
  const found = known.get(catalog)
  if (found) return found
  const names = catalog.networks.filter(network => network.traditional).map(({ network }) => network)
  const made = { names: new Set(names), name: digest(names.sort()) }
  known.set(catalog, made)
  return made
}

/** What rows are shown by beside their run, and told in headers. */
export function decidingContent(catalog: Catalog, app: App): readonly unknown[] {
  const lookbacks = [...PLATFORMS, UNKNOWN].map(platform => betLookback(catalog.bet_lookbacks, app.app_id, platform))
  return [
    app.target_dsi,
    app.target_roas_type,
    app.target_revenue_type,
    app.action_threshold,
    ...lookbacks.flatMap(({ start_day: startDay, end_day: endDay }) => [startDay, endDay]),
    traditionalNetworks(catalog).name,
  ]
}

/** How rows of an app's runs are shown: judged by the app's targets and threshold of now, whatever the run. */
export function shownRecommendations(catalog: Catalog, app: App) {
  const traditional = traditionalNetworks(catalog).names
  const deciding = decidingColumns(app)
  const cpi = (spend: number, installs: number): number => (installs === 0 ? 0 : spend / installs)

  const previous = (row: StoredRecommendation): PreviousRecommendation => {
    const dailySpend = row.spend / row.lookback_days
    return {
      action: classifyAction(row[deciding.predicted], row[deciding.target], app.action_threshold),
      status: classifyStatus(row.confidence_score, dailySpend, row.network !== UNKNOWN && traditional.has(row.network)),
      dailySpend,
      targetRoas: row[deciding.target],
      predictedRoas: row[deciding.predicted],
      createdAt: row.created_at,
    }
  }

  const row = (row: StoredRecommendation, run: Run): Recommendation => {
    const { action, status, dailySpend, targetRoas, predictedRoas } = previous(row)
    const { start_day: startDay, end_day: endDay } = betLookback(catalog.bet_lookbacks, app.app_id, row.platform)
    // A recommendation run always says what it saw.
    const latest = run.max_install_date!
    return {
      id: row.recommendation_id,
      country: row.country,
      platform: row.platform as components['schemas']['Platform'],
      network: row.network,
      campaign: row.campaign,
      action,
      status,
      confidenceScore: row.confidence_score,
      dailySpend,
      paidInstalls: row.paid_installs,
      incrementalBlendedInstalls: row.incremental_blended_installs,
      fullBlendedInstalls: row.full_blended_installs,
      paidCpi: cpi(row.spend, row.paid_installs),
      incrementalBlendedCpi: cpi(row.spend, row.incremental_blended_installs),
      fullBlendedCpi: cpi(row.spend, row.full_blended_installs),
      optimisationDsi: row.optimisation_dsi,
      targetDsi: row.target_dsi,
      optimisationLiveRoas: row.optimisation_live_roas,
      optimisationPacedRoas: row.optimisation_paced_roas,
      optimisationRawRoas: row.optimisation_raw_roas,
      optimisationPredictedRoas: row.optimisation_predicted_roas,
      targetPaidGrossRoas: row.target_paid_gross_roas,
      predictedPaidGrossRoas: row.predicted_paid_gross_roas,
      targetPaidNetRoas: row.target_paid_net_roas,
      predictedPaidNetRoas: row.predicted_paid_net_roas,
      targetIncrementalBlendedGrossRoas: row.target_incremental_blended_gross_roas,
      predictedIncrementalBlendedGrossRoas: row.predicted_incremental_blended_gross_roas,
      targetIncrementalBlendedNetRoas: row.target_incremental_blended_net_roas,
      predictedIncrementalBlendedNetRoas: row.predicted_incremental_blended_net_roas,
      targetFullBlendedGrossRoas: row.target_full_blended_gross_roas,
      predictedFullBlendedGrossRoas: row.predicted_full_blended_gross_roas,
      targetFullBlendedNetRoas: row.target_full_blended_net_roas,
      predictedFullBlendedNetRoas: row.predicted_full_blended_net_roas,
      createdAt: row.created_at,
      actionReason: actionReason(action, predictedRoas, targetRoas),
      lookbackStartDate: addDays(latest, -endDay),
      lookbackEndDate: addDays(latest, -startDay),
    }
  }

  return { row, previous }
}
