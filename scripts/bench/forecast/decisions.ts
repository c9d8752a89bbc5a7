import { classifyAction } from '../../../server/model/classification.ts'
import { cohortRevenue, cohorts, type Cohort } from '../../../server/forecast/backtest/cohort.ts'
import type { Config } from '../../../server/forecast/config/config.ts'
import { fit, forecast } from '../../../server/forecast/model/fit.ts'
import { naiveRules } from './naive-rules.ts'
import { oracle } from './oracle.ts'
import type { World } from './world.ts'
import type { Day } from '../../../server/model/days.ts'

/** Age of the youngest installs of a recommendation: lookback 2 to 8. */
const LOOKBACK_AGE = 2
export const MODEL = 'model'
/** Truths: an oracle without cohorts' luck, one with it, and the actuals. */
export const TRUTHS = ['expectation', 'expectation with luck', 'realized'] as const
export type Truth = (typeof TRUTHS)[number]
type Action = ReturnType<typeof classifyAction>

export interface Decision {
  campaign: string
  asOf: Day
  spend: number
  said: Readonly<Record<string, Action>>
  right: Readonly<Record<Truth, Action>>
}

export function decide(world: World, config: Config, asOf: Day): Decision[] {
  const { facts } = world
  const { dsi, roas } = config.targets
  const model = forecast(facts, fit(facts, asOf), dsi, asOf - 60)
  const rules = naiveRules(facts, asOf, LOOKBACK_AGE)
  const [plain, lucky] = [oracle(world, false), oracle(world, true)]
  const action = (predicted: number | null): Action => classifyAction(predicted, roas, config.app.actionThreshold)
  return cohorts(facts, asOf, LOOKBACK_AGE).flatMap((cohort): Decision[] => {
    const came = cohortRevenue(facts, cohort, asOf, LOOKBACK_AGE, [dsi])
    if (cohort.level === 'app' || came.spend <= 0) return []
    const soFar = came.soFar.reduce((sum, value) => sum + value, 0)
    const expected = (of: typeof plain): number => soFar + total(cohort, i => of.future(i, asOf, dsi))
    return [
      {
        campaign: `${cohort.platform} ${cohort.network} ${cohort.campaign}`,
        asOf,
        spend: came.spend,
        said: Object.fromEntries([
          [MODEL, action(total(cohort, i => model.gross[i]!) / came.spend)],
          ...rules.map(rule => [rule.name, action(rule.roas(cohort, dsi))] as const),
        ]),
        right: {
          expectation: action(expected(plain) / came.spend),
          'expectation with luck': action(expected(lucky) / came.spend),
          realized: action(came.gross[0]! / came.spend),
        },
      },
    ]
  })
}

/** Shares of spend: the same action, and the opposite one. */
export function agreement(decisions: readonly Decision[], who: string, truth: Truth): { same: number; opposite: number } {
  let [same, opposite, spend] = [0, 0, 0]
  for (const one of decisions) {
    const [said, right] = [one.said[who]!, one.right[truth]]
    spend += one.spend
    if (said === right) same += one.spend
    else if (said !== 'HOLD' && right !== 'HOLD') opposite += one.spend
  }
  return { same: same / spend, opposite: opposite / spend }
}

/** Share of spend whose action differs from the day before, over consecutive days of one world. */
export function flips(decisions: readonly Decision[], action: (decision: Decision) => Action): number {
  const before = new Map(decisions.map(one => [`${one.campaign} ${one.asOf}`, one]))
  let [changed, spend] = [0, 0]
  for (const one of decisions) {
    const last = before.get(`${one.campaign} ${one.asOf - 1}`)
    if (last === undefined) continue
    spend += one.spend
    if (action(one) !== action(last)) changed += one.spend
  }
  return changed / spend
}

function total({ cells }: Cohort, of: (cell: number) => number): number {
  return cells.reduce((sum, i) => sum + of(i), 0)
}
