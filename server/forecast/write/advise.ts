import type { Backtest } from '../backtest/gates.ts'
import type { Config } from '../config/forecast-config.ts'
import { checkpointDsi } from '../../core/formulas/checkpoint.ts'
import type { Day } from '../../core/model/dates.ts'
import { fit as fitTo } from '../model/fit.ts'
import type { Fit } from '../model/forecast.ts'
import { findResponses } from '../response/response.ts'
import { campaignSeries } from '../response/series.ts'
import type { DataEvent, PreparedFacts } from '../sentinel/data-events.ts'
import { alertsAbout } from './alerts.ts'
import { blend, type Blend } from './blend.ts'
import { type Amounts, amountsAt } from './cohorts.ts'
import type { Alert } from './event-alerts.ts'
import { liftsOf } from './lifts.ts'
import { type AdviceSettings, recommend, type Recommendation } from './recommend.ts'
import type { Standing } from './references.ts'
import { neededAtCheckpoint } from './summary.ts'
import { targetStanding } from './withheld.ts'

/** Maximum days that recommendations and their alerts read: two bet lookbacks, and days that replace one. */
export const ADVISED_DAYS = 90

type Settings = AdviceSettings & Pick<Config, 'organic' | 'liftTests'>

/** The standing of the target DSI, and the longest tested DSI below it if it is untested. */
export function targetOf(
  { app, targets, lookbacks }: Pick<Settings, 'app' | 'targets' | 'lookbacks'>,
  standings: readonly Standing[],
  { prepared, fit, backtest }: { prepared: PreparedFacts; fit: Fit; backtest: Backtest },
) {
  const standing = targetStanding(targets.dsi, lookbacks, prepared.delivered, fit, backtest)
  const checkpoint = standing.isTested
    ? undefined
    : checkpointDsi(app.dsi, targets.dsi, {
        withheld: standings.filter(({ withheld }) => withheld !== null),
        untested: standings.filter(({ isTested }) => !isTested).map(({ dsi }) => dsi),
      })
  return { standing, checkpoint }
}

/**
 * Recommendations, alerts and events of a run; needed: sentences about what cohorts need at a tested DSI.
 * @param run its model and test, of the repaired facts, and the amounts that it delivers
 */
export function advise(
  settings: Settings,
  run: {
    prepared: PreparedFacts
    fit: Fit
    backtest: Backtest
    standings: readonly Standing[]
    target: ReturnType<typeof targetOf>
    blend: Blend
    amounts: (dsi: number) => Amounts
    /** The first day that amounts need. */
    since: Day
    /** Whether spend's responses and the delivered facts' own model are part of the advice. */
    isFull: boolean
    /** The model of seven days before. */
    earlier: Fit | undefined
    createdAt: Date
  },
): { recommendations: Recommendation[]; alerts: Alert[]; events: DataEvent[]; needed: string[] } {
  const { prepared, fit, backtest, standings, blend: allocated, since, isFull } = run
  const { organic, targets, liftTests = [] } = settings
  const { standing, checkpoint } = run.target
  const { delivered, repaired } = prepared
  const { asOf } = fit
  const isRepaired = repaired !== delivered
  const advised = isRepaired ? blend(repaired.cells, fit.cells, organic.uplift, since) : allocated
  const ownFit = isRepaired && isFull ? fitTo(delivered, asOf) : undefined
  const events = prepared.eventsAt(asOf)
  const responses = isFull
    ? findResponses(
        campaignSeries(repaired, asOf, targets.dsi),
        liftsOf(liftTests, delivered.names.network),
      )
    : []
  const situation = {
    ...settings,
    prepared,
    fit,
    backtest,
    blend: allocated,
    standing,
    withheld: new Set(standings.flatMap(({ dsi, withheld }) => (withheld === null ? [] : dsi))),
    checkpoint,
    amounts: isRepaired
      ? cached(dsi => amountsAt(dsi, repaired, fit, advised, since))
      : run.amounts,
    deliveredAmounts: ownFit && cached(dsi => amountsAt(dsi, delivered, ownFit, allocated)),
    responses: new Map(responses.map(response => [response.campaign, response])),
    unexplained: events.flatMap(({ findings }) =>
      findings.filter(({ repair }) => repair === 'none'),
    ),
  }
  const recommendations = recommend(situation)
  const needed = neededAtCheckpoint(targets, checkpoint, recommendations)
  const alerts = alertsAbout(situation, recommendations, {
    createdAt: run.createdAt.toISOString(),
    earlier: run.earlier,
    events,
    needed,
  })
  return { recommendations, alerts, events, needed }
}

function cached(make: (dsi: number) => Amounts): (dsi: number) => Amounts {
  const byDsi = new Map<number, Amounts>()
  return dsi => {
    const amounts = byDsi.get(dsi) ?? make(dsi)
    byDsi.set(dsi, amounts)
    return amounts
  }
}
