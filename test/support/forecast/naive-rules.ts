import { baselines, pooled } from '../../../server/forecast/backtest/baselines.ts'
import {
  type Cohort,
  cohortRevenue,
  cohorts,
  dayRevenue,
} from '../../../server/forecast/backtest/cohort.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import type { Day } from '../../../server/core/model/dates.ts'

export interface NaiveRule {
  name: string
  /** Gross revenue over spend by the DSI; null without data. */
  roas(cohort: Cohort, dsi: number): number | null
}

export function naiveRules(facts: Facts, asOf: Day, age: number): NaiveRule[] {
  const pool = pooled(facts, asOf)
  const ladder = chainLadder(facts, asOf)
  const matured = new Map<number, Map<string, Cohort>>()

  function sameAt(cohort: Cohort, at: number): Cohort | undefined {
    let known = matured.get(at)
    if (known === undefined)
      matured.set(at, (known = new Map(cohorts(facts, asOf, at).map(one => [identity(one), one]))))
    return known.get(identity(cohort))
  }

  /** ROAS of cells that are all old enough, by that age. */
  function actualRoas(cohort: Cohort | undefined, at: number): number | null {
    if (cohort === undefined) return null
    const { gross, spend } = cohortRevenue(facts, cohort, asOf, at, [at])
    return spend > 0 ? gross[0]! / spend : null
  }

  function ofNow(
    cohort: Cohort,
    dsi: number,
    of: (soFar: Float64Array, curve: Float64Array) => number,
  ): number | null {
    const { soFar, curve, spend } = cohortRevenue(facts, cohort, asOf, age, [dsi])
    return spend > 0 ? of(soFar.row(0), curve) / spend : null
  }

  return [
    {
      name: 'last actual',
      roas: (cohort, dsi) =>
        ofNow(cohort, dsi, (soFar, curve) => baselines(pool, { soFar, curve }, age, dsi)[0]!),
    },
    {
      name: 'pooled ratio',
      roas: (cohort, dsi) =>
        ofNow(cohort, dsi, (soFar, curve) => baselines(pool, { soFar, curve }, age, dsi)[1]!),
    },
    {
      name: 'D7 x ratio',
      roas(cohort, dsi) {
        const roas = actualRoas(sameAt(cohort, 7), 7)
        return roas === null ? null : roas * (pool.ratio(7, dsi) ?? ladder(7, dsi))
      },
    },
    { name: 'last mature cohorts', roas: (cohort, dsi) => actualRoas(sameAt(cohort, dsi), dsi) },
    {
      name: 'chain ladder',
      roas: (cohort, dsi) =>
        ofNow(cohort, dsi, soFar =>
          soFar.reduce(
            (sum, value, more) => sum + value * (age + more >= dsi ? 1 : ladder(age + more, dsi)),
            0,
          ),
        ),
    },
  ]
}

function identity({ platform, network, campaign }: Cohort): string {
  return `${platform} ${network} ${campaign}`
}

/** How much a cohort grows between two ages: the app's link ratios, each over all install days that know it; past the last one by the power law. */
function chainLadder(facts: Facts, asOf: Day): (age: number, dsi: number) => number {
  const { installs, cumulative, ageToKnow } = dayRevenue(facts)
  const known = asOf - facts.firstDay
  const growth = [1]
  for (let n = 1; n <= known; n++) {
    let [seen, before, after] = [0, 0, 0]
    for (let day = 0; day <= known - ageToKnow[n]!; day++) {
      seen += installs[day]!
      before += cumulative.get(day, n - 1)
      after += cumulative.get(day, n)
    }
    if (seen < 100) break
    growth.push(growth[n - 1]! * (before > 0 ? after / before : 1))
  }
  const last = growth.length - 1
  const pool = pooled(facts, asOf)
  return (age, dsi) => {
    const [from, to] = [Math.min(age, last), Math.min(dsi, last)]
    return (growth[to]! / growth[from]!) * (dsi > last ? (pool.power(last, dsi) ?? 1) : 1)
  }
}
