import { cumulativeStdNormalProbability } from 'simple-statistics'
import t from 'tap'
import {
  deviationWithin,
  HIGH_SHARE,
  LOW_SHARE,
  quantile,
  Z80,
} from '../../../../server/core/formulas/interval.ts'

t.test('the ends of an 80 % interval are those of a normal distribution', t => {
  t.ok(Math.abs(HIGH_SHARE - LOW_SHARE - 0.8) < 1e-12)
  // The table of the package has two decimals of z.
  t.ok(Math.abs(cumulativeStdNormalProbability(Z80) - HIGH_SHARE) < 0.002)
  t.ok(Math.abs(deviationWithin(-Z80, Z80) - 1) < 1e-12)
  t.end()
})

t.test('a quantile lies between neighboring values', t => {
  t.strictSame(
    [-1, 0, 0.25, 0.5, 1, 2].map(share => quantile([1, 2, 4], share)),
    [1, 1, 1.5, 2, 4, 4],
  )
  t.end()
})
