import t from 'tap'
import type { Cause } from '../../../../mcp/page/app/causes.ts'
import { courseOf, distanceOf, headingOf } from '../../../../mcp/page/app/heading.ts'
import { measureOf } from '../../../../mcp/page/app/measures.ts'
import { formatOf } from '../../../../mcp/views/parts/format.ts'

const format = formatOf('USD')
const context = { targetDsi: 30, dsis: [0, 7, 30], roasType: 'paid', format }
const roas = measureOf('roas', context)
const spend = measureOf('spend', context)
const given = { causes: [], target: null, isCompared: true, format }

t.test('what changed and from where', async t => {
  const causes = [cause('TikTok', 0.02), cause('AppLovin', -0.01), cause('Meta Ads', -0.009), cause('Moloco', -0.008)]
  t.equal(
    headingOf({ ...given, measure: roas, now: 0.584, before: 0.61, causes }),
    'D30 ROAS fell 2.6 points: 1.0 from AppLovin, 0.9 from Meta Ads',
  )
  t.equal(
    headingOf({
      ...given,
      measure: spend,
      now: 158_430,
      before: 164_000,
      causes: [cause('Meta Ads', -3700), cause('TikTok', 5000), cause('Other', -100)],
    }),
    'Spend fell 3.4%: Meta Ads −$3,700',
    'what is small is not named',
  )
})

t.test('held, without comparison, unknown', async t => {
  t.equal(headingOf({ ...given, measure: roas, now: 0.58402, before: 0.584 }), 'D30 ROAS held at 58.4%')
  t.equal(
    headingOf({ ...given, measure: roas, now: 0.584, before: null, target: 0.62, isCompared: false }),
    'D30 ROAS is 58.4%, 6% below target',
  )
  t.equal(headingOf({ ...given, measure: roas, now: null, before: 0.6 }), 'D30 ROAS is not known for these installs')
  t.equal(courseOf(roas, 0.6, 0.5), 'rose')
  t.equal(distanceOf(roas, 0.5, 0.51), '1.0 point')
  t.equal(distanceOf(measureOf('payback', context), 142, 133), '9 days')
})

t.test('zero has no sign, a minus is a minus', async t => {
  t.equal(roas.part(-0.00001), '0.0')
  t.equal(roas.part(-0.01), '−1.0')
  t.equal(spend.part(5000), '+$5,000')
  t.equal(roas.change(0.5, 0.526), '−2.6 pts')
  t.equal(spend.change(5, 0), null)
})

function cause(label: string, part: number): Cause {
  return { name: label, label, now: null, before: null, rate: part, mix: 0, part }
}
