import type { Action, Status } from '../../../generated/vocabulary/vocabulary.ts'
import type { components } from '../../../generated/types.ts'
import { MIN_DECISIONS } from '../../core/model/classification.ts'
import { forEachInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import { sum } from '../../core/formulas/sums.ts'

/** A past recommendation whose outcome is known. */
export interface Decision {
  runId: number
  /** Creation day of its run, UTC. */
  day: string
  platform: string
  network: string
  campaign: string
  country: string
  action: Action
  status: Status
  inHindsight: Action
  /** In the app's currency; the weight of the decision. */
  dailySpend: number
  predicted: number | null
  target: number | null
  actual: number
  /** By its share of the spend judged by its run. */
  size: Size
}

export type Size = NonNullable<TrackRecord['size']>

/** The size of a decision, by its share of the spend judged by its run. */
export function sizeOf(share: number): Size {
  return share >= 0.05 ? 'LARGE' : share >= 0.01 ? 'MEDIUM' : 'SMALL'
}

export type TrackRecord = components['schemas']['TrackRecord']

/** In the order of columns and groups. */
export const GROUPS = ['platform', 'network', 'action', 'status', 'size'] as const
export type GroupName = (typeof GROUPS)[number]

/** Sorts `decisions`, since sums of doubles depend on the order. `examples`: number of wrong ones listed in each group. */
export async function trackRecord(
  decisions: readonly Decision[],
  groupBy: readonly GroupName[],
  examples = 0,
): Promise<TrackRecord[]> {
  const names = GROUPS.filter(name => groupBy.includes(name))
  const groups = new Map<string, [Decision, ...Decision[]]>()
  await forEachInSlices(decisions, decision => {
    const key = JSON.stringify(names.map(name => decision[name]))
    const others = groups.get(key)
    if (others) others.push(decision)
    else groups.set(key, [decision])
  })
  const sorted = await sortInSlices([...groups.values()], ([a], [b]) =>
    names.reduce((order, name) => order || inBytes(a[name], b[name]), 0),
  )
  const records: TrackRecord[] = []
  for (const some of sorted) {
    const named = Object.fromEntries(names.map(name => [name, some[0][name]]))
    records.push({
      ...named,
      ...(await figures(some)),
      ...(examples > 0 && { wrong: await wrongOf(some, examples) }),
    })
  }
  return records
}

function inBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

async function figures(decisions: readonly [Decision, ...Decision[]]): Promise<TrackRecord> {
  const count = { decisions: decisions.length }
  if (decisions.length < MIN_DECISIONS) return count
  const sums = { spend: 0, right: 0, opposite: 0, actual: 0, bias: 0, wape: 0 }
  const runs = new Set<number>()
  const errors: WeightedError[] = []
  let since = decisions[0].day
  await forEachInSlices(
    decisions,
    ({ runId, day, action, inHindsight, dailySpend, predicted, actual }) => {
      runs.add(runId)
      if (day < since) since = day
      sums.spend += dailySpend
      if (inHindsight === action) sums.right += dailySpend
      else if (inHindsight !== 'HOLD' && action !== 'HOLD') sums.opposite += dailySpend
      if (predicted === null) return
      sums.actual += dailySpend * actual
      sums.bias += dailySpend * (predicted - actual)
      sums.wape += Math.abs(dailySpend * (predicted - actual))
      if (actual > 0 && dailySpend > 0)
        errors.push({ error: Math.abs(predicted / actual - 1), dailySpend })
    },
  )
  const ascending = await sortInSlices(errors, (a, b) => a.error - b.error)
  const ofSpend = (some: number): number | null => (sums.spend === 0 ? null : some / sums.spend)
  const ofActual = (some: number): number | null => (sums.actual === 0 ? null : some / sums.actual)
  return {
    ...count,
    runs: runs.size,
    since,
    dailySpend: sums.spend,
    rightShare: ofSpend(sums.right),
    oppositeShare: ofSpend(sums.opposite),
    bias: ofActual(sums.bias),
    wape: ofActual(sums.wape),
    p50: weightedQuantile(ascending, 5),
    p80: weightedQuantile(ascending, 8),
    p90: weightedQuantile(ascending, 9),
  }
}

/** Decisions that the outcome contradicts, the highest spend first. */
async function wrongOf(
  decisions: readonly Decision[],
  most: number,
): Promise<NonNullable<TrackRecord['wrong']>> {
  const wrong: { decision: Decision; target: number; cost: number }[] = []
  await forEachInSlices(decisions, decision => {
    const { action, inHindsight, dailySpend, target, actual } = decision
    if (action !== inHindsight && target !== null && target > 0)
      wrong.push({ decision, target, cost: dailySpend * Math.abs(actual / target - 1) })
  })
  const costly = await sortInSlices(wrong, (a, b) => b.cost - a.cost)
  return costly.slice(0, most).map(({ decision, target, cost }) => {
    const {
      day: date,
      platform,
      network,
      campaign,
      country,
      action,
      inHindsight,
      dailySpend,
      predicted,
      actual,
    } = decision
    const names = {
      date,
      platform,
      network,
      campaign,
      country,
      action,
      actionInHindsight: inHindsight,
      dailySpend,
    }
    return { ...names, predictedRoas: predicted, targetRoas: target, actualRoas: actual, cost }
  })
}

interface WeightedError {
  error: number
  dailySpend: number
}

/** The smallest error whose cumulative spend reaches `tenths` of the total; `errors` ascend. */
function weightedQuantile(errors: readonly WeightedError[], tenths: number): number | null {
  const total = sum(errors, ({ dailySpend }) => dailySpend)
  let reached = 0
  for (const { error, dailySpend } of errors) {
    reached += dailySpend
    if (10 * reached >= tenths * total) return error
  }
  return errors.at(-1)?.error ?? null
}
