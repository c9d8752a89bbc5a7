import {
  BRAKE_FROM,
  BRAKE_TO,
  brakeOf,
  FEWEST_COHORTS,
  FEWEST_INSTALLS,
  idleDays,
  LATEST,
  WEEK,
} from '../../core/formulas/recent-spend.ts'
import { decideSteps, type StepRow } from '../../core/formulas/step.ts'
import { dateOf, weekdayOf } from '../../core/model/dates.ts'
import { firstCellOf } from '../model/facts.ts'
import { campaignKey, cellsInLookback } from './cohorts.ts'
import type { Recommendation, Situation } from './recommend.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'
import { decimalsOf } from '../../core/words/format.ts'

/**
 * The campaigns whose bid changes by the service's rules, as far as a run knows what they ask for. Budgets are the studio's: a raise may
 * still lack room.
 */
export function bidSteps(
  situation: Situation,
  rows: readonly Recommendation[],
): ReadonlySet<Recommendation> {
  const { app, targets, prepared, fit } = situation
  const campaigns = rows.filter(({ granularity }) => granularity === 'campaign')
  const latest = latestDays(situation)
  const judged = campaigns.map((row, id): StepRow => {
    const { campaign, response } = row
    return {
      id,
      platform: campaign.platform ?? '',
      network: campaign.network ?? '',
      campaign: campaign.name,
      country: row.country ?? '',
      action: row.action,
      confidenceScore: row.confidence,
      dailySpend: row.dailySpend,
      targetRoas: row.target,
      predictedRoas: row.prediction,
      predictedLow: row.interval?.low ?? null,
      predictedHigh: row.interval?.high ?? null,
      suggestedDailySpend: row.suggested,
      marginalRoas: row.marginal,
      responseElasticity: response?.elasticity ?? null,
      responseLow: response?.low ?? null,
      responseHigh: response?.high ?? null,
      optimisationLiveRoas: row.live,
      optimisationPacedRoas: row.paced,
      optimisationRawRoas: row.raw,
      optimisationDsi: row.optimisationDsi,
      targetDsi: targets.dsi,
      hasFreshBid: false,
      ...latest(row),
      // Doubtful days lower the confidence, and then no bid moves.
      problem: null,
      isWithheld: row.prediction === null,
      tested: situation.standing.isTested,
      checkpoint: null,
      limits: [],
      sharesCampaign: false,
      rightShare: null,
      judged: 0,
    }
  })
  const dailySpend = (from: number, to: number): number => {
    const { cells } = prepared.delivered
    const [first, end] = [fit.asOf - to, fit.asOf - from + 1].map(day =>
      firstCellOf(cells.day, cells.count, day),
    ) as [number, number]
    return sum(cells.spend.subarray(first, end)) / (to - from + 1)
  }
  const deciding = decideSteps(judged, {
    hasResponses: campaigns.some(({ response }) => response !== null),
    minorUnit: 10 ** -decimalsOf(app.currency),
    actionThreshold: app.actionThreshold,
    brake:
      prepared.delivered.firstDay > fit.asOf - BRAKE_TO
        ? null
        : brakeOf(dailySpend(0, WEEK - 1), dailySpend(BRAKE_FROM, BRAKE_TO)),
  })
  for (;;) {
    const { done, value: steps } = deciding.next()
    if (done === true)
      return new Set(campaigns.filter((_, index) => steps[index]!.kind === 'bid_target'))
  }
}

/** Spend of the last week, and of its last days; and the ROAS of the newest install days. */
function latestDays({
  app,
  targets,
  prepared,
  fit,
  amounts,
  deliveredAmounts = amounts,
  withheld,
}: Situation) {
  const { cells } = prepared.delivered
  // The last complete ISO week ends on a Sunday.
  const youngest = app.weeklyAggregation ? weekdayOf(fit.asOf) % WEEK : 0
  const [week, newest] = [0, youngest].map(start => {
    const cellsByCampaign = cellsInLookback(prepared.delivered, fit.asOf, () => ({
      start,
      end: start + WEEK - 1,
    }))
    const byKey = new Map(
      [...cellsByCampaign].map(([campaign, members]) => [campaignKey(campaign), members]),
    )
    return ({ campaign }: Recommendation) => byKey.get(campaignKey(campaign)) ?? []
  }) as [(row: Recommendation) => number[], (row: Recommendation) => number[]]
  const isKnown = targets.dsi <= fit.limit && !withheld.has(targets.dsi)
  const revenue = isKnown
    ? deliveredAmounts(targets.dsi).revenues[`${targets.roasType}_${targets.revenueType}`]
    : null
  return (
    row: Recommendation,
  ): Pick<StepRow, 'currentDailySpend' | 'latestDailySpend' | 'spends' | 'newest'> => {
    const spendOf = (days: number): number =>
      sumAt(
        week(row).filter(i => cells.day[i]! > fit.asOf - days),
        cells.spend,
      )
    const young = newest(row)
    const isEnough =
      young.length >= FEWEST_COHORTS &&
      sumAt(young, cells.installs) >= FEWEST_INSTALLS &&
      sumAt(young, cells.spend) > 0
    const [start, end] = [youngest + WEEK - 1, youngest].map(age => dateOf(fit.asOf - age)) as [
      string,
      string,
    ]
    return {
      currentDailySpend: spendOf(WEEK) / WEEK,
      latestDailySpend: spendOf(LATEST) / LATEST,
      spends: spendOf(idleDays(app.weeklyAggregation)) > 0,
      newest:
        revenue === null || !isEnough
          ? null
          : {
              startDate: start,
              endDate: end,
              roas: sumAt(young, revenue) / sumAt(young, cells.spend),
            },
    }
  }
}
