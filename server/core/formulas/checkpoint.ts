import type { components } from '../../../generated/types.ts'
import { combineDistances } from './step-totals.ts'
import { sum } from './sums.ts'

/** The ROAS that cohorts need at a shorter DSI, for a target DSI that is not tested. */

export type Checkpoint = components['schemas']['Checkpoint']

/** A recommendation at both DSIs. ROAS are of the target types. */
export interface Course {
  id: number
  network: string
  /** Weight among the rows of a sum. */
  dailySpend: number
  /** At the shorter DSI, of the install dates that the recommendation judges. */
  roas: number | null
  /** At the target DSI, with its 80 % interval. */
  predictedRoas: number | null
  predictedLow: number | null
  predictedHigh: number | null
}

/** The longest DSI below the target that is neither withheld nor untested; undefined without one. */
export function checkpointDsi(
  dsis: readonly number[],
  targetDsi: number,
  {
    withheld = [],
    untested = [],
  }: {
    withheld?: readonly { dsi: number }[] | undefined
    untested?: readonly number[] | undefined
  },
): number | undefined {
  const unusable = new Set([...untested, ...withheld.map(({ dsi }) => dsi)])
  return dsis.findLast(dsi => dsi < targetDsi && !unusable.has(dsi))
}

/**
 * Cohorts that grow as predicted reach the target from `target x roas / predicted` on. The interval is that of the predicted ROAS, combined over
 * rows as that of totals of steps.
 */
export function checkpointOf(
  rows: readonly Course[],
  {
    dsi,
    targetDsi,
    targetRoas,
  }: { dsi: number | undefined; targetDsi: number; targetRoas: number | null },
): Checkpoint {
  const known = rows.filter(isKnown).sort((a, b) => a.id - b.id)
  const weighted = (value: (row: Known) => number): number =>
    sum(known, row => row.dailySpend * value(row))
  const spend = weighted(() => 1)
  if (dsi === undefined || targetRoas === null || targetRoas <= 0 || !(spend > 0)) return null
  const [roas, predicted] = [
    weighted(row => row.roas) / spend,
    weighted(row => row.predictedRoas) / spend,
  ]
  const low =
    predicted -
    combineDistances(
      known,
      row => row.dailySpend * Math.max(0, row.predictedRoas - row.predictedLow),
    ) /
      spend
  const high =
    predicted +
    combineDistances(
      known,
      row => row.dailySpend * Math.max(0, row.predictedHigh - row.predictedRoas),
    ) /
      spend
  if (roas <= 0 || low <= 0 || !Number.isFinite(high)) return null
  return {
    dsi,
    targetDsi,
    targetRoas,
    neededLow: (targetRoas * roas) / high,
    neededHigh: (targetRoas * roas) / low,
    roas,
  }
}

type Known = Course & {
  roas: number
  predictedRoas: number
  predictedLow: number
  predictedHigh: number
}

function isKnown(row: Course): row is Known {
  return [row.roas, row.predictedRoas, row.predictedLow, row.predictedHigh].every(
    value => value !== null,
  )
}
