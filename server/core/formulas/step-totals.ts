import type { components } from '../../../generated/types.ts'
import type { Step } from './step.ts'
import { sum } from './sums.ts'

/** Totals over steps of several campaigns. */

export type StepTotals = components['schemas']['StepTotals']

/** A campaign with its step; later versions may have other directions. */
interface Moved {
  id: number
  network: string
  step: Pick<Step, 'spendChange' | 'revenueChange' | 'gain' | 'gainLow' | 'gainHigh'> & {
    direction: string
  }
}

/** Totals by direction, and of both. Summed in the order of ids, since sums of doubles depend on it. */
export function totalSteps(moved: readonly Moved[]): Record<'more' | 'less' | 'all', StepTotals> {
  const inOrder = moved.filter(({ step }) => step.direction !== 'none').sort((a, b) => a.id - b.id)
  const ofDirection = (direction: string): StepTotals =>
    totalOf(inOrder.filter(({ step }) => step.direction === direction))
  return { more: ofDirection('more'), less: ofDirection('less'), all: totalOf(inOrder) }
}

function totalOf(moved: readonly Moved[]): StepTotals {
  const priced = moved.flatMap(({ network, step }) => {
    const { gain, gainLow, gainHigh } = step
    if (gain === null || gainLow === null || gainHigh === null) return []
    return [{ network, step, below: gain - gainLow, above: gainHigh - gain }]
  })
  const total = (
    some: readonly Pick<Moved, 'step'>[],
    value: (step: Moved['step']) => number | null,
  ): number => sum(some, ({ step }) => value(step) ?? 0)
  const gain = total(priced, step => step.gain)
  const isPriced = priced.length > 0
  return {
    steps: moved.length,
    unpriced: moved.length - priced.length,
    spendChange: total(moved, step => step.spendChange),
    revenueChange: isPriced ? total(priced, step => step.revenueChange) : null,
    gain: isPriced ? gain : null,
    gainLow: isPriced ? gain - combineDistances(priced, ({ below }) => below) : null,
    gainHigh: isPriced ? gain + combineDistances(priced, ({ above }) => above) : null,
  }
}

/** Combines distances to an end of the interval as a plan does: errors count as one within a network, with a correlation of 0.5 between networks. */
export function combineDistances<Row extends { network: string }>(
  rows: readonly Row[],
  distanceOf: (row: Row) => number,
): number {
  const byNetwork = new Map<string, number>()
  for (const row of rows)
    byNetwork.set(row.network, (byNetwork.get(row.network) ?? 0) + distanceOf(row))
  return correlated([...byNetwork.values()])
}

/** The size of a sum of errors, of which each two are correlated by 0.5. */
export function correlated(errors: readonly number[]): number {
  const total = sum(errors)
  return Math.sqrt((sum(errors, error => error ** 2) + total ** 2) / 2)
}

type Shortfall = components['schemas']['Shortfall']

interface Judged {
  currentDailySpend: number
  predictedRoas: number | null
  targetRoas: number | null
}

/** Money below target, and how much of it the steps address. Summed in the given order. */
export function shortfallOf(rows: readonly { step: Step; row: Judged }[]): Shortfall {
  let [amount, withStep, closed] = [0, 0, 0]
  const reasons = new Map<string, number>()
  for (const { step, row } of rows) {
    const short = shortOf(row)
    if (short === 0 || step.kind === 'stopped') continue
    amount += short
    if (step.direction === 'less') {
      withStep += short
      closed += step.gain ?? 0
    } else {
      const reason = step.reason ?? step.kind
      reasons.set(reason, (reasons.get(reason) ?? 0) + short)
    }
  }
  return {
    amount,
    withStep,
    closed,
    closedShare: amount === 0 ? null : closed / amount,
    weeks: amount > 0 && closed > 0 ? Math.ceil(amount / closed) : null,
    reasons: [...reasons]
      .map(([reason, amount]) => ({ reason, amount }))
      .sort((a, b) => b.amount - a.amount || (a.reason < b.reason ? -1 : 1)),
  }
}

function shortOf({
  currentDailySpend,
  predictedRoas: predicted,
  targetRoas: target,
}: Judged): number {
  if (predicted === null || target === null || target <= 0) return 0
  return currentDailySpend * Math.max(0, 1 - Math.max(0, predicted) / target)
}
