import type { Platform, RevenueType, RoasType } from '../../../generated/vocabulary/vocabulary.ts'
import type { App } from './apps.ts'

/** Net share of revenue, and value of organic users relative to paid ones. */
const keptOf: Record<RevenueType, number> = { gross: 1, net: 0.69 }
export const ORGANIC_VALUE = 1.05

/** An app's target ROAS at its target DSI: one per platform; a wider basis adds its organic users. */
export function targetRoas(
  app: App,
  platform: Platform | null,
  roasType: RoasType,
  revenueType: RevenueType,
): number {
  const paid = app.targetRoas * (platform === 'IOS' ? 1.05 : 1)
  const incremental = app.halo * ORGANIC_VALUE
  const wider: Record<RoasType, number> = {
    paid: 1,
    incremental_blended: 1 + incremental,
    full_blended: 1 + incremental + app.organic * ORGANIC_VALUE,
  }
  return roundTo(paid * wider[roasType] * keptOf[revenueType], 4)
}

/** Rounds half up, as DuckDB does for non-negative numbers. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
