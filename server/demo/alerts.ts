import type { AlertGroup } from '../../generated/vocabulary/vocabulary.ts'
import * as rules from '../forecast/model/alert-rules.ts'
import { alertsOf } from '../forecast/model/alert-rules.ts'
import type { AlertTexts, Judged as Surroundings } from '../forecast/model/judged.ts'
import type { App } from './apps.ts'
import { attributionTexts, type BrokenAttribution } from './attribution.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { lookbackOf } from './outcomes.ts'
import type { Recommendation } from './recommendations.ts'
import { roundTo } from './targets.ts'

type Judged = Recommendation & Surroundings

export interface Alert extends AlertTexts {
  group: AlertGroup
  /** The part of the app that it is about; null: all of them. */
  about: { platform: string | null; network: string | null; campaign: string | null; country: string | null; dailySpend: number }
}

/** In order; alerts that do not contradict or repeat each other. */
const alertRules = [rules.bidOff, rules.belowTarget, rules.roomToScale, rules.lowConfidence(0.002), rules.costUp]

/**
 * Alerts on the recommendations of the run with installs up to `day`; `cohortsOf` returns a campaign's cohorts. Where attribution is
 * broken, one alert per platform says so, and none follows from numbers that are wrong for it.
 */
export function alertsAbout(
  app: App,
  recommendations: readonly Recommendation[],
  cohortsOf: (campaign: Campaign) => readonly Cohort[],
  { day, broken }: { day: number; broken: readonly BrokenAttribution[] },
): Alert[] {
  const judged = withSurroundings(recommendations, cohortsOf, day)
  const misled = (campaign: Campaign) => {
    const { end } = lookbackOf(campaign)
    return broken.some(({ platform, to }) => platform === campaign.platform && to >= day - end)
  }
  const sound = judged.filter(({ campaign }) => !misled(campaign))
  return [
    ...broken
      .filter(({ platform }) => judged.some(({ campaign }) => campaign.platform === platform && misled(campaign)))
      .map(lost => attributionAlert(lost, app, judged)),
    ...alertsOf(alertRules, sound, app).map(({ about, ...alert }) => ({
      ...alert,
      about: {
        platform: about.campaign.platform,
        network: about.campaign.network,
        campaign: about.campaign.name,
        country: about.country,
        dailySpend: about.dailySpend,
      },
    })),
  ]
}

function attributionAlert(lost: BrokenAttribution, app: App, judged: readonly Judged[]): Alert {
  const rows = judged.filter(({ granularity, campaign }) => granularity === 'campaign' && campaign.platform === lost.platform)
  const sum = (of: (row: Judged) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    group: 'ANALYTICS',
    about: {
      platform: lost.platform,
      network: null,
      campaign: null,
      country: 'GLOBAL',
      dailySpend: roundTo(
        sum(row => row.dailySpend),
        4,
      ),
    },
    ...attributionTexts(
      lost,
      app,
      sum(row => row.spendShare),
    ),
  }
}

/** By daily spend, descending. */
function withSurroundings(
  recommendations: readonly Recommendation[],
  cohortsOf: (campaign: Campaign) => readonly Cohort[],
  day: number,
): Judged[] {
  const whole = recommendations.filter(({ granularity }) => granularity === 'campaign')
  const total = whole.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
  return recommendations
    .map(row => {
      const { end } = lookbackOf(row.campaign)
      const earlier = cohortsOf(row.campaign).filter(cohort => cohort.day < day - end && cohort.day >= day - end - row.lookbackDays)
      const sum = (of: (cohort: Cohort) => number) => earlier.reduce((total, cohort) => total + of(cohort), 0)
      return {
        ...row,
        spendShare: row.dailySpend / total,
        cpi: ratio(row.spend, row.paidInstalls),
        earlierCpi: ratio(
          sum(({ spend }) => spend),
          sum(({ paidInstalls }) => paidInstalls),
        ),
      }
    })
    .sort((one, other) => other.dailySpend - one.dailySpend)
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
