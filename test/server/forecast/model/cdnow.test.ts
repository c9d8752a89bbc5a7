import t from 'tap'
import { pooled } from '../../../../server/forecast/backtest/baselines.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { CERTAIN, interval } from '../../../../server/forecast/model/interval.ts'
import { growth, type Residual } from '../../../../server/forecast/model/growth.ts'
import { logFacts, findCdnowLog } from '../../../support/forecast/cdnow.ts'

const WEEKS = 12
const AGES = [7, 14, 30, 60]
/** WAPE at most, by DSI and age. */
const MAX: Readonly<Record<number, readonly number[]>> = {
  30: [0.03, 0.02],
  90: [0.045, 0.035, 0.035, 0.02],
  180: [0.08, 0.065, 0.06, 0.04],
  365: [0.13, 0.11, 0.105, 0.09],
}

/** A week's customers, forecast when the youngest were of an age. */
interface Case extends Residual {
  dsi: number
  age: number
  asOf: number
  knownOn: number
  withinLimit: boolean
  predicted: number
  actual: number
  /** What the best baseline says: revenue so far, continued by a power law through all customers' daily revenue. */
  powerLaw: number
}

const log = findCdnowLog()
t.test(
  'the CDNOW forecast after 12 weeks matches a year of purchases',
  { skip: log === undefined ? 'no CDNOW log: CDNOW_LOG names no file' : false },
  t => {
    const cases = casesOf(logFacts(log!))
    t.equal(cases.length, 168)
    for (const [dsi, most] of Object.entries(MAX)) {
      most.forEach((limit, at) => {
        const error = wape(cases.filter(c => c.dsi === Number(dsi) && c.age === AGES[at]))
        t.ok(
          error <= limit,
          `D${dsi} at age ${AGES[at]}: WAPE ${percent(error)}, at most ${percent(limit)}`,
        )
      })
    }
    const within = cases.filter(c => c.withinLimit)
    t.ok(
      wape(within) <= 0.035,
      `within the limit (${within.length} cases): WAPE ${percent(wape(within))}, at most 3.5 %`,
    )
    const law = wape(cases.map(c => ({ ...c, predicted: c.powerLaw })))
    t.ok(
      wape(cases) <= 0.8 * law,
      `all: WAPE ${percent(wape(cases))}, the pooled power law ${percent(law)}`,
    )
    for (const [name, some] of [
      ['all', cases],
      ['within the limit', within],
    ] as const) {
      // prettier-ignore
      const covered = coverage(some, cases)
      t.ok(covered >= 0.7 && covered <= 0.92, `80 % intervals, ${name}: cover ${percent(covered)}`)
    }
    t.end()
  },
)

function casesOf(facts: Facts): Case[] {
  const { day } = facts.cells
  const truth = fit(facts, facts.lastDay)
  const actual = new Map(
    Object.keys(MAX).map(dsi => [Number(dsi), forecast(facts, truth, Number(dsi)).gross]),
  )
  return Array.from({ length: WEEKS }, (_, week) => week).flatMap(week => {
    const last = facts.firstDay + 7 * week + 6
    const cells = [...day.keys()].filter(i => day[i]! > last - 7 && day[i]! <= last)
    return AGES.flatMap(age => {
      const asOf = last + age
      const model = fit(facts, asOf)
      const pool = pooled(facts, asOf)
      return [...actual].flatMap(([dsi, revenue]): Case[] => {
        if (dsi <= age) return []
        const { total, restVariance: rest, distance } = interval(facts, model, cells, dsi, CERTAIN)
        const came = cells.reduce((sum, i) => sum + revenue[i]!, 0)
        const law = cells.reduce(
          (sum, i) => sum + model.kinds[0]!.actual[i]! * pool.power(asOf - day[i]!, dsi)!,
          0,
        )
        const past = {
          asOf,
          knownOn: last + dsi,
          withinLimit: dsi <= model.limit,
          predicted: total,
          actual: came,
          powerLaw: law,
        }
        return [{ dsi, age, error: Math.log(came / total), restVariance: rest, distance, ...past }]
      })
    })
  })
}

/** Each interval is as wide as the outcomes that were known when it was made say. */
function coverage(some: readonly Case[], all: readonly Case[]): number {
  const covered = some.filter(c => {
    const known = all.filter(past => past.knownOn <= c.asOf)
    return Math.abs(c.error) <= 1.2816 * Math.sqrt(c.restVariance + growth(known) * c.distance ** 2)
  })
  return covered.length / some.length
}

function wape(cases: readonly Case[]): number {
  return (
    cases.reduce((sum, c) => sum + Math.abs(c.predicted - c.actual), 0) /
    cases.reduce((sum, c) => sum + c.actual, 0)
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
