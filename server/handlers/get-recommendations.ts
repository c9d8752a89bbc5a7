import type { components } from '../../generated/types.ts'
import { classifyAction, classifyStatus, decidingColumns } from '../model/classification.ts'
import { matcher } from '../model/identities.ts'
import { servedRun } from '../model/served-run.ts'
import { allRead } from '../checks/all-read.ts'
import type { Handlers } from '../http/contract/answers.ts'
import { type App, type Catalog, UNKNOWN } from '../model/catalog.ts'
import type { StoredRecommendation } from '../model/store.ts'
import { forEachInSlices } from '../sharing/slices.ts'
import { contentTag, contextHeaders } from './answer-context.ts'
import type { HandlerDeps } from './handler-deps.ts'
import { readableApp } from '../access/readable-app.ts'

/** `GET /v1/recommendations`: the latest succeeded run's, by dailySpend descending, then id. */
export function getRecommendations({ store }: HandlerDeps): Handlers['getRecommendations'] {
  return async ({ companyId, query, path }) => {
    const { appId, granularity, countries, platforms, networks, ...left } = query
    allRead(left, path)
    const catalog = await store.catalog()
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    return {
      kind: 'list',
      tag: contentTag('getRecommendations', app.version, query),
      headers: contextHeaders(app, run),
      body: async work => {
        const matches = matcher({ countries, platforms, networks })
        const show = displayed(catalog, app)
        const rows = run ? await store.recommendations(work, run, granularity) : []
        const shown: components['schemas']['Recommendation'][] = []
        await forEachInSlices(rows, row => {
          if (matches(row)) shown.push(show(row))
        })
        return shown.sort((a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
      },
    }
  }
}

function displayed(catalog: Catalog, app: App) {
  const traditional = new Set(catalog.networks.filter(network => network.traditional).map(({ network }) => network))
  const deciding = decidingColumns(app)
  const cpi = (spend: number, installs: number): number => (installs === 0 ? 0 : spend / installs)

  return (row: StoredRecommendation): components['schemas']['Recommendation'] => {
    const dailySpend = row.spend / row.lookback_days
    return {
      id: row.recommendation_id,
      country: row.country,
      platform: row.platform as components['schemas']['Platform'],
      network: row.network,
      campaign: row.campaign,
      action: classifyAction(row[deciding.predicted], row[deciding.target], app.action_threshold),
      status: classifyStatus(row.confidence_score, dailySpend, row.network !== UNKNOWN && traditional.has(row.network)),
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
    }
  }
}
