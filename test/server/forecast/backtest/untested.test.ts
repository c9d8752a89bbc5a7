import t from 'tap'
import { worldConfig } from '../../../../scripts/simulate/world-config.ts'
import { worldOf } from '../../../../scripts/simulate/worlds.ts'
import { backtest, casesOf } from '../../../../server/forecast/backtest/backtest.ts'
import type { Case } from '../../../../server/forecast/backtest/cohort.ts'
import { gate, type Gate } from '../../../../server/forecast/backtest/gates.ts'
import { untestedWidths } from '../../../../server/forecast/backtest/untested.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { sigmaOf } from '../../../../server/forecast/model/interval.ts'
import { standingOf } from '../../../../server/forecast/write/withheld.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { cutAt } from '../../../support/forecast/cut.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

const certain = { growth: 0, spread: new Map() }

function gates(...verdicts: readonly (readonly [number, Gate['verdict']])[]): Gate[] {
  return verdicts.map(([dsi, verdict]) => ({ ...gate(dsi, [], () => sigmaBy(0)), verdict, wape: verdict === 'passed' ? 0.1 : null }))
}

/** Outcomes of D30 from a history of ten days, in turn too high and too low by `off` per cent. */
function far(off: number, count = 20): Case[] {
  return Array.from({ length: count }, (_, at) =>
    caseOf({ dsi: 30, lastAge: 10, restVariance: 0.01, actualGross: 100 + (at % 2 === 0 ? 1 : -1) * off }),
  )
}

t.test('an untested DSI is delivered if the longest tested one below passed and is at least a seventh of it', t => {
  const delivered = (...verdicts: (readonly [number, Gate['verdict']])[]) => [
    ...untestedWidths(gates(...verdicts), far(5), certain, 60).keys(),
  ]
  t.strictSame(delivered([0, 'passed'], [14, 'passed'], [30, 'untested'], [90, 'beyond'], [98, 'untested'], [99, 'untested']), [30, 90, 98])
  t.strictSame(delivered([14, 'passed'], [30, 'failed'], [60, 'untested']), [], 'a failure in between is the last word')
  t.strictSame(delivered([0, 'passed'], [1, 'untested'], [7, 'untested']), [], 'install-day revenue is no test')
  t.end()
})

t.test('its width is what 80 % of outcomes needed at the same or a larger ratio of DSI to known age', t => {
  const width = (cases: Parameters<typeof untestedWidths>[1], lastAge: number) =>
    untestedWidths(gates([14, 'passed'], [90, 'untested']), cases, certain, lastAge).get(90)
  const wide = width(far(30), 60)!
  t.ok(wide > 2 && wide < 3, `${wide}: 30 % off where 80 % intervals ended at about 13 %`)
  t.equal(width(far(5), 60), 1, 'never narrower')
  t.equal(width(far(30, 19), 60), undefined, '19 outcomes are too few')
  t.equal(width(far(30), 31), undefined, '91 days of 32 known are further ahead than 31 of 11')
  t.equal(width(far(100), 60), undefined, 'where no width held the outcomes, none is stated')
  t.end()
})

t.test('a studio of nine weeks gets the D90 that it would wait for another twelve, and its intervals hold', t => {
  const { facts, ...world } = worldOf('twelve campaigns', 3)
  const asOf = facts.firstDay + 63
  const seen = cutAt(facts, asOf)
  const config = worldConfig({ ...world, facts }, 90, [0, 1, 3, 7, 14, 30, 60, 90, 180])
  const found = backtest(seen, asOf, config, () => undefined)
  t.equal(found.gates.get(14)!.verdict, 'passed')
  t.equal(found.gates.get(90)!.verdict, 'untested')
  const standing = standingOf(90, seen, fit(seen, asOf), found)
  t.match(standing, { withheld: null, isTested: false, isTrusted: true, reason: /About \d+ more days of data are missing/ })
  t.match(standingOf(180, seen, fit(seen, asOf), found), { withheld: 'history', isTested: false })
  const origin = asOf - 1
  const cases = casesOf(facts, origin, [90])
  t.ok(cases.length > 10)
  const sigmas = cases.map(one => sigmaOf(one, 90, found.uncertainty, one))
  const held = cases.filter((one, at) => Math.abs(Math.log(one.actualGross / one.gross)) <= 1.2816 * sigmas[at]!)
  t.ok(held.length >= 0.6 * cases.length, `${held.length} of ${cases.length}`)
  t.end()
})
