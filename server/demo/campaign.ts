import type { Platform } from '../../generated/vocabulary/vocabulary.ts'
import type { App } from './demo-apps.ts'
import type { Network } from './networks.ts'

/** How soon its manager follows a recommendation: within days, on Tuesdays, eventually, or never. */
export type Steering = 'prompt' | 'weekly' | 'slow' | 'never'

/** One campaign of an app: its network, place, size and days. Days are counted back from today. */
export interface Campaign {
  app: App
  /** Unique among all campaigns. */
  key: string
  platform: Platform | null
  /** The reported name, which may be missing, and the network whose performance the campaign has anyway. */
  network: string | null
  traits: Network
  name: string | null
  shares: ReadonlyArray<{ country: string | null; share: number }>
  /** Mean daily spend in the app's currency. */
  budget: number
  /** Factor on value: above 1, the campaign exceeds its target at its opening bid. */
  quality: number
  /** A decline of its users' value to a share, within the days since. */
  fade: { daysAgo: number; to: number } | undefined
  firstDaysAgo: number
  lastDaysAgo: number
  /** Pauses, both ends included: `from` is the earlier day. */
  pauses: ReadonlyArray<{ from: number; to: number }>
  /** The DSI of its ROAS bid, and its first bid; both null without one. */
  bidDsi: number | null
  openingBid: number | null
  steering: Steering
}
