import type { DrawnApp } from './arbitrary-app.ts'
import { arbitraryInstalls, arbitraryMoney } from './arbitrary-facts.ts'
import type { Draw } from './draw.ts'
import { displayName } from './identity.ts'
import { untestedDsis } from './runs.ts'
import { addDays } from './periods.ts'
import {
  REVENUE_TYPES,
  ROAS_TYPES,
  type Identity,
  type RecommendationRow,
  type RoasColumn,
  type RunRow,
} from './delivery.ts'

/** Target and predicted of the six bases: missing, zero, far apart, or exactly at an edge of the HOLD band. */
function arbitraryRoas(draw: Draw, threshold: number): Record<RoasColumn, number | null> {
  const roas: Partial<Record<RoasColumn, number | null>> = {}
  for (const type of ROAS_TYPES) {
    for (const revenue of REVENUE_TYPES) {
      const target = draw.pick([1, 1.2, 0.35, 0.7, 2])
      roas[`target_${type}_${revenue}_roas`] = draw.chance(8) ? draw.pick([null, 0]) : target
      roas[`predicted_${type}_${revenue}_roas`] = draw.pick([
        null,
        0,
        -0.5,
        target,
        target * (1 + threshold),
        target * (1 - threshold),
        target * (1 + threshold) + 1e-6,
        target * (1 - threshold) - 1e-6,
        target * 1.5,
        target * 0.5,
        draw.int(1, 30_000) / 1e4,
      ])
    }
  }
  return roas as Record<RoasColumn, number | null>
}

/** Some deliver the install dates that they judge. */
function arbitraryLookback(
  draw: Draw,
  run: RunRow,
): Pick<RecommendationRow, 'lookback_start_date' | 'lookback_end_date'> {
  if (draw.chance(70)) return {}
  const lookback_end_date = addDays(run.max_install_date!, -draw.int(0, 5))
  return {
    lookback_start_date: addDays(lookback_end_date, -draw.pick([0, 6, 20])),
    lookback_end_date,
  }
}

/** And some an interval, now and then with an edge of the band as its end. */
function arbitraryInterval(
  draw: Draw,
): Pick<RecommendationRow, 'predicted_low_roas' | 'predicted_high_roas'> {
  if (draw.chance(60)) return {}
  const predicted_low_roas = draw.pick([0.2, 0.9, 0.95, 1.05, 1.2])
  return { predicted_low_roas, predicted_high_roas: predicted_low_roas + draw.pick([0, 0.1, 0.7]) }
}

/** Some know the response to spend, some of them too vaguely to plan by; a few would earn nothing more, or as much as before. */
function arbitraryResponse(draw: Draw): Partial<RecommendationRow> {
  const suggested_daily_spend = draw.chance(40) ? draw.pick(['0', '12.5', '100.0001']) : null
  if (draw.chance(35)) return { suggested_daily_spend, marginal_roas: draw.pick([null, 0.4]) }
  const response_elasticity = draw.chance(10) ? draw.pick([0, 1]) : draw.int(20, 95) / 100
  const width = draw.pick([0, 0.05, 0.1, 0.15, 0.3])
  return {
    suggested_daily_spend,
    response_elasticity,
    response_low: Math.max(0, response_elasticity - width),
    response_high: Math.min(1, response_elasticity + width),
    marginal_roas: draw.chance(15) ? draw.pick([null, 0, 3]) : draw.int(1, 15_000) / 1e4,
    response_evidence: draw.pick(['learned', 'assumed', null]),
  }
}

/** One identity per shown name: without country at `campaign`, GLOBAL where a campaign has several countries. */
function recommendable(
  identities: Identity[],
  granularity: RecommendationRow['granularity'],
): Identity[] {
  const byName = new Map<string, Identity>()
  for (const identity of identities) {
    const names = [
      displayName(identity.platform),
      displayName(identity.network),
      displayName(identity.campaign),
    ]
    const key = JSON.stringify(
      granularity === 'campaign' ? names : [...names, displayName(identity.country)],
    )
    const earlier = byName.get(key)
    if (earlier === undefined) byName.set(key, identity)
    else if (granularity === 'campaign' && earlier.country !== identity.country) {
      byName.set(key, { ...earlier, country: 'GLOBAL' })
    }
  }
  return [...byName.values()]
}

/** Of an app that spends about the same every day: what its steps depend on, near the edges of the rules. */
function steadyRow(
  draw: Draw,
  app: DrawnApp,
  row: Unnumbered,
  hasResponse: boolean,
): Partial<Unnumbered> {
  const parts = app.identities.filter(identity => isPartOf(identity, row)).length
  const dailySpend = app.level! * parts * draw.pick([1, 1, 1, 1, 0.9, 1.1, 1.04])
  const live = draw.pick([0.3, 0.3, 0.3, 0.5, null])
  const paced = live === null || draw.chance(5) ? null : live * draw.pick([1, 1, 1.004, 0.9, 1.1])
  const basis = `${app.row.target_roas_type}_${app.row.target_revenue_type}` as const
  const target = draw.pick([0.5, 1])
  const predicted = target * draw.pick([1.5, 1.5, 1.3, 0.7, 0.5, 1, -0.2])
  const response_elasticity = draw.int(30, 95) / 100
  const width = draw.pick([0.05, 0.15, 0.19, 0.3])
  return {
    spend: (dailySpend * row.lookback_days).toFixed(4),
    confidence_score: draw.pick([null, 0.3, 0.6, 0.9, 0.9, 0.2999]),
    optimisation_live_roas: live,
    optimisation_paced_roas: paced,
    optimisation_raw_roas: live === null ? null : live * draw.pick([1, 1, 1, 1.2]),
    ...(draw.chance(92)
      ? { [`target_${basis}_roas`]: target, [`predicted_${basis}_roas`]: predicted }
      : {}),
    ...(draw.chance(40)
      ? { predicted_low_roas: predicted - 0.05, predicted_high_roas: predicted + 0.08 }
      : {}),
    ...(hasResponse && draw.chance(85)
      ? {
          suggested_daily_spend: draw.chance(15)
            ? null
            : (dailySpend * draw.pick([1, 1.004, 1.02, 1.15, 1.2, 0.85, 0.6, 0.99])).toFixed(4),
          response_elasticity,
          response_low: response_elasticity - width,
          response_high: Math.min(1, response_elasticity + width),
          marginal_roas: Math.max(
            0,
            Number(
              (Math.max(0.05, predicted) * response_elasticity * draw.pick([1, 1, 0.8])).toFixed(4),
            ),
          ),
        }
      : {
          suggested_daily_spend: null,
          response_elasticity: null,
          response_low: null,
          response_high: null,
          marginal_roas: null,
        }),
  }
}

/** Before its target DSI is tested, a run mostly says how uncertain it is. */
function uncertainRow(
  draw: Draw,
  { row: { target_roas_type: type, target_revenue_type: revenue } }: DrawnApp,
  row: Unnumbered,
): Partial<Unnumbered> {
  const predicted = row[`predicted_${type}_${revenue}_roas`]
  if (predicted === null || draw.chance(30)) return {}
  return {
    predicted_low_roas: predicted - draw.pick([0.05, 0.1, 0.6]),
    predicted_high_roas: predicted + draw.pick([0.05, 0.2]),
  }
}

function isPartOf(identity: Identity, row: Unnumbered): boolean {
  const names = [
    'platform',
    'network',
    'campaign',
    ...(row.granularity === 'campaign' ? [] : ['country']),
  ] as (keyof Identity)[]
  return names.every(name => displayName(identity[name]) === displayName(row[name]))
}

type Unnumbered = Omit<RecommendationRow, 'recommendation_id'>

/** A run's recommendations: most campaigns and most of their countries, some equal in spend. */
export function arbitraryRecommendations(
  draw: Draw,
  app: DrawnApp,
  run: RunRow,
  firstId: number,
): RecommendationRow[] {
  const optional = () => (draw.chance(15) ? null : draw.int(0, 20_000) / 1e4)
  const rows = (['campaign', 'campaign_geo'] as const).flatMap(granularity =>
    recommendable(app.identities, granularity)
      .filter(() => draw.chance(85))
      .map((identity): Unnumbered => ({
        run_id: run.run_id,
        granularity,
        ...identity,
        confidence_score: draw.pick([null, 0, 0.3, 0.2999, 0.6, 0.5999, 1, 0.77]),
        spend: draw.chance(30) ? '30' : arbitraryMoney(draw),
        lookback_days: draw.pick([6, 6, 1, 7, 30]),
        ...arbitraryInstalls(draw),
        optimisation_dsi: draw.pick([0, 1, 7]),
        target_dsi: app.row.target_dsi,
        optimisation_live_roas: optional(),
        optimisation_paced_roas: optional(),
        optimisation_raw_roas: optional(),
        optimisation_predicted_roas: optional(),
        ...arbitraryRoas(draw, app.row.action_threshold ?? 0.05),
        created_at: run.created_at,
        ...arbitraryLookback(draw, run),
        ...arbitraryInterval(draw),
        ...arbitraryResponse(draw),
      })),
  )
  const hasResponse = draw.chance(75)
  const steady =
    app.level === null
      ? rows
      : rows.map(row => ({ ...row, ...steadyRow(draw, app, row, hasResponse) }))
  const uncertain = untestedDsis(run).includes(app.row.target_dsi)
    ? steady.map(row => ({ ...row, ...uncertainRow(draw, app, row) }))
    : steady
  const order = draw.chance(50) ? uncertain : uncertain.toReversed()
  return order.map((row, index) => ({ ...row, recommendation_id: firstId + index }))
}
