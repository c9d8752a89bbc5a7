import type { Facts } from '../facts.ts'
import { forecast, type Fit } from '../model/fit.ts'
import type { Blend } from './blend.ts'

/** Cumulative revenue of every cell by a DSI, in the order of `REVENUES`, as it is delivered: with 4 decimals. */
export interface Amounts {
  dsi: number
  /** Where no organic installs are allocated, the same two arrays three times. */
  revenues: readonly Float64Array[]
}

/** @throws RangeError where the DSI is beyond the model's reach */
export function amountsAt(dsi: number, facts: Facts, fit: Fit, blend: Blend): Amounts {
  const { gross, net } = forecast(facts, fit, dsi)
  const [byGross, byNet] = [blend.revenue(gross), blend.revenue(net)]
  const revenues = [gross, net, byGross.incremental, byNet.incremental, byGross.full, byNet.full]
  for (const values of new Set(revenues)) roundAll(values)
  return { dsi, revenues }
}

function roundAll(values: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i] = toMoney(values[i]!)
}

/** An amount with 4 decimals, halves rounded up. */
export function toMoney(amount: number): number {
  return Math.round(amount * 10_000) / 10_000
}
