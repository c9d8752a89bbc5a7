import t from 'tap'
import { growth } from '../../../../server/forecast/model/growth.ts'

t.test('growth without a past is the prior', t => {
  t.equal(growth([]), 0.01)
  t.equal(
    growth([{ error: 3, restVariance: 0.1, distance: 0 }]),
    0.01,
    'what was not forecast says nothing',
  )
  t.end()
})

t.test(
  'growth is the residual error per squared distance, shrunk to the prior by the number of cases',
  t => {
    const residuals = Array.from({ length: 200 }, (_, i) => ({
      error: i % 2 === 0 ? 0.2 : -0.2,
      restVariance: 0.01,
      distance: 0.5,
    }))
    const own = (0.04 - 0.01) / 0.25
    t.ok(Math.abs(growth(residuals) - (10 * own + 5 * 0.01) / 15) < 1e-12)
    t.ok(
      Math.abs(growth(residuals.map(r => ({ ...r, restVariance: 1 }))) - (5 * 0.01) / 15) < 1e-12,
      'never below 0',
    )
    t.end()
  },
)

t.test('a broken week counts up to nine medians', t => {
  const usual = Array.from({ length: 99 }, () => ({ error: 0.1, restVariance: 0, distance: 1 }))
  for (const error of [50, -Infinity]) {
    const own = (99 * 0.01 + 0.09) / 100
    t.ok(
      Math.abs(
        growth([...usual, { error, restVariance: 0, distance: 1 }]) - (5 * own + 0.05) / 10,
      ) < 1e-12,
    )
  }
  t.ok(Number.isFinite(growth(usual.map(r => ({ ...r, error: -Infinity })))))
  t.end()
})
