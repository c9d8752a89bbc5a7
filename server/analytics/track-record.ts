import type { Action, Status } from '../../generated/vocabulary/vocabulary.ts'
import type { components } from '../../generated/types.ts'

/** A past recommendation whose outcome is known. */
export interface Decision {
  runId: number
  /** Day, UTC, on which its run was created. */
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
  actual: number
}

export type TrackRecord = components['schemas']['TrackRecord']

/** In the order of columns and groups. */
export const GROUPS = ['platform', 'network', 'action', 'status'] as const
export type GroupName = (typeof GROUPS)[number]

/** Fewer say little, so only their number is told. */
export const MIN_DECISIONS = 20

/** `decisions` in a fixed order, since sums of doubles depend on it. */
export function trackRecord(decisions: readonly Decision[], groupBy: readonly GroupName[]): TrackRecord[] {
  const names = GROUPS.filter(name => groupBy.includes(name))
  const groups = new Map<string, Decision[]>()
  for (const decision of decisions) {
    const key = JSON.stringify(names.map(name => decision[name]))
    const others = groups.get(key)
    if (others) others.push(decision)
    else groups.set(key, [decision])
  }
  return [...groups.values()]
    .sort(([one], [other]) => names.reduce((order, name) => order || inBytes(one![name], other![name]), 0))
    .map(some => ({ ...Object.fromEntries(names.map(name => [name, some[0]![name]])), ...figures(some) }))
}

function inBytes(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function figures(decisions: readonly Decision[]): TrackRecord {
  const count = { decisions: decisions.length }
  if (decisions.length < MIN_DECISIONS) return count
  const sum = (value: (decision: Decision) => number, some = decisions): number => some.reduce((total, one) => total + value(one), 0)
  const spend = sum(({ dailySpend }) => dailySpend)
  const share = (isIn: (decision: Decision) => boolean): number | null =>
    spend === 0 ? null : sum(one => (isIn(one) ? one.dailySpend : 0)) / spend
  const predicted = decisions.filter(hasPrediction)
  const actual = sum(one => one.dailySpend * one.actual, predicted)
  const ofActual = (value: (difference: number) => number): number | null =>
    actual === 0 ? null : predicted.reduce((total, one) => total + value(one.dailySpend * (one.predicted - one.actual)), 0) / actual
  const errors = predicted
    .filter(one => one.actual > 0 && one.dailySpend > 0)
    .map(one => ({ error: Math.abs(one.predicted / one.actual - 1), dailySpend: one.dailySpend }))
    .sort((one, other) => one.error - other.error)
  return {
    ...count,
    runs: new Set(decisions.map(({ runId }) => runId)).size,
    since: decisions.reduce((first, { day }) => (day < first ? day : first), decisions[0]!.day),
    dailySpend: spend,
    rightShare: share(one => one.inHindsight === one.action),
    oppositeShare: share(one => one.inHindsight !== one.action && one.inHindsight !== 'HOLD' && one.action !== 'HOLD'),
    bias: ofActual(difference => difference),
    wape: ofActual(Math.abs),
    p50: quantile(errors, 5),
    p80: quantile(errors, 8),
    p90: quantile(errors, 9),
  }
}

function hasPrediction(decision: Decision): decision is Decision & { predicted: number } {
  return decision.predicted !== null
}

/** The smallest error whose cumulative share of spend reaches so many tenths; `errors` ascend. */
function quantile(errors: readonly { error: number; dailySpend: number }[], tenths: number): number | null {
  const total = errors.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
  let reached = 0
  for (const { error, dailySpend } of errors) {
    reached += dailySpend
    if (10 * reached >= tenths * total) return error
  }
  return errors.at(-1)?.error ?? null
}

/** The 80 % interval of a predicted ROAS, by the absolute error that 80 % of the spend stayed within. */
export function intervalOf(predicted: number, p80: number): { low: number; high: number } {
  return { low: predicted / (1 + p80), high: p80 < 1 ? predicted / (1 - p80) : Infinity }
}
