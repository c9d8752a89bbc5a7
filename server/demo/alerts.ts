import * as rules from '../forecast/model/alert-rules.ts'
import { type Alert as AlertAbout, alertsOf } from '../forecast/model/alert-rules.ts'
import type { Judged as Surroundings } from '../forecast/model/judged.ts'
import type { App } from './apps.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { lookbackOf, type Recommendation } from './recommendations.ts'

type Judged = Recommendation & Surroundings

export type Alert = AlertAbout<Judged>

/** In order; alerts that do not contradict or repeat each other. */
const alertRules = [
  rules.attributionFell,
  rules.bidOff,
  rules.belowTarget,
  rules.roomToScale,
  rules.countryBelowTarget,
  rules.lowConfidence(0.002),
  rules.costUp,
]

/** Alerts on the recommendations of the run with installs up to `day`; `cohortsOf` returns a campaign's cohorts. */
export function alertsAbout(
  app: App,
  recommendations: readonly Recommendation[],
  cohortsOf: (campaign: Campaign) => readonly Cohort[],
  day: number,
): Alert[] {
  return alertsOf(alertRules, withSurroundings(recommendations, cohortsOf, day), app)
}

/** By daily spend, descending. */
function withSurroundings(
  recommendations: readonly Recommendation[],
  cohortsOf: (campaign: Campaign) => readonly Cohort[],
  day: number,
): Judged[] {
  const whole = recommendations.filter(({ granularity }) => granularity === 'campaign')
  const total = whole.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
  const actions = new Map(whole.map(({ campaign, action }) => [campaign, action]))
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
        attributed: ratio(row.paidInstalls, row.fullBlendedInstalls),
        earlierAttributed: ratio(
          sum(({ paidInstalls }) => paidInstalls),
          sum(({ fullBlendedInstalls }) => fullBlendedInstalls),
        ),
        campaignAction: actions.get(row.campaign)!,
        countries: row.campaign.shares.length,
      }
    })
    .sort((one, other) => other.dailySpend - one.dailySpend)
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
