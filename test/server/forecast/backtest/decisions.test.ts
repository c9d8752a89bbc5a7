import t from 'tap'
import { decided, decisionScore, judged } from '../../../../server/forecast/backtest/decisions.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { configOf } from '../../../support/forecast/test-config.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

const THRESHOLD = 0.05
const names = {
  platform: ['ANDROID', 'IOS'],
  network: ['N', 'O'],
  campaign: ['A', 'B'],
  country: [],
}

t.test(
  'actions follow the predicted and the realized ROAS, at the target DSI and revenue type',
  t => {
    const cases = [
      caseOf({ gross: 120, actualGross: 90 }),
      caseOf({ dsi: 30 }),
      caseOf({ level: 'app' }),
      caseOf({ spend: 0 }),
    ]
    const [one, ...others] = decided(cases, names, configOf().targets, THRESHOLD)
    t.match(one, {
      recommended: 'SCALE',
      right: 'REDUCE',
      predicted: 1.2,
      realized: 0.9,
      target: 1,
    })
    t.equal(others.length, 0)
    t.match(decided(cases, names, configOf({ revenueType: 'net' }).targets, THRESHOLD), [
      { recommended: 'REDUCE', right: 'REDUCE' },
    ])
    t.end()
  },
)

t.test('the first matching target counts; a case without one has no decision', t => {
  const by = [
    { country: 'US', roas: 9 },
    { platform: 'IOS', roas: 2 },
    { campaign: 'B', roas: 3 },
  ] as const
  const targets = (roas: number | null) =>
    decided(
      [caseOf(), caseOf({ platform: 1, campaign: 1 }), caseOf({ campaign: 1 })],
      names,
      configOf({ roas, by }).targets,
      THRESHOLD,
    ).map(({ target }) => target)
  t.same(targets(1), [1, 2, 3], 'a rule for a country matches no whole campaign')
  t.same(targets(null), [2, 3])
  t.end()
})

t.test('agreement is weighted by spend; flips are counted from Sunday to Sunday', t => {
  const at = (origin: number, roas: number, actual: number, spend = 100) =>
    caseOf({ origin, spend, gross: roas * spend, actualGross: actual * spend })
  const score = decisionScore(
    decided(
      [at(0, 1.2, 1.3), at(7, 1.2, 1, 200), at(14, 0.8, 1.3), at(35, 1.2, 1.2)],
      names,
      configOf().targets,
      THRESHOLD,
    ),
  )
  t.match(score, { cases: 4, agreement: 200 / 500, opposite: 100 / 500, flips: 1 / 14 })
  t.same(decisionScore([]), { cases: 0, agreement: null, opposite: null, flips: null })
  t.end()
})

t.test('calibration learns from stated probabilities and outcomes', t => {
  const [sure, unsure, known] = [
    caseOf({ gross: 200, actualGross: 150, restVariance: 0.01 }),
    caseOf({ gross: 106, actualGross: 99, restVariance: 0.01 }),
    caseOf({ future: 0 }),
  ]
  const [first, second, ...others] = judged(
    decided([sure, unsure, known], names, configOf().targets, THRESHOLD),
    sigmaBy(0),
    THRESHOLD,
  )
  t.ok(first!.right && first!.probability > 0.99)
  t.ok(!second!.right && second!.probability > 0.6 && second!.probability < 0.8)
  t.equal(others.length, 0)
  t.end()
})
