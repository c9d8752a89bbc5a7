import { passes, displayName, displayIdentity } from './identity.ts'
import { scaled, toDouble } from './money.ts'
import { compareFields } from './sorted-page.ts'
import type { RecommendationsParameters } from './request-types.ts'
import {
  actionFor,
  dailySpendOf,
  decidingRoas,
  lookbackOf,
  moneyOrNull,
  statusOf,
} from './action.ts'
import { outcomesOf } from './outcomes.ts'
import { runAsOf, untestedDsis } from './runs.ts'
import { stepsOf } from './step.ts'
import { errorsOf } from './track-record.ts'
import {
  ROAS_TYPES,
  type AppRow,
  type Delivery,
  type RecommendationRow,
  type RunRow,
} from './delivery.ts'

function action(row: RecommendationRow, app: AppRow): 'SCALE' | 'HOLD' | 'REDUCE' {
  const { target, predicted } = decidingRoas(row, app)
  return actionFor(predicted, target, app)
}

/** Where the predicted ROAS lies, or what is missing to say so; the target is looked at first. */
function reason(row: RecommendationRow, app: AppRow): string {
  const { target, predicted } = decidingRoas(row, app)
  if (target === null || target <= 0) return 'target_missing'
  if (predicted === null || predicted <= 0) return 'roas_missing'
  return { SCALE: 'above_band', HOLD: 'within_band', REDUCE: 'below_band' }[action(row, app)]
}

function statusReasonOf(delivery: Required<Delivery>, row: RecommendationRow): string {
  if (dailySpendOf(row) < 5) return 'small_spend'
  const traditional =
    delivery.networks.find(({ network }) => network === row.network)?.traditional ?? false
  if (!traditional || displayName(row.network) === 'Unknown') return 'network'
  return row.confidence_score === null ? 'no_score' : 'score'
}

/** The other ROAS types by which a row to scale would be one to reduce, or the reverse. */
function opposedBy(row: RecommendationRow, app: AppRow): string[] {
  const opposite = { SCALE: 'REDUCE', REDUCE: 'SCALE', HOLD: 'none' }[action(row, app)]
  return ROAS_TYPES.filter(type => {
    const basis = `${type}_${app.target_revenue_type}` as const
    const [target, predicted] = [row[`target_${basis}_roas`], row[`predicted_${basis}_roas`]]
    return (
      type !== app.target_roas_type &&
      predicted !== null &&
      (target ?? 0) > 0 &&
      actionFor(predicted, target, app) === opposite
    )
  })
}

/** Whether the 80 % interval, the delivered one or that of the platform's errors, has an edge of the band in it. */
function closeCall(
  row: RecommendationRow,
  app: AppRow,
  errors: Map<string, number>,
): boolean | null {
  const { target, predicted } = decidingRoas(row, app)
  if (target === null || predicted === null || target <= 0 || predicted <= 0) return null
  const error = errors.get(displayName(row.platform))
  let [low, high] = [row.predicted_low_roas ?? null, row.predicted_high_roas ?? null]
  if (low === null || high === null) {
    if (error === undefined) return null
    low = predicted / (1 + error)
    high = error < 1 ? predicted / (1 - error) : Infinity
  }
  const threshold = app.action_threshold ?? 0.05
  return [target * (1 - threshold), target * (1 + threshold)].some(
    edge => low <= edge && edge <= high,
  )
}

type Item = Record<string, unknown> & { action: string; status: string; dailySpend: number }

/** A run's recommendations of one granularity with their rows, dailySpend descending, then id. */
function itemsOf(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  {
    granularity,
    asOf,
    today,
  }: { granularity: 'campaign' | 'campaign_geo'; asOf?: string | undefined; today: string },
): { row: RecommendationRow; item: Item }[] {
  const errors = errorsOf(delivery, app, granularity)
  const steps = stepsOf(delivery, today, app, run, { granularity, asOf })
  return delivery.recommendations
    .filter(row => row.run_id === run.run_id && row.granularity === granularity)
    .sort((a, b) => dailySpendOf(b) - dailySpendOf(a) || a.recommendation_id - b.recommendation_id)
    .map(row => {
      const lookback = lookbackOf(delivery, app, run, row)
      const dailySpend = dailySpendOf(row)
      const cpi = (installs: number) =>
        installs === 0 ? 0 : toDouble(scaled(row.spend)) / installs
      const item = {
        id: row.recommendation_id,
        ...displayIdentity(row),
        action: action(row, app),
        status: statusOf(delivery, row),
        confidenceScore: row.confidence_score,
        dailySpend,
        paidInstalls: row.paid_installs,
        incrementalBlendedInstalls: row.incremental_blended_installs,
        fullBlendedInstalls: row.full_blended_installs,
        paidCpi: cpi(row.paid_installs),
        incrementalBlendedCpi: cpi(row.incremental_blended_installs),
        fullBlendedCpi: cpi(row.full_blended_installs),
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
        actionReason: reason(row, app),
        statusReason: statusReasonOf(delivery, row),
        opposedBy: opposedBy(row, app),
        lookbackStartDate: lookback.start,
        lookbackEndDate: lookback.end,
        predictedLowRoas: row.predicted_low_roas ?? null,
        predictedHighRoas: row.predicted_high_roas ?? null,
        closeCall: closeCall(row, app, errors),
        suggestedDailySpend: moneyOrNull(row.suggested_daily_spend),
        responseElasticity: row.response_elasticity ?? null,
        responseLow: row.response_low ?? null,
        responseHigh: row.response_high ?? null,
        marginalRoas: row.marginal_roas ?? null,
        responseEvidence: row.response_evidence ?? null,
        tested: !untestedDsis(run).includes(row.target_dsi),
        currentDailySpend: steps.get(row.recommendation_id)!.currentDailySpend,
        step: steps.get(row.recommendation_id)!.step,
      }
      return { row, item }
    })
}

/** The same campaign, or campaign and country, whatever the run. */
function identityOf(row: RecommendationRow): string {
  return JSON.stringify([row.granularity, ...Object.values(displayIdentity(row))])
}

function compared(
  item: Item,
  row: RecommendationRow,
  earlier: { row: RecommendationRow; item: Item }[],
  app: AppRow,
): Item {
  // They come by spend: the first of an identity is the one with most.
  const same = earlier.find(other => identityOf(other.row) === identityOf(row))
  if (same === undefined) return { ...item, previous: null, change: 'new' }
  const { target, predicted } = decidingRoas(same.row, app)
  const { action, status, dailySpend } = same.item
  const previous = {
    action,
    status,
    dailySpend,
    targetRoas: target,
    predictedRoas: predicted,
    createdAt: same.row.created_at,
  }
  return { ...item, previous, change: action === item.action ? 'none' : 'action' }
}

/** The recommendations of the run that is served on a day, compared with those of an earlier day where that is asked for. */
export function recommendations(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: RecommendationsParameters,
): Record<string, unknown>[] {
  const {
    granularity = 'campaign',
    actions,
    statuses,
    minDailySpend,
    asOf,
    since,
    changed,
    outcome = false,
    sort,
    limit: _limit,
    offset: _offset,
    ...names
  } = parameters
  const run = runAsOf(delivery, app.app_id, 'recommendation', asOf)
  if (run === undefined) return []
  const before =
    since === undefined ? undefined : runAsOf(delivery, app.app_id, 'recommendation', since)
  const earlier = before === undefined ? [] : itemsOf(delivery, app, before, { granularity, today })
  return itemsOf(delivery, app, run, { granularity, asOf, today })
    .filter(({ row }) => passes(row, names))
    .filter(
      ({ item }) =>
        actions === undefined || actions.some(word => word.toUpperCase() === item.action),
    )
    .filter(
      ({ item }) =>
        statuses === undefined || statuses.some(word => word.toUpperCase() === item.status),
    )
    .filter(({ item }) => minDailySpend === undefined || item.dailySpend >= minDailySpend)
    .map(({ row, item }) => ({
      row,
      item: since === undefined ? item : compared(item, row, earlier, app),
    }))
    .filter(({ item }) => changed !== true || item['change'] !== 'none')
    .map(({ row, item }) => (outcome ? { ...item, ...outcomeOf(row, run) } : item))
    .toSorted(
      sort?.endsWith('stepGain')
        ? byGain(worthOf, sort)
        : (one, other) => (sort === undefined ? 0 : compareFields(one, other, sort)),
    )

  function worthOf(id: unknown): number | null {
    const stepped = stepsOf(delivery, today, app, run!, { granularity, asOf }).get(Number(id))!
    return stepped.step.direction === 'none' ? null : stepped.worth
  }

  function outcomeOf(row: RecommendationRow, run: RunRow): Record<string, unknown> {
    const { target, predicted } = decidingRoas(row, app)
    const actual = outcomesOf(delivery, app)(row, lookbackOf(delivery, app, run, row))
    return {
      actualRoas: actual,
      actionInHindsight: actual === null ? null : actionFor(actual, target, app),
      roasError:
        actual === null || actual === 0 || predicted === null ? null : predicted / actual - 1,
    }
  }
}

/** By the worth of steps with a direction, then by id. */
function byGain(worth: (id: unknown) => number | null, sort: string) {
  return (one: Record<string, unknown>, other: Record<string, unknown>): number => {
    const gains = [one, other].map(({ id }) => ({ gain: worth(id) }))
    return (
      compareFields(gains[0]!, gains[1]!, sort.replace('stepGain', 'gain')) ||
      Number(one['id']) - Number(other['id'])
    )
  }
}
