import { backtest } from '../../../server/forecast/backtest/backtest.ts'
import { cohortRevenue, cohorts, type Cohort } from '../../../server/forecast/backtest/cohort.ts'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'
import { confidence, wentRight } from '../../../server/forecast/model/confidence.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import type { Fit } from '../../../server/forecast/model/forecast.ts'
import { fit, forecast } from '../../../server/forecast/model/fit.ts'
import { interval } from '../../../server/forecast/model/interval.ts'
import { scaled } from '../../../server/forecast/model/outcome.ts'
import { classifyAction } from '../../../server/core/model/classification.ts'
import { naiveRules } from './naive-rules.ts'
import { oracle } from '../../../scripts/lab/world/oracle.ts'
import type { World } from '../../../scripts/lab/world/world.ts'
import type { Day } from '../../../server/core/model/dates.ts'

/** Age of the youngest installs of a recommendation: lookback 2 to 8. */
const LOOKBACK_AGE = 2
export const MODEL = 'model'
/** Decides by the true mean of a cohort's kind, as if all levels and curves were known, and its own payers were not. */
export const KNOWING = 'knowing its kind'
/** Truths: mean revenue of a cohort whose payments so far are known, and of its kind; and actual revenue. */
export const TRUTHS = ['mean', 'mean of its kind', 'realized'] as const
export type Truth = (typeof TRUTHS)[number]
type Action = ReturnType<typeof classifyAction>

export interface Decision {
  campaign: string
  platform: number
  asOf: Day
  spend: number
  installs: number
  /** ROAS by decider; and the action that each gives. */
  predicted: Readonly<Record<string, number>>
  said: Readonly<Record<string, Action>>
  truth: Readonly<Record<Truth, number>>
  right: Readonly<Record<Truth, Action>>
  /** Whether the 80 % interval holds the actual. */
  isHeld: boolean
  confidence: number
  wentRight: boolean
}

const fits = new WeakMap<Facts, Map<Day, Fit>>()

/** Both target DSIs share the model of a day. */
function fitOf(facts: Facts, asOf: Day): Fit {
  const byDay = fits.get(facts) ?? new Map<Day, Fit>()
  fits.set(facts, byDay)
  const model = byDay.get(asOf) ?? fit(facts, asOf)
  byDay.set(asOf, model)
  return model
}

/** Recommendations as of a day, and the right ones. */
export function decide(world: World, config: Config, asOf: Day): Decision[] {
  const { facts } = world
  const { dsi, roas } = config.targets
  const { actionThreshold } = config.app
  const tested = backtest(facts, asOf, config, () => undefined)
  const model = fitOf(facts, asOf)
  const predictions = forecast(facts, model, dsi, asOf - 60)
  const rules = naiveRules(facts, asOf, LOOKBACK_AGE)
  const truth = oracle(world, 'payments')
  const plain = oracle(world, 'nothing')
  const action = (predicted: number | null): Action =>
    classifyAction(predicted, roas, actionThreshold)
  return cohorts(facts, asOf, LOOKBACK_AGE).flatMap((cohort): Decision[] => {
    const came = cohortRevenue(facts, cohort, asOf, LOOKBACK_AGE, [dsi])
    if (cohort.level !== 'campaign' || came.spend <= 0) return []
    const soFar = came.soFar.row(0).reduce((sum, value) => sum + value, 0)
    const about = interval(facts, model, cohort.cells, dsi, tested.uncertainty)
    const outcome = {
      mean: (soFar + total(cohort, i => truth.future(i, asOf, dsi))) / came.spend,
      'mean of its kind': (soFar + total(cohort, i => plain.future(i, asOf, dsi))) / came.spend,
      realized: came.gross[0]! / came.spend,
    }
    const predicted: Record<string, number> = {
      [MODEL]: total(cohort, i => predictions.gross[i]!) / came.spend,
      ...Object.fromEntries(rules.map(rule => [rule.name, rule.roas(cohort, dsi) ?? 0])),
      [KNOWING]: outcome['mean of its kind'],
    }
    const said = Object.fromEntries(
      Object.entries(predicted).map(([who, value]) => [who, action(value)]),
    )
    const median = predicted[MODEL]!
    return [
      {
        campaign: `${cohort.platform} ${cohort.network} ${cohort.campaign}`,
        platform: cohort.platform,
        asOf,
        spend: came.spend,
        installs: came.installs,
        predicted,
        said,
        truth: outcome,
        right: Object.fromEntries(
          TRUTHS.map(name => [name, action(outcome[name])]),
        ) as Decision['right'],
        isHeld: came.gross[0]! >= about.low - 1e-6 && came.gross[0]! <= about.high + 1e-6,
        confidence: confidence(
          said[MODEL]!,
          scaled(about, median),
          roas!,
          actionThreshold,
          tested.calibration,
        ),
        wentRight: wentRight(said[MODEL]!, outcome.realized, roas!, actionThreshold),
      },
    ]
  })
}

/** Shares of spend: the same action, and the opposite one. */
export function agreement(
  decisions: readonly Decision[],
  who: string,
  truth: Truth,
): { same: number; opposite: number } {
  let [same, opposite, spend] = [0, 0, 0]
  for (const one of decisions) {
    const [said, right] = [one.said[who]!, one.right[truth]]
    spend += one.spend
    if (said === right) same += one.spend
    else if (said !== 'HOLD' && right !== 'HOLD') opposite += one.spend
  }
  return { same: same / spend, opposite: opposite / spend }
}

/** Errors over actuals. */
export function wape(
  decisions: readonly Decision[],
  who: string,
  truth: Truth = 'realized',
): number {
  const sum = (of: (one: Decision) => number) =>
    decisions.reduce((all, one) => all + one.spend * of(one), 0)
  return sum(one => Math.abs(one.predicted[who]! - one.truth[truth])) / sum(one => one.truth[truth])
}

/** Share of spend whose action differs from the run before, some days earlier, over one world. */
export function flips(
  decisions: readonly Decision[],
  apart: number,
  action: (decision: Decision) => Action,
): number {
  const before = new Map(decisions.map(one => [`${one.campaign} ${one.asOf}`, one]))
  let [changed, spend] = [0, 0]
  for (const one of decisions) {
    const last = before.get(`${one.campaign} ${one.asOf - apart}`)
    if (last === undefined) continue
    spend += one.spend
    if (action(one) !== action(last)) changed += one.spend
  }
  return spend > 0 ? changed / spend : 0
}

function total({ cells }: Cohort, of: (cell: number) => number): number {
  return cells.reduce((sum, i) => sum + of(i), 0)
}
