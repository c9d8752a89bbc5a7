import t from 'tap'
import { backtest } from '../../../../server/forecast/backtest/backtest.ts'
import { standingOf } from '../../../../server/forecast/write/withheld.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { configOf } from '../../../support/forecast/test-config.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const LAST = 180
/** The last column of the export. */
const TO_AGE = 20

/** Cohorts whose revenue falls off as (n + 1)^-0.8, known up to an age. */
function cohortsUpTo(upTo: number): CellOf[] {
  return Array.from({ length: LAST }, (_, day) => {
    const ages = Array.from(
      { length: Math.min(upTo, LAST - 1 - day) + 1 },
      (_, age) => [age, 100 * (age + 1) ** -0.8] as const,
    )
    return {
      day,
      platform: 'IOS',
      network: 'Meta Ads',
      campaign: 'One',
      country: 'US',
      installs: 100,
      spend: 300,
      iap: Object.fromEntries(ages),
    }
  })
}

const whole = factsOf(cohortsUpTo(Infinity))
const partial = factsOf(cohortsUpTo(TO_AGE))
const columns = Array.from({ length: TO_AGE + 1 }, (_, age) => age)
const ended = {
  ...partial,
  revenue: partial.revenue.map(kind => ({ ...kind, exportedAges: columns })),
}
const asOf = whole.lastDay

t.test('values that an export omits are not zeros', t => {
  const model = fit(ended, asOf)
  t.equal(model.kinds[0]!.lastAge, TO_AGE)
  const [actual, extrapolated, unaware] = [whole, ended, partial].map(facts => {
    const of = forecast(facts, fit(facts, asOf), 60)
    return { gross: of.gross[0]!, future: of.future[0]! }
  }) as [Predicted, Predicted, Predicted]
  t.equal(actual.future, 0, 'the oldest cell has its revenue by day 60')
  t.ok(extrapolated.future > 0)
  t.ok(
    Math.abs(extrapolated.gross / actual.gross - 1) < 0.1,
    `${extrapolated.gross} of ${actual.gross}`,
  )
  t.equal(unaware.future, 0, 'which would be missing otherwise')
  t.equal(
    forecast(ended, model, TO_AGE).gross[0],
    forecast(whole, fit(whole, asOf), TO_AGE).gross[0],
  )
  t.end()
})

interface Predicted {
  gross: number
  future: number
}

t.test(
  'DSIs beyond the last input age cannot be tested and are withheld, unless the config accepts them',
  t => {
    const dsi = [0, 7, 14, 30]
    const app = { ...configOf().app, dsi }
    const result = backtest(ended, asOf, configOf({ dsi: 14 }, { app }), () => undefined)
    t.match(result.gates.get(14), { verdict: 'passed' })
    t.match(result.gates.get(30), { verdict: 'beyond', cases: 0, reason: /only up to day 20/ })
    t.match(standingOf(30, ended, fit(ended, asOf), result), {
      withheld: 'history',
      isTrusted: false,
    })
    const accepted = backtest(
      ended,
      asOf,
      configOf({ dsi: 14 }, { app, gates: new Map([[30, 'accept']]) }),
      () => undefined,
    )
    t.match(standingOf(30, ended, fit(ended, asOf), accepted), { withheld: null })
    t.end()
  },
)
