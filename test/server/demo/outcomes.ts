import type { Action } from '../../../generated/vocabulary/vocabulary.ts'
import type { App } from '../../../server/demo/apps.ts'
import type { Cohort } from '../../../server/demo/cohorts.ts'
import { networkNamed } from '../../../server/demo/networks.ts'
import { lookbackOf, revenueOf, thresholdOf } from '../../../server/demo/outcomes.ts'
import type { Recommendation } from '../../../server/demo/recommendations.ts'
import type { Run } from '../../../server/demo/runs.ts'
import type { World } from '../../../server/demo/world.ts'
import { classifyAction } from '../../../server/model/classification.ts'

export const STATUSES = ['HIGH', 'MEDIUM', 'LOW'] as const
export const HALVES = ['large', 'small'] as const

/** A recommendation of a campaign. Days count as in `Run`. */
export interface Decision {
  run: Run
  row: Recommendation
  /** Install dates that it judges. */
  cohorts: readonly Cohort[]
}

/** One whose outcome is known. */
export interface Judged extends Decision {
  platform: string
  /** By the median daily spend of the run's campaigns on the platform. */
  half: (typeof HALVES)[number]
  status: (typeof STATUSES)[number]
  /** Spend in installs, so that currencies add up. */
  weight: number
  actual: number
  /** In hindsight. */
  wanted: Action
  right: boolean
  error: number
  /** The day on which the outcome became known. */
  due: number
}

export function decide(world: World): Decision[] {
  const cohorts = groupBy(world.cohorts, ({ segment }) => segment.campaign)
  const rows = world.recommendations.filter(({ row }) => row.granularity === 'campaign' && row.spend > 0 && row.prediction !== null)
  return rows.map(({ run, row }) => {
    const { campaign } = row
    const { start, end } = lookbackOf(campaign)
    const own = cohorts.get(campaign)!.filter(({ day }) => day >= run.day - end && day <= run.day - start)
    return { run, row, cohorts: own }
  })
}

export function judge(decisions: readonly Decision[]): Judged[] {
  const medians = mediansOf(decisions)
  const newest = new Map<App, number>()
  for (const { run } of decisions) newest.set(run.app, Math.max(run.day, newest.get(run.app) ?? 0))
  return decisions.flatMap((decision): Judged[] => {
    const { run, row, cohorts } = decision
    const { campaign, spend, action, target, dailySpend } = row
    const { app } = campaign
    const due = run.day - lookbackOf(campaign).start + app.targetDsi
    if (due > newest.get(app)!) return []
    const actual = cohorts.reduce((sum, cohort) => sum + revenueOf(cohort, app.targetDsi), 0) / spend
    const wanted = classifyAction(actual, target, thresholdOf(app))
    return [
      {
        ...decision,
        platform: campaign.platform ?? 'Unknown',
        half: dailySpend >= medians.get(`${run.run_id} ${campaign.platform}`)! ? 'large' : 'small',
        status: statusOf(row),
        weight: spend / app.cpi,
        actual,
        wanted,
        right: wanted === action,
        error: Math.abs(row.prediction! / actual - 1),
        due,
      },
    ]
  })
}

/** As the service has it: small or non-traditional campaigns are LOW whatever their score. */
function statusOf({ campaign, confidence, dailySpend }: Recommendation): Judged['status'] {
  const traditional = campaign.network !== null && networkNamed(campaign.network).traditional
  if (!traditional || dailySpend < 5 || confidence === null || confidence < 0.3) return 'LOW'
  return confidence < 0.6 ? 'MEDIUM' : 'HIGH'
}

function mediansOf(rows: readonly Decision[]): Map<string, number> {
  const groups = groupBy(rows, ({ run, row }) => `${run.run_id} ${row.campaign.platform}`)
  return new Map(
    [...groups].map(([key, own]) => {
      const spends = own.map(({ row }) => row.dailySpend).sort((one, other) => one - other)
      return [key, spends[Math.floor(spends.length / 2)]!]
    }),
  )
}

const [MONTH, TRACK] = [28, 180]
const ENOUGH = 20

/**
 * The share of a month's spend that errs by at most the p90 of the app's and platform's track record as it was at the month's start: of
 * decisions whose outcome was known then, of the 180 days up to the newest of them.
 */
export function trackRecordHolds(judged: readonly Judged[], wanted: (of: Judged) => boolean): number {
  let [held, all] = [0, 0]
  for (const own of groupBy(judged, ({ row, platform }) => `${row.campaign.app.id} ${platform}`).values()) {
    const days = own.map(({ run }) => run.day)
    for (let start = Math.min(...days) + MONTH; start <= Math.max(...days); start += MONTH) {
      const known = own.filter(({ due }) => due <= start)
      const newest = Math.max(...known.map(({ run }) => run.day))
      const p90 = quantile(
        known.filter(({ run }) => run.day > newest - TRACK),
        0.9,
      )
      if (known.length < ENOUGH) continue
      for (const next of own.filter(of => wanted(of) && of.run.day > start && of.run.day <= start + MONTH)) {
        all += next.weight
        if (next.error <= p90) held += next.weight
      }
    }
  }
  return held / all
}

/** The error that a share of the spend stays within. */
function quantile(rows: readonly Judged[], part: number): number {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { error, weight } of [...rows].sort((one, other) => one.error - other.error)) if ((sum += weight) >= part * total) return error
  return NaN
}

export function share(rows: readonly Judged[], of: (row: Judged) => boolean): number {
  const sum = (list: readonly Judged[]) => list.reduce((total, { weight }) => total + weight, 0)
  return sum(rows.filter(of)) / sum(rows)
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
