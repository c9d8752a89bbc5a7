import type { Platform } from '../../generated/vocabulary/vocabulary.ts'
import type { App } from './demo-apps.ts'
import type { Network } from './networks.ts'

/** How soon its manager follows a recommendation: within days, on Tuesdays, some day, or not at all. */
export type Steering = 'prompt' | 'weekly' | 'slow' | 'never'

/** One campaign of an app: who runs it, where, how big it is and on which days. Days are counted back from today. */
export interface Campaign {
  app: App
  /** Names it among all campaigns. */
  key: string
  platform: Platform | null
  /** The name reported, which may be missing, and how the campaign performs all the same. */
  network: string | null
  traits: Network
  name: string | null
  shares: ReadonlyArray<{ country: string | null; share: number }>
  /** Mean spend a day, app currency. */
  budget: number
  /** Factor on value: above 1, the campaign earns more than its target asks at its opening bid. */
  quality: number
  /** Its users' value fell to a share, within the days since. */
  fade: { daysAgo: number; to: number } | undefined
  firstDaysAgo: number
  lastDaysAgo: number
  /** Days on which it stood still, both ends included: `from` is the older one. */
  pauses: ReadonlyArray<{ from: number; to: number }>
  /** The DSI of its ROAS bid, and the bid it started with; both null where it has none. */
  bidDsi: number | null
  openingBid: number | null
  steering: Steering
}
