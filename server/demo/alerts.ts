import { alertRules } from './alert-rules.ts'
import type { AlertTexts, Judged } from './alert-types.ts'
import type { App } from './apps.ts'
import type { Campaign } from './campaigns.ts'
import type { Cohort } from './cohorts.ts'
import { lookbackOf } from './recommendations.ts'
import type { Recommendation } from './recommendations.ts'

/** An alert before it is a row of `alerts`. */
export interface Alert extends AlertTexts {
  group: 'BIDS' | 'ANALYTICS'
  about: Recommendation
}

/** What the rules say about the recommendations of the run that saw installs up to `day`; `cohortsOf` gives a campaign's. */
export function alertsOf(
  app: App,
  recommendations: readonly Recommendation[],
  cohortsOf: (campaign: Campaign) => readonly Cohort[],
  day: number,
): Alert[] {
  const judged = withSurroundings(recommendations, cohortsOf, day)
  const silenced = new Set<Campaign>()
  return alertRules.flatMap(rule => {
    const rows = judged
      .filter(row => row.granularity === rule.granularity && !silenced.has(row.campaign) && rule.fires(row, app))
      .slice(0, rule.atMost)
    if (rule.silences) for (const { campaign } of rows) silenced.add(campaign)
    return rows.map(row => ({ group: rule.group, about: row, ...rule.texts(row, app) }))
  })
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
