import t from 'tap'
import { spendRangeOf, suggestSpend } from '../../../../server/forecast/response/suggestion.ts'
import fc from '../../../support/fast-check.ts'

const sure = { mean: 0.7, low: 0.7, high: 0.7, value: 0 }
const today = { spend: 100, roas: 1.4, target: 1, spendRange: { least: 1, most: 2 }, mayMove: true }

t.test('the suggestion is the spend at which one more unit just returns the target', async t => {
  const spend = suggestSpend(sure, today, 0.2)
  // 1.4 x 0.7 (x / 100) ^ -0.3 = 1
  t.ok(Math.abs(spend - 100 * 0.98 ** (1 / 0.3)) < 1e-9)
  t.ok(Math.abs(1.4 * 0.7 * (spend / 100) ** -0.3 - 1) < 1e-9)
  t.equal(suggestSpend(sure, { ...today, roas: 3 }, 0.2), 120)
  t.ok(
    Math.abs(
      suggestSpend(sure, { ...today, roas: 3, spendRange: { least: 1, most: 1 } }, 0.2) - 110,
    ) < 1e-9,
    'half a step beyond what was seen',
  )
  t.equal(
    suggestSpend(sure, { ...today, roas: 3, spendRange: { least: 1, most: 0.8 } }, 0.2),
    100,
    'the last raise has not been seen for long enough',
  )
  t.equal(suggestSpend(sure, { ...today, roas: 0.5 }, 0.2), 80)
  t.equal(
    suggestSpend({ ...sure, value: -0.7 }, { ...today, roas: 9 }, 0.2),
    80,
    'more spend brings nothing',
  )
  t.equal(suggestSpend({ ...sure, mean: 1 }, today, 0.2), 120, 'no saturation')
})

t.test('wide intervals, pacing and unknown levels keep spend', async t => {
  const wide = { ...sure, low: 0.45, high: 0.95 }
  t.equal(suggestSpend(wide, { ...today, roas: 3 }, 0.2), 100)
  t.equal(suggestSpend(sure, { ...today, roas: 3, mayMove: false }, 0.2), 100)
  t.equal(suggestSpend(sure, { ...today, roas: 0 }, 0.2), 100)
  t.equal(suggestSpend(sure, { ...today, spend: 0 }, 0.2), 0)
})

t.test('a move that both ends of the interval support is made at once', async t => {
  const open = { mean: 0.7, low: 0.6, high: 0.8, value: 0 }
  const bound = 0.2 * (1 - (0.2 / 0.4) ** 2)
  const at = (roas: number) => suggestSpend(open, { ...today, roas }, 0.2)
  t.ok(Math.abs(at(2) - 120) < 1e-9, 'the low end asks for more than a step')
  t.ok(Math.abs(at(1) - 80) < 1e-9, 'the high end asks for less than a step down')
  // At 1.6 the low end loses by more spend: 1.6 x 0.6 < 1.
  t.ok(Math.abs(at(1.6) - 100 * (1 + bound)) < 1e-9, 'only the high end does')
  // At 1.745 the low end asks for (1.745 x 0.6) ^ (1 / 0.4), less than the bound.
  t.ok(Math.abs(at(1.745) - 100 * (1 + bound)) < 1e-9)
  // At 1.78 it asks for more than the bound, and less than a step.
  t.ok(Math.abs(at(1.78) - 100 * (1.78 * 0.6) ** 2.5) < 1e-9)
})

t.test(
  'a wider interval gives a smaller step, never further than one step from observed spend',
  async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.double({ min: 0, max: 5, noNaN: true }),
        (mean, half, more, roas) => {
          const at = (width: number) => ({
            mean,
            low: Math.max(0, mean - width / 2),
            high: Math.min(1, mean + width / 2),
            value: 0,
          })
          const narrow = suggestSpend(at(half * 0.4), { ...today, roas }, 0.2)
          const wide = suggestSpend(at(half * 0.4 + more), { ...today, roas }, 0.2)
          if (Math.abs(wide - 100) > Math.abs(narrow - 100) + 1e-9)
            throw new Error('a wider interval moves further')
          if (narrow < 80 - 1e-9 || narrow > 120 + 1e-9) throw new Error('beyond a step')
          const low = suggestSpend(
            at(0),
            { ...today, roas: 5, spendRange: { least: 0.5, most: 1 } },
            0.2,
          )
          if (low > 110 + 1e-9) throw new Error('beyond what was seen')
        },
      ),
    )
  },
)

t.test('weeks of the last 90 days count as observed, earlier ones do not', async t => {
  const spend = Float64Array.from({ length: 200 }, (_, at) =>
    at < 100 ? 900 : at < 150 ? 50 : at < 180 ? 200 : 100,
  )
  t.strictSame(spendRangeOf(spend), { least: 0.5, most: 2 })
  t.strictSame(spendRangeOf(new Float64Array(200)), { least: 1, most: 1 })
  t.strictSame(spendRangeOf(Float64Array.of(5, 5)), { least: 1, most: 1 })
  const raised = Float64Array.from({ length: 200 }, (_, at) => (at < 193 ? 100 : 125))
  t.strictSame(
    spendRangeOf(raised),
    { least: 0.8, most: 0.8 },
    'a raise counts from its second week on',
  )
  t.strictSame(spendRangeOf(raised.map((_, at) => (at < 186 ? 100 : 125))), { least: 0.8, most: 1 })
})
