import t from 'tap'
import { accuracy, coverageOf } from '../../../../server/forecast/backtest/scores.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

t.test('errors are summed, then divided by actuals', t => {
  const { cases, wape, bias, baselines } = accuracy(
    [80, 120, 200].map(actualGross => caseOf({ actualGross })),
  )
  t.equal(cases, 3)
  t.equal(wape, 140 / 400)
  t.equal(bias, -100 / 400)
  t.equal(baselines['last actual'], 250 / 400)
  t.end()
})

t.test('the interval widens with growth and distance', t => {
  const far = [caseOf({ actualGross: 120 })]
  t.equal(coverageOf(far, sigmaBy(0)), 0, 'exp(1.28 x 0.1) is 1.137')
  t.equal(coverageOf(far, sigmaBy(0.02)), 1, 'exp(1.28 x sqrt 0.03) is 1.248')
  t.equal(
    coverageOf([caseOf({ future: 0, actualGross: 100 })], sigmaBy(0)),
    null,
    'what is known needs no interval',
  )
  t.end()
})

t.test('zero or unknown actuals give no ratio', t => {
  t.match(accuracy([]), { cases: 0, wape: null, bias: null, baselines: {} })
  t.match(accuracy([caseOf({ actualGross: 0, gross: 0 })]), { wape: null, bias: null })
  t.end()
})
