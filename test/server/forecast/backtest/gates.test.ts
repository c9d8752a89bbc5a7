import t from 'tap'
import { BASELINES } from '../../../../server/forecast/backtest/baselines.ts'
import type { Case } from '../../../../server/forecast/backtest/cohort.ts'
import { gate } from '../../../../server/forecast/backtest/gates.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

/** So many cases of the app and of campaigns each, of whose outcomes four in five are near. */
function cases(count: number, app: Partial<Case> = {}, campaign: Partial<Case> = {}): Case[] {
  return Array.from({ length: count }, (_, index) => {
    const actualGross = index % 5 === 0 ? 120 : index % 2 === 0 ? 95 : 101
    return [caseOf({ level: 'app', actualGross, ...app }), caseOf({ actualGross, ...campaign })]
  }).flat()
}

t.test('good forecasts pass', t => {
  const { verdict, reason, cases: count, coverage } = gate(90, cases(40), sigmaBy(0))
  t.match({ verdict, reason, count, coverage }, { verdict: 'passed', reason: null, count: 40, coverage: 0.8 })
  t.end()
})

t.test('fewer than 20 cases leave a DSI untested', t => {
  t.match(gate(90, cases(19), sigmaBy(0)), {
    verdict: 'untested',
    wape: null,
    bias: null,
    coverage: null,
    reason: null,
    cases: 19,
  })
  t.match(gate(90, [], sigmaBy(0)), { verdict: 'untested', cases: 0 })
  const [few, many] = [9, 10].map(sundays => [...cases(sundays), ...cases(40).filter(({ level }) => level === 'campaign')]) as [
    Case[],
    Case[],
  ]
  t.match(gate(90, few, sigmaBy(0)), { verdict: 'untested', cases: 9 })
  t.match(gate(90, many, sigmaBy(0)), { verdict: 'passed', cases: 10 }, 'but campaigns of ten Sundays are')
  t.match(gate(90, cases(20, { actualGross: 0, gross: 0 }), sigmaBy(0)), { verdict: 'untested' }, 'nor are those without any revenue')
  t.end()
})

t.test('DSI 0 needs no gate', t => {
  t.match(gate(0, [], sigmaBy(0)), { verdict: 'passed', reason: null })
  t.end()
})

t.test('failures are named with figures', t => {
  const failed = (app: Partial<Case>, campaign: Partial<Case> = {}, growth = 0): string | null => {
    const { verdict, reason } = gate(90, cases(40, app, campaign), sigmaBy(growth))
    t.equal(verdict, 'failed')
    return reason
  }
  t.match(failed({ gross: 130 }), /^WAPE .* is above 25\.0 %; bias .* is beyond 10\.0 %\.$/)
  t.match(failed({ gross: 115 }), /^bias .* is beyond 10\.0 %\.$/)
  t.match(
    failed({ baselines: new Float64Array(BASELINES.length).fill(100), gross: 119 }),
    /WAPE .* is above 1\.1 times that of last actual, .* %\.$/,
  )
  t.match(failed({}, { restVariance: 0 }), /the 80 % interval held 0\.0 % of outcomes, not 65\.0 % to 95\.0 %/)
  t.match(failed({}, {}, 1), /the 80 % interval held 100\.0 % of outcomes/)
  t.end()
})

t.test('a simple rule that was slightly luckier does not fail a good forecast', t => {
  const rule = { baselines: new Float64Array(BASELINES.length).fill(100), gross: 108 }
  t.match(gate(90, cases(40, rule), sigmaBy(0)), { verdict: 'passed' })
  t.end()
})

t.test('an interval that is too wide passes if totals are nearly exact', t => {
  t.match(gate(90, cases(40, { actualGross: 98 }), sigmaBy(1)), { verdict: 'passed', coverage: 1 })
  t.end()
})

t.test('a failed gate may be accepted', t => {
  const { verdict, reason } = gate(90, cases(40, { gross: 130 }), sigmaBy(0), { isAccepted: true })
  t.equal(verdict, 'accepted')
  t.match(reason, /WAPE/)
  t.end()
})

t.test('an app without campaigns is judged by its totals', t => {
  const apart = cases(40).filter(({ level }) => level === 'app')
  t.match(gate(90, apart, sigmaBy(0)), { verdict: 'passed', coverage: 0.8 })
  t.match(gate(90, apart, sigmaBy(1)), { verdict: 'failed' })
  t.end()
})

t.test("days with less history than today's do not count against today's model", t => {
  const bad = cases(40, { gross: 130, lastAge: 40, origin: 19_900 })
  const good = cases(12, { lastAge: 95, origin: 20_000 }, { lastAge: 95, origin: 20_000 })
  const judged = gate(90, [...bad, ...good, ...good], sigmaBy(0), { lastAge: 200 })
  t.match(judged, { verdict: 'passed', cases: 24, origins: { count: 1, first: 20_000, last: 20_000 } })
  t.match(gate(90, bad, sigmaBy(0), { lastAge: 200 }), { verdict: 'untested', reason: /^WAPE/ }, 'and alone they are no test')
  t.match(gate(90, bad, sigmaBy(0), { lastAge: 50 }), { verdict: 'failed' }, 'unless today has hardly more')
  t.end()
})
