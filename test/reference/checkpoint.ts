import { dailySpendOf, decidingRoas, lookbackOf } from './action.ts'
import { Between } from './expected.ts'
import { displayIdentity } from './identity.ts'
import { grouped } from './newest-data.ts'
import { reachedBy } from './outcomes.ts'
import { availableDsis, untestedDsis, withheldDsis } from './runs.ts'
import type { AppRow, Delivery, RecommendationRow, RunRow } from './delivery.ts'

/** What cohorts need before the target DSI is tested. */

export type Checkpoint = Record<string, unknown> | null

/** A recommendation, and the 80 % interval of its predicted ROAS; null if its error is not known. */
export interface Uncertain {
  row: RecommendationRow
  interval: { low: number; high: number } | null
}

/** The need of some recommendations at one target DSI, of a target ROAS; weighted by what they spend. */
export function checkpointOf(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  {
    rows,
    targetDsi,
    targetRoas,
  }: { rows: readonly Uncertain[]; targetDsi: number; targetRoas: number | null },
): Checkpoint {
  if (!untestedDsis(run).includes(targetDsi)) return null
  const usable = availableDsis(app).filter(
    dsi => dsi < targetDsi && !withheldDsis(run).includes(dsi) && !untestedDsis(run).includes(dsi),
  )
  const dsi = Math.max(...usable)
  if (usable.length === 0 || targetRoas === null || targetRoas <= 0) return null
  const reached = reachedBy(delivery, app)
  const known = rows.flatMap(({ row, interval }) => {
    const roas = reached(row, lookbackOf(delivery, app, run, row), dsi)
    const { predicted } = decidingRoas(row, app)
    if (roas === null || predicted === null || interval === null) return []
    // A delivered interval may leave out the prediction.
    const [low, high] = [Math.min(interval.low, predicted), Math.max(interval.high, predicted)]
    return [
      {
        row,
        spend: dailySpendOf(row),
        roas,
        predicted,
        below: predicted - low,
        above: high - predicted,
      },
    ]
  })
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const spend = sum(known.map(one => one.spend))
  if (spend <= 0) return null
  const mean = (of: 'roas' | 'predicted') => sum(known.map(one => one.spend * one[of])) / spend
  const distance = (of: 'below' | 'above') => {
    const ofNetworks = grouped(known, ({ row }) => displayIdentity(row).network).map(own =>
      sum(own.map(one => one.spend * one[of])),
    )
    return Math.sqrt(sum(ofNetworks.map(one => one ** 2)) / 2 + sum(ofNetworks) ** 2 / 2) / spend
  }
  const [roas, predicted] = [mean('roas'), mean('predicted')]
  const [low, high] = [predicted - distance('below'), predicted + distance('above')]
  if (roas <= 0 || low <= 0 || high === Infinity) return null
  return {
    dsi,
    targetDsi,
    targetRoas,
    neededLow: about((targetRoas * roas) / high),
    neededHigh: about((targetRoas * roas) / low),
    roas: about(roas),
  }
}

function about(value: number): Between {
  return new Between(value - 1e-9 * Math.abs(value), value + 1e-9 * Math.abs(value))
}
