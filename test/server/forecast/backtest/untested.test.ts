import t from 'tap'
import { worldConfig } from '../../../../scripts/lab/world/world-config.ts'
import { worldOf } from '../../../../scripts/lab/world/worlds.ts'
import { backtest, casesOf } from '../../../../server/forecast/backtest/backtest.ts'
import type { Case } from '../../../../server/forecast/backtest/cohort.ts'
import { gate, type Gate } from '../../../../server/forecast/backtest/gates.ts'
import { deliveredUntested } from '../../../../server/forecast/backtest/untested.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { sigmaOf } from '../../../../server/forecast/model/interval.ts'
import { standingOf } from '../../../../server/forecast/write/withheld.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { cutAt } from '../../../support/forecast/cut.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

function gates(...verdicts: readonly (readonly [number, Gate['verdict']])[]): Gate[] {
  return verdicts.map(([dsi, verdict]) => ({
    ...gate(dsi, [], () => sigmaBy(0)),
    verdict,
    wape: verdict === 'passed' ? 0.1 : null,
  }))
}

/** Outcomes of D30 from a history of ten days. */
function far(count = 20): Case[] {
  return Array.from({ length: count }, () => caseOf({ dsi: 30, lastAge: 10 }))
}

t.test(
  'an untested DSI is delivered if the longest tested one below passed and is at least a seventh of it',
  t => {
    const delivered = (...verdicts: (readonly [number, Gate['verdict']])[]) => [
      ...deliveredUntested(gates(...verdicts), far(), 60),
    ]
    t.strictSame(
      delivered(
        [0, 'passed'],
        [14, 'passed'],
        [30, 'untested'],
        [90, 'beyond'],
        [98, 'untested'],
        [99, 'untested'],
      ),
      [30, 90, 98],
    )
    t.strictSame(
      delivered([14, 'passed'], [30, 'failed'], [60, 'untested']),
      [],
      'a failure in between is the last word',
    )
    t.strictSame(
      delivered([0, 'passed'], [1, 'untested'], [7, 'untested']),
      [],
      'install-day revenue is no test',
    )
    t.end()
  },
)

t.test('an untested DSI needs 20 outcomes at the same or a larger ratio of DSI to known age', t => {
  const isDelivered = (cases: readonly Case[], lastAge: number) =>
    deliveredUntested(gates([14, 'passed'], [90, 'untested']), cases, lastAge).has(90)
  t.ok(isDelivered(far(), 60))
  t.notOk(isDelivered(far(19), 60))
  t.notOk(isDelivered(far(), 31), '91 days of 32 known are further ahead than 31 of 11')
  t.end()
})

t.test(
  'a studio of nine weeks gets the D90 that it would wait for another twelve, and its intervals hold',
  t => {
    const { facts, ...world } = worldOf('twelve campaigns', 3)
    const asOf = facts.firstDay + 63
    const seen = cutAt(facts, asOf)
    const config = worldConfig({ ...world, facts }, 90, [0, 1, 3, 7, 14, 30, 60, 90, 180])
    const result = backtest(seen, asOf, config, () => undefined)
    t.equal(result.gates.get(14)!.verdict, 'passed')
    t.equal(result.gates.get(90)!.verdict, 'untested')
    const standing = standingOf(90, seen, fit(seen, asOf), result)
    t.match(standing, {
      withheld: null,
      isTested: false,
      isTrusted: true,
      reason: /About \d+ more days of data are missing/,
    })
    t.match(standingOf(180, seen, fit(seen, asOf), result), {
      withheld: 'history',
      isTested: false,
    })
    const origin = asOf - 1
    const cases = casesOf(facts, origin, [90])
    t.ok(cases.length > 10)
    const sigmas = cases.map(one => sigmaOf(one, 90, result.uncertainty, one))
    const held = cases.filter(
      (one, at) => Math.abs(Math.log(one.actualGross / one.gross)) <= 1.2816 * sigmas[at]!,
    )
    t.ok(held.length >= 0.6 * cases.length, `${held.length} of ${cases.length}`)
    t.end()
  },
)
