import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import { type App, apps } from '../../server/demo/apps.ts'
import type { Cohort } from '../../server/demo/cohorts.ts'
import { level } from '../../server/demo/curve.ts'
import { networkNamed } from '../../server/demo/networks.ts'
import { lookbackOf, type Recommendation } from '../../server/demo/recommendations.ts'
import { decidingBasis } from '../../server/demo/targets.ts'
import { createWorld, type World } from '../../server/demo/world.ts'
import { measurement, type Measurement } from './support/measurement.ts'

const TODAY = '2026-11-22'

/** Standard deviation of the logarithm of what payers are worth, in the theory that daily LTV is compared with: a few pay most. */
const PAYER_SPREAD = 1.28

/** Apps of other seeds, prices and payers: what holds for the demo alone is luck. */
const madeUp: App[] = [
  { ...apps[0]!, id: 201 },
  { ...apps[0]!, id: 202, payerRate: 0.025, cpi: 2 },
  { ...apps[1]!, id: 203 },
  { ...apps[2]!, id: 204 },
  { ...apps[0]!, id: 205, targetDsi: 7, targetRoas: 0.3, payerRate: 0.08 },
]

/** A past recommendation of a campaign whose outcome is known. */
interface Judged {
  row: Recommendation
  platform: string
  status: 'HIGH' | 'MEDIUM' | 'LOW'
  actual: number
  right: boolean
}

/** How far the demo's recommendations can be trusted, and whether its money is as noisy as theory has it. */
export function demoTrust(): Promise<Measurement[]> {
  const worlds = { demo: createWorld(TODAY), 'five made-up apps': createWorld(TODAY, madeUp) }
  return Promise.resolve(
    Object.entries(worlds).flatMap(([name, world]) => figures(world).map(row => ({ ...row, what: `${name}: ${row.what}` }))),
  )
}

function figures(world: World): Measurement[] {
  const judged = outcomes(world)
  const share = (rows: readonly Judged[]) => weighted(rows, ({ right }) => (right ? 1 : 0))
  const rights = (['HIGH', 'MEDIUM', 'LOW'] as const).map(status =>
    figure(`right, ${status}, of spend`, share(judged.filter(of => of.status === status)), status === 'HIGH' ? 'at least 80' : undefined),
  )
  const actions = (['SCALE', 'HOLD', 'REDUCE'] as const).map(action =>
    figure(`right, ${action}, of spend`, share(judged.filter(({ row }) => row.action === action))),
  )
  const errors = ['IOS', 'ANDROID', 'WEB'].map(platform =>
    figure(
      `80 % of spend errs at most by, ${platform}`,
      quantile(
        judged.filter(of => of.platform === platform),
        0.8,
      ),
    ),
  )
  const dispersion = [7, 30].map(dsi => {
    const { found, theory } = dispersionOf(world, dsi)
    return measurement(`CV of daily D${dsi} LTV / a binomial times a log-normal`, 100 * found, 100 * theory, '%', 'about 1')
  })
  return [...rights, ...actions, figure('actions that flip from run to run, share', flips(world)), ...errors, ...dispersion]
}

function figure(what: string, share: number, goal = ''): Measurement {
  return { what, value: 100 * share, baseline: NaN, unit: '%', ratio: NaN, goal }
}

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group === undefined) groups.set(keyOf(value), [value])
    else group.push(value)
  }
  return groups
}

function outcomes({ recommendations, cohorts }: World): Judged[] {
  const byCampaign = groupBy(cohorts, ({ segment }) => segment.campaign)
  const newest = Math.max(...cohorts.map(({ day }) => day))
  return recommendations.flatMap(({ run, row }): Judged[] => {
    const { campaign, granularity, spend, action, target } = row
    const { start, end } = lookbackOf(campaign)
    if (granularity !== 'campaign' || spend <= 0 || run.day - start + campaign.app.targetDsi > newest) return []
    const judgedBy = byCampaign.get(campaign)!.filter(({ day }) => day >= run.day - end && day <= run.day - start)
    const actual = judgedBy.reduce((sum, cohort) => sum + revenueOf(cohort, campaign.app.targetDsi), 0) / spend
    return [
      {
        row,
        platform: campaign.platform ?? 'Unknown',
        status: statusOf(row),
        actual,
        right: actionOf(actual, target, campaign.app) === action,
      },
    ]
  })
}

function revenueOf({ segment, exponent, ...cohort }: Cohort, dsi: number): number {
  const [type, money] = decidingBasis(segment.campaign.app).split(/_(?=[^_]+$)/) as [string, string]
  const value = { paid: cohort.paidValue, incremental_blended: cohort.incrementalBlendedValue, full_blended: cohort.fullBlendedValue }[
    type
  ]!
  return value * level(dsi, exponent) * (money === 'net' ? segment.netShare : 1)
}

/** As the service has it: small or non-traditional campaigns are LOW whatever their score. */
function statusOf({ campaign, confidence, dailySpend }: Recommendation): Judged['status'] {
  const traditional = campaign.network !== null && networkNamed(campaign.network).traditional
  if (!traditional || dailySpend < 5 || confidence === null || confidence < 0.3) return 'LOW'
  return confidence < 0.6 ? 'MEDIUM' : 'HIGH'
}

function actionOf(roas: number, target: number, app: App): Action {
  const gap = roas / target - 1
  if (Math.abs(gap) <= (app.threshold ?? 0.05)) return 'HOLD'
  return gap > 0 ? 'SCALE' : 'REDUCE'
}

/** Share of campaigns' actions that differ from the run before, of runs a day apart (a week, where the app has no others). */
function flips({ recommendations }: World): number {
  const rows = recommendations.filter(({ row }) => row.granularity === 'campaign' && row.spend > 0)
  const actions = new Map(rows.map(({ run, row }) => [`${row.campaign.key} ${run.day}`, row.action]))
  const pairs = rows.flatMap(({ run, row }) => {
    const before = actions.get(`${row.campaign.key} ${run.day - (row.campaign.app.weekly ? 7 : 1)}`)
    return before === undefined ? [] : [before !== row.action]
  })
  return pairs.filter(Boolean).length / pairs.length
}

/** CV of daily LTV around its mean of 28 days, over segments with enough installs, against a binomial number of payers times a log-normal. */
function dispersionOf({ cohorts }: World, dsi: number): { found: number; theory: number } {
  const squares = { found: 0, theory: 0, days: 0 }
  for (const [segment, own] of groupBy(cohorts, cohort => cohort.segment)) {
    const days = own.filter(({ paidInstalls }) => paidInstalls >= 20)
    for (let from = 0; from + 28 <= days.length; from += 28) {
      const month = days
        .slice(from, from + 28)
        .map(cohort => ({ installs: cohort.paidInstalls, ltv: (cohort.paidValue * level(dsi, cohort.exponent)) / cohort.paidInstalls }))
      const mean = month.reduce((sum, { ltv }) => sum + ltv, 0) / month.length
      for (const { installs, ltv } of month) {
        squares.found += (ltv / mean - 1) ** 2 * (28 / 27)
        squares.theory += (Math.exp(PAYER_SPREAD ** 2) / segment.payerRate - 1) / installs
        squares.days += 1
      }
    }
  }
  return { found: Math.sqrt(squares.found / squares.days), theory: Math.sqrt(squares.theory / squares.days) }
}

function weighted(rows: readonly Judged[], of: (row: Judged) => number): number {
  const spend = rows.reduce((sum, { row }) => sum + row.spend / row.campaign.app.cpi, 0)
  return rows.reduce((sum, judged) => sum + (of(judged) * judged.row.spend) / judged.row.campaign.app.cpi, 0) / spend
}

/** The error |predicted / actual - 1| that a share of the spend stays within. */
function quantile(rows: readonly Judged[], part: number): number {
  const errors = rows
    .map(judged => ({ judged, error: Math.abs(judged.row.prediction! / judged.actual - 1) }))
    .sort((one, other) => one.error - other.error)
  const total = errors.reduce((sum, { judged }) => sum + judged.row.spend / judged.row.campaign.app.cpi, 0)
  let sum = 0
  for (const { judged, error } of errors) if ((sum += judged.row.spend / judged.row.campaign.app.cpi) >= part * total) return error
  return NaN
}
