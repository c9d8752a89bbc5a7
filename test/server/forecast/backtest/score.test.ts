import t from 'tap'
import { accuracy } from '../../../../server/forecast/backtest/scores.ts'
import { caseOf } from '../../../support/forecast/case.ts'
import { sigmaBy } from '../../../support/forecast/sigma.ts'

t.test('errors are summed, then divided by actuals', t => {
  const { cases, wape, bias, baselines } = accuracy(
    [caseOf({ actualGross: 80 }), caseOf({ actualGross: 120 }), caseOf({ actualGross: 200 })],
    sigmaBy(0),
  )
  t.equal(cases, 3)
  t.equal(wape, 140 / 400)
  t.equal(bias, -100 / 400)
  t.equal(baselines['last actual'], 250 / 400)
  t.end()
})

t.test('the interval widens with growth and distance', t => {
  const far = [caseOf({ actualGross: 120 })]
  t.equal(accuracy(far, sigmaBy(0)).coverage, 0, 'exp(1.28 x 0.1) is 1.137')
  t.equal(accuracy(far, sigmaBy(0.02)).coverage, 1, 'exp(1.28 x sqrt 0.03) is 1.248')
  t.equal(accuracy([caseOf({ future: 0, actualGross: 100 })], sigmaBy(0)).coverage, null, 'what is known needs no interval')
  t.end()
})

t.test('zero or unknown actuals give no ratio', t => {
  t.match(accuracy([], sigmaBy(0)), { cases: 0, wape: null, bias: null, coverage: null, baselines: {} })
  t.match(accuracy([caseOf({ actualGross: 0, gross: 0 })], sigmaBy(0)), { wape: null, bias: null })
  t.end()
})
