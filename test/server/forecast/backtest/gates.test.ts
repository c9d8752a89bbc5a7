import t from 'tap'
import { BASELINES } from '../../../../server/forecast/backtest/baselines.ts'
import type { Case } from '../../../../server/forecast/backtest/cohort.ts'
import { type Gate, gate, gatesWithShorter } from '../../../../server/forecast/backtest/gates.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

const FIRST = 20_003

/** A case of the app and five campaigns on each of so many Sundays, of whose outcomes four in five are near. */
function cases(sundays: number, app: Partial<Case> = {}, campaign: Partial<Case> = {}): Case[] {
  return Array.from({ length: sundays }, (_, week) => {
    const origin = FIRST + 7 * week
    const actualOf = (at: number) => (at % 5 === 0 ? 120 : at % 2 === 0 ? 95 : 101)
    const campaigns = Array.from({ length: 5 }, (_, at) =>
      caseOf({ origin, actualGross: actualOf(at), ...campaign }),
    )
    return [caseOf({ level: 'app', origin, actualGross: actualOf(week), ...app }), ...campaigns]
  }).flat()
}

/** Widths that no outcome changes. */
function widthBy(growth: number) {
  return () => sigmaBy(growth)
}

t.test('good forecasts pass', t => {
  const { verdict, reason, cases: count, coverage } = gate(90, cases(40), widthBy(0))
  t.match(
    { verdict, reason, count, coverage },
    { verdict: 'passed', reason: null, count: 40, coverage: 0.8 },
  )
  t.end()
})

t.test('too few cases or Sundays leave a DSI untested', t => {
  const nothing = {
    verdict: 'untested',
    wape: null,
    bias: null,
    coverage: null,
    reason: null,
  } as const
  t.match(gate(90, cases(9), widthBy(0)), { ...nothing, cases: 9 })
  t.match(gate(90, [], widthBy(0)), { verdict: 'untested', cases: 0 })
  t.match(
    gate(90, cases(10), widthBy(0)),
    { verdict: 'passed', cases: 10 },
    'with campaigns, ten cases of the app are enough',
  )
  const apart = (sundays: number) => cases(sundays).filter(({ level }) => level === 'app')
  t.match(gate(90, apart(19), widthBy(0)), { ...nothing, cases: 19 }, 'without, 20 are')
  t.match(gate(90, apart(20), widthBy(0)), { verdict: 'passed', cases: 20 })
  const older = cases(10, { age: 7 }, { age: 7 })
  const young = (sundays: number) => gate(90, [...older, ...cases(sundays)], widthBy(0))
  t.match(
    young(3),
    { verdict: 'untested', cases: 13 },
    'three Sundays at the age that recommendations judge are too few',
  )
  t.match(young(4), { verdict: 'passed' })
  t.match(
    gate(90, cases(20, { actualGross: 0, gross: 0 }), widthBy(0)),
    { verdict: 'untested' },
    'nor are those without any revenue',
  )
  t.end()
})

t.test('DSI 0 needs no gate', t => {
  t.match(gate(0, [], widthBy(0)), { verdict: 'passed', reason: null })
  t.end()
})

t.test('failures are named with figures', t => {
  const failed = (
    app: Partial<Case>,
    campaign: Partial<Case> = {},
    growth = 0.05,
  ): string | null => {
    const { verdict, reason } = gate(90, cases(40, app, campaign), widthBy(growth))
    t.equal(verdict, 'failed')
    return reason
  }
  t.match(failed({ gross: 130 }), /^WAPE .* is above 25\.0 %; bias .* is beyond 10\.0 %\.$/)
  t.match(failed({ gross: 115 }), /^bias .* is beyond 10\.0 %\.$/)
  t.match(
    failed({ baselines: new Float64Array(BASELINES.length).fill(100), gross: 119 }),
    /WAPE .* is above 1\.1 times that of last actual, .* %\.$/,
  )
  t.end()
})

t.test(
  'intervals must hold on the last four Sundays at the age that recommendations judge, as wide as those before had set them',
  t => {
    const off = (level: Case['level'], is: (one: Case) => boolean) =>
      cases(20).map(one => (one.level === level && is(one) ? { ...one, actualGross: 200 } : one))
    const last = FIRST + 7 * 16
    const requested: number[] = []
    const width = (origin: number) => (requested.push(origin), sigmaBy(0))
    t.match(
      gate(
        90,
        off('campaign', ({ origin }) => origin >= last),
        width,
      ),
      {
        verdict: 'failed',
        coverage: 0,
        reason:
          'the 80 % interval held 0.0 % of campaigns of the last 4 Sundays, not at least 60.0 %.',
      },
    )
    t.strictSame(
      requested,
      [last],
      'the outcomes of the four Sundays do not widen their own intervals',
    )
    t.match(
      gate(
        90,
        off('campaign', ({ origin }) => origin < last),
        widthBy(0),
      ),
      { verdict: 'passed', coverage: 0.8 },
      'earlier misses count in the width',
    )
    t.match(
      gate(
        90,
        [...off('campaign', () => false), ...cases(20, {}, { age: 30, actualGross: 200 })],
        widthBy(0),
      ),
      { verdict: 'passed' },
      'nor do older cohorts count',
    )
    t.match(
      gate(
        90,
        off('app', ({ origin }) => origin >= last),
        widthBy(0),
      ),
      { verdict: 'failed', reason: /held no total of the app of the last 4/ },
    )
    t.match(
      gate(
        90,
        off('app', ({ origin }) => origin > last),
        widthBy(0),
      ),
      { verdict: 'failed', reason: /^bias/ },
      'one of four is no proof',
    )
    t.end()
  },
)

t.test('an interval whose upper end is more than three times the lower says nothing', t => {
  t.match(gate(90, cases(40, { future: 100, distance: 3 }), widthBy(0.05)), {
    verdict: 'failed',
    reason: /^the app's 80 % interval ends at more than 3 times/,
  })
  t.match(
    gate(90, cases(40, {}, { future: 100, distance: 3 }), widthBy(0.05)),
    { verdict: 'passed' },
    'that of a campaign may be wide',
  )
  t.end()
})

t.test('a simple rule that was slightly luckier does not fail a good forecast', t => {
  const rule = { baselines: new Float64Array(BASELINES.length).fill(100), gross: 108 }
  t.match(gate(90, cases(40, rule), widthBy(0)), { verdict: 'passed' })
  t.end()
})

t.test('a failed gate may be accepted', t => {
  const { verdict, reason } = gate(90, cases(40, { gross: 130 }), widthBy(0), { isAccepted: true })
  t.equal(verdict, 'accepted')
  t.match(reason, /WAPE/)
  t.end()
})

t.test('an app without campaigns is judged by its totals', t => {
  const apart = cases(40).filter(({ level }) => level === 'app')
  t.match(gate(90, apart, widthBy(0)), { verdict: 'passed', coverage: 1 })
  t.end()
})

t.test("days with less history than today's do not count against today's model", t => {
  const bad = cases(40, { gross: 130, lastAge: 40 }, { lastAge: 40 })
  const good = cases(12, { lastAge: 95 }, { lastAge: 95 }).map(one => ({
    ...one,
    origin: one.origin + 7 * 40,
  }))
  const judged = gate(90, [...bad, ...good], widthBy(0), { lastAge: 200 })
  t.match(judged, {
    verdict: 'passed',
    cases: 12,
    origins: { count: 12, first: FIRST + 7 * 40, last: FIRST + 7 * 51 },
  })
  t.match(
    gate(90, bad, widthBy(0), { lastAge: 200 }),
    { verdict: 'untested', reason: /^WAPE/ },
    'and alone they are no test',
  )
  t.match(
    gate(90, bad, widthBy(0), { lastAge: 50 }),
    { verdict: 'failed' },
    'unless today has hardly more',
  )
  t.end()
})

t.test('a DSI that could not be tested counts as passed below one that passed', t => {
  const verdicts = (pairs: readonly (readonly [number, Gate['verdict']])[]): Gate['verdict'][] => {
    const gates = pairs.map(([dsi, verdict]): Gate => ({ ...gate(dsi, [], widthBy(0)), verdict }))
    return [...gatesWithShorter(gates).values()].map(({ verdict }) => verdict)
  }
  const young = [[0, 'passed'], [1, 'untested'], [7, 'untested']] as const // prettier-ignore
  t.strictSame(verdicts([...young, [14, 'passed'], [30, 'untested']]), [
    'passed',
    'passed',
    'passed',
    'passed',
    'untested',
  ])
  t.strictSame(
    verdicts([...young, [14, 'untested']]),
    ['passed', 'untested', 'untested', 'untested'],
    'install-day revenue is no test',
  )
  t.strictSame(
    verdicts([...young, [14, 'accepted']]),
    ['passed', 'untested', 'untested', 'accepted'],
    'nor is an acceptance',
  )
  t.strictSame(verdicts([[7, 'failed'], [14, 'passed']]), ['failed', 'passed'], 'what failed stays failed') // prettier-ignore
  t.end()
})
