import t from 'tap'
import {
  type Baseline,
  BASELINES,
  baselines,
  pooled,
} from '../../../../server/forecast/backtest/baselines.ts'
import { cohortRevenue, cohorts } from '../../../../server/forecast/backtest/cohort.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const AGE = 7
const DSI = 30
const DAYS = 80
const ORIGIN = 70

/** Every day 200 installs, which bring by age what `daily` says. */
function steady(daily: (age: number) => number): CellOf[] {
  return Array.from({ length: DAYS }, (_, day) => ({
    day,
    platform: 'IOS',
    network: 'N',
    campaign: 'C',
    country: 'US',
    installs: 200,
    iap: Object.fromEntries(Array.from({ length: DAYS - day }, (_, age) => [age, daily(age)])),
  }))
}

function said(cells: readonly CellOf[]): Record<Baseline, number> & { actual: number } {
  const facts = factsOf(cells)
  const [app] = cohorts(facts, ORIGIN, AGE)
  const { soFar, curve, gross } = cohortRevenue(facts, app!, ORIGIN, AGE, [DSI])
  const values = baselines(pooled(facts, ORIGIN), { soFar: soFar.row(0), curve }, AGE, DSI)
  return {
    ...(Object.fromEntries(BASELINES.map((name, index) => [name, values[index]])) as Record<
      Baseline,
      number
    >),
    actual: gross[0]!,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

t.test('pooling is exact if all days are alike', t => {
  const power = (age: number): number => 100 * (age + 1) ** -0.8
  const by = said(steady(power))
  // Ages 7 to 13 at the origin; by age 30 each of the seven days has its answer after the origin, if the facts hold it.
  const whole = sum(
    Array.from({ length: 7 }, (_, more) =>
      sum(
        Array.from({ length: DSI + 1 }, (_, n) =>
          n < DAYS - (ORIGIN - AGE - more) ? power(n) : 0,
        ),
      ),
    ),
  )
  t.ok(Math.abs(by.actual - whole) < 1e-6)
  const full = 7 * sum(Array.from({ length: DSI + 1 }, (_, n) => power(n)))
  t.ok(Math.abs(by['pooled ratio'] / full - 1) < 1e-9)
  t.ok(Math.abs(by['pooled power law'] / full - 1) < 1e-9)
  const soFar = sum(
    Array.from({ length: 7 }, (_, more) =>
      sum(Array.from({ length: AGE + more + 1 }, (_, n) => power(n))),
    ),
  )
  t.ok(Math.abs(by['last actual'] - soFar) < 1e-6)
  t.end()
})

t.test('a single cohort continues its own line', t => {
  // Cumulative 100 x sqrt(age + 1), and 50 + 20 ln(age + 1).
  const square = said(steady(age => 100 * (Math.sqrt(age + 1) - Math.sqrt(age))))
  t.ok(Math.abs(square['cohort power law'] / (700 * Math.sqrt(DSI + 1)) - 1) < 1e-9)
  const log = said(steady(age => (age === 0 ? 50 : 20 * (Math.log(age + 1) - Math.log(age)))))
  t.ok(Math.abs(log['cohort log fit'] / (7 * (50 + 20 * Math.log(DSI + 1))) - 1) < 1e-9)
  t.end()
})

t.test('baselines without data return the last actual', t => {
  const nothing = said(steady(() => 0))
  for (const name of BASELINES) t.equal(nothing[name], 0, name)
  const young = steady(age => (age === 0 ? 10 : 0)).filter(({ day }) => day > ORIGIN - 20)
  for (const name of BASELINES) t.equal(said(young)[name], 70, name)
  t.end()
})
