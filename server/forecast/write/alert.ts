import type { AlertGroup } from '../../../generated/vocabulary/vocabulary.ts'
import type { Place } from '../model/facts.ts'
import type { AlertTexts } from '../model/judged.ts'
import type { Campaign } from './cohorts.ts'

export interface Alert extends AlertTexts {
  group: AlertGroup
  /** null: the app as a whole. */
  campaign: Campaign | null
  /** If no campaign is meant: what is. */
  place?: Pick<Place, 'platform' | 'network'>
  country: string | null
  dailySpend: number
}
