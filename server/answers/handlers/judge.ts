import {
  areOpposite,
  classifyAction,
  classifyStatus,
  targetTypeColumns,
  meanTarget,
  roasColumn,
  statusReason,
} from '../../core/model/classification.ts'
import {
  type Action,
  PLATFORMS,
  ROAS_TYPES,
  type RoasType,
  type Status,
} from '../../../generated/vocabulary/vocabulary.ts'
import {
  type App,
  type Catalog,
  type RecommendationRun,
  UNKNOWN,
} from '../../core/model/catalog.ts'
import { addDays, type DateRange } from '../../core/model/dates.ts'
import { type Identity, IDENTITY_NAMES, type IdentityName } from '../../core/model/identities.ts'
import { betLookback, digest } from '../../core/model/runs.ts'
import { forEachInSlices } from '../../core/runtime/slices.ts'
import type { StoredDecision, StoredRecommendation } from '../../core/model/store.ts'

interface Traditional {
  names: ReadonlySet<string>
  name: string
}

const known = new WeakMap<Catalog, Traditional>()

function traditionalNetworks(catalog: Catalog): Traditional {
  const cached = known.get(catalog)
  if (cached) return cached
  const names = catalog.networks
    .filter(network => network.traditional)
    .map(({ network }) => network)
  const made = { names: new Set(names), name: digest(names.sort()) }
  known.set(catalog, made)
  return made
}

/** Settings besides the run on which judgments depend, for the tag. */
export function judgeContent(catalog: Catalog, app: App): readonly unknown[] {
  const lookbacks = [...PLATFORMS, UNKNOWN].map(platform =>
    betLookback(catalog.bet_lookbacks, app.app_id, platform),
  )
  return [
    app.target_dsi,
    app.target_roas_type,
    app.target_revenue_type,
    app.action_threshold,
    ...lookbacks.flatMap(({ start_day: startDay, end_day: endDay }) => [startDay, endDay]),
    traditionalNetworks(catalog).name,
  ]
}

type Row = Omit<StoredDecision, 'run_id'>

interface Judgement {
  action: Action
  status: Status
  statusReason: ReturnType<typeof statusReason>
  dailySpend: number
  targetRoas: number | null
  predictedRoas: number | null
}

/** Judges rows of any run by the app's current targets, threshold and networks. */
export function judgeBy(catalog: Catalog, app: App) {
  const traditional = traditionalNetworks(catalog).names
  const deciding = targetTypeColumns(app)
  return (row: Row): Judgement => {
    const dailySpend = row.spend / row.lookback_days
    const [targetRoas, predictedRoas] = [
      row[deciding.target] ?? null,
      row[deciding.predicted] ?? null,
    ]
    const basis = [
      row.confidence_score,
      dailySpend,
      row.network !== UNKNOWN && traditional.has(row.network),
    ] as const
    return {
      action: classifyAction(predictedRoas, targetRoas, app.action_threshold),
      status: classifyStatus(...basis),
      statusReason: statusReason(...basis),
      dailySpend,
      targetRoas,
      predictedRoas,
    }
  }
}

/** The target ROAS of rows, weighted by daily spend; null if none is above 0, or without spend. Rows of equal spend are summed by id. */
export function averageTarget(
  catalog: Catalog,
  app: App,
  rows: readonly StoredRecommendation[],
): number | null {
  const judge = judgeBy(catalog, app)
  const judged = rows.map(row => ({ id: row.recommendation_id, ...judge(row) }))
  judged.sort((a, b) => b.dailySpend - a.dailySpend || a.id - b.id)
  return meanTarget(judged.map(({ targetRoas: target, dailySpend }) => ({ target, dailySpend })))
}

/** ROAS types whose prediction, in the app's revenue type, contradicts the action; types without both values are ignored. */
export function opposedBy(app: App, row: StoredRecommendation, action: Action): RoasType[] {
  const valueOf = (side: 'target' | 'predicted', type: RoasType) =>
    row[roasColumn(side, type, app.target_revenue_type)]
  return ROAS_TYPES.filter(type => {
    const [target, predicted] = [valueOf('target', type), valueOf('predicted', type)]
    if (type === app.target_roas_type || target === null || predicted === null || target <= 0)
      return false
    return areOpposite(action, classifyAction(predicted, target, app.action_threshold))
  })
}

/** A row's response to spend and its suggested spend, as delivered by the run. */
export function responseOf(row: StoredRecommendation) {
  return {
    suggestedDailySpend: row.suggested_daily_spend,
    responseElasticity: row.response_elasticity,
    responseLow: row.response_low,
    responseHigh: row.response_high,
    marginalRoas: row.marginal_roas,
    responseEvidence: row.response_evidence,
  }
}

/** The install dates that a row judges, fixed at import; rows of earlier versions use the current settings. */
export function lookbackOf(catalog: Catalog, run: RecommendationRun, row: Row): DateRange {
  if (row.lookback_start_date !== null && row.lookback_end_date !== null) {
    return { start: row.lookback_start_date, end: row.lookback_end_date }
  }
  const { start_day: startDay, end_day: endDay } = betLookback(
    catalog.bet_lookbacks,
    run.app_id,
    row.platform,
  )
  return {
    start: addDays(run.max_install_date, -endDay),
    end: addDays(run.max_install_date, -startDay),
  }
}

export function identityOf(row: Pick<Identity, IdentityName>): string {
  return JSON.stringify(IDENTITY_NAMES.map(name => row[name]))
}

/** By identity; of duplicates, possible in earlier versions, the one with the highest spend. */
export async function byIdentity<Of extends Row>(rows: readonly Of[]): Promise<Map<string, Of>> {
  const highest = new Map<string, Of>()
  await forEachInSlices(rows, row => {
    const known = highest.get(identityOf(row))
    if (!known || row.spend / row.lookback_days > known.spend / known.lookback_days)
      highest.set(identityOf(row), row)
  })
  return highest
}
