import type { AlertGroup } from '../../../generated/vocabulary/vocabulary.ts'
import type { Place } from '../model/facts.ts'
import type { AlertTexts } from '../model/judged.ts'
import type { Campaign } from './cohorts.ts'

export interface Alert extends AlertTexts {
  group: AlertGroup
  /** Null: the app as a whole. */
  campaign: Campaign | null
  /** The alert's place, if it is not about a campaign. */
  scope?: Pick<Place, 'platform' | 'network'>
  country: string | null
  dailySpend: number
}
