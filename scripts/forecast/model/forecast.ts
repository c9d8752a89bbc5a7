import type { Day, Facts, Revenue } from '../facts.ts'
import type { Fit, Forecast, KindFit } from './fit.ts'
import { firstCellOf } from './first-cell.ts'
import { knownAge } from './known.ts'
import { prepare } from './prepare.ts'
import { refundRates } from './refunds.ts'

/**
 * Cumulative revenue of every cell by a DSI: what it has brought by that age where it is old enough, else what it has brought so far and what its level
 * and its network's curve add. It never falls with the DSI. Whether the DSI is to be withheld is for the caller to see (`fit.limit`).
 * @param since Cells that were installed earlier are left at 0: who looks at the newest only need not go through all
 * @throws RangeError if the DSI is beyond the model's reach (`fit.reach`)
 */
export function forecast(facts: Facts, fit: Fit, dsi: number, since: Day = -Infinity): Forecast {
  if (!(dsi >= 0 && dsi <= fit.reach)) throw new RangeError(`DSI ${dsi} is not within 0 to ${fit.reach}`)
  const gross = new Float64Array(fit.cells)
  const net = new Float64Array(fit.cells)
  const future = new Float64Array(fit.cells)
  const from = firstCellOf(facts.cells.day, fit.cells, since)
  for (const revenue of facts.revenue) {
    addActual(facts, fit, revenue, dsi, from, gross, net)
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind !== undefined) addFuture(facts, fit, revenue, kind, dsi, from, { gross, net, future })
  }
  return { dsi, gross, net, future }
}

function addActual(facts: Facts, fit: Fit, revenue: Revenue, dsi: number, from: number, gross: Float64Array, net: Float64Array): void {
  const { start, age } = revenue
  for (let i = from; i < fit.cells; i++) {
    const known = Math.min(dsi, knownAge(facts, fit.asOf, i))
    let sum = 0
    let netSum = 0
    for (let row = start[i]!; row < start[i + 1]! && age[row]! <= known; row++) {
      sum += revenue.gross[row]!
      netSum += revenue.net[row]!
    }
    gross[i]! += sum
    net[i]! += netSum
  }
}

function addFuture(facts: Facts, fit: Fit, revenue: Revenue, kind: KindFit, dsi: number, from: number, to: Omit<Forecast, 'dsi'>): void {
  const { cells } = facts
  const { network } = prepare(facts).nodes
  const { of, rate } = refundRates(facts, fit, revenue, kind.phi)
  const share = facts.netShare[kind.kind]
  for (let i = from; i < fit.cells; i++) {
    const age = knownAge(facts, fit.asOf, i)
    if (age >= dsi) continue
    const base = network.of[i]! * kind.curve.length
    const more = kind.theta[i]! * cells.installs[i]! * (kind.networkCurves[base + dsi]! - kind.networkCurves[base + age]!)
    const platform = cells.platform[i]!
    to.gross[i]! += more
    to.future[i]! += more
    to.net[i]! += more * share[platform < 0 ? share.length - 1 : platform]! * (1 - rate[of[i]!]!)
  }
}
