import t from 'tap'
import {
  calibrate,
  type Decision,
  identity,
  recalibrated,
} from '../../../../server/forecast/model/confidence.ts'
import fc from '../../../support/fast-check.ts'

/** Decisions of which exactly the share of each probability went right that `truth` says. */
function decisions(truth: (p: number) => number): Decision[] {
  return [0.5, 0.6, 0.7, 0.8, 0.9, 0.95].flatMap(p =>
    Array.from({ length: 1000 }, (_, i) => ({
      probability: p,
      right: i < Math.round(1000 * truth(p)),
    })),
  )
}

t.test('fewer than 200 cases correct nothing', t => {
  const few = decisions(() => 0).slice(0, 199)
  t.same(calibrate(few), { intercept: 0, slope: 1, cases: 199 })
  t.equal(recalibrated(identity(), 0.73), 0.73)
  t.end()
})

t.test('right probabilities stay, and overconfident ones decrease', t => {
  const right = calibrate(decisions(p => p))
  t.ok(Math.abs(right.intercept) < 0.02 && Math.abs(right.slope - 1) < 0.02)
  const logit = (p: number) => Math.log(p / (1 - p))
  const truth = (p: number) => 1 / (1 + Math.exp(-(0.2 + 0.5 * logit(p))))
  const over = calibrate(decisions(truth))
  for (const p of [0.5, 0.7, 0.95])
    t.ok(Math.abs(recalibrated(over, p) - truth(p)) < 0.01, `${p}: ${recalibrated(over, p)}`)
  t.equal(over.cases, 6000)
  t.end()
})

t.test('correction keeps the order of probabilities, and their range', t => {
  const one = fc.record({
    probability: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    right: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 200, maxLength: 300 }),
      fc.constantFrom('as is', 'all', 'none', 'reversed'),
      (list, how) => {
        const outcomes = list.map(d => ({
          ...d,
          right:
            how === 'all' ||
            (how === 'reversed' ? d.probability < 0.5 : how === 'as is' && d.right),
        }))
        const calibration = calibrate(outcomes)
        if (!Number.isFinite(calibration.intercept) || !(calibration.slope >= 0))
          throw new Error(JSON.stringify(calibration))
        const values = [0, 0.1, 0.5, 0.9, 1].map(p => recalibrated(calibration, p))
        if (!values.every((p, i) => p >= 0 && p <= 1 && (i === 0 || p >= values[i - 1]!)))
          throw new Error(values.join())
      },
    ),
    { numRuns: 50 },
  )
  t.end()
})
