import t from 'tap'
import type { Metric } from '../../../../../generated/vocabulary/vocabulary.ts'
import { courseWords, distanceOf, headingOf } from '../../../../../server/web/page/app/heading.ts'
import { measureOf } from '../../../../../server/web/page/app/measures.ts'
import { formatOf } from '../../../../../server/web/parts/use-format.ts'
import { splitNames } from '../../../../../server/core/words/isolate.ts'

const format = formatOf('USD')
function measure(metric: Metric) {
  return measureOf(metric, { targetDsi: 30, dsis: [0, 7, 30], roasType: 'paid', format })
}
const roas = measure('roas')

interface Case {
  metric?: Metric
  now: number | null
  before?: number | null
  target?: number
  /** Parts by group, as `causesOf` sorts them. */
  parts?: Record<string, number>
  /** Without a comparison. */
  alone?: true
  heading: string
}

const CASES: Case[] = [
  // The largest cause is named, whatever its sign; those of the change's own direction stand first.
  {
    now: 0.6,
    before: 0.582,
    parts: { TikTok: -0.03, Google: 0.022, Apple: 0.015, Moloco: 0.011 },
    heading: 'D30 ROAS rose 1.8 points: Google +2.2, Apple +1.5, TikTok −3.0',
  },
  {
    now: 0.584,
    before: 0.61,
    parts: { TikTok: 0.02, AppLovin: -0.01, Meta: -0.009 },
    heading: 'D30 ROAS fell 2.6 points: AppLovin −1.0, Meta −0.9, TikTok +2.0',
  },
  {
    now: 0.584,
    before: 0.61,
    parts: { AppLovin: -0.025, Meta: -0.001 },
    heading: 'D30 ROAS fell 2.6 points: AppLovin −2.5',
  },
  { now: 0.5, before: 0.51, parts: { AppLovin: -0.01 }, heading: 'D30 ROAS fell 1.0 point' },
  // What is off target comes first, even if it hardly moved.
  {
    now: 0.484,
    before: 0.483,
    target: 0.62,
    parts: { A: 0.001, B: 0 },
    heading: 'D30 ROAS is 22% below target. It rose 0.1 points: A +0.1',
  },
  {
    now: 0.484,
    before: 0.484,
    target: 0.62,
    heading: 'D30 ROAS is 22% below target. It held at 48.4%',
  },
  {
    now: 0.484,
    before: 0.4841,
    target: 0.62,
    parts: { A: 0.05, B: -0.0501 },
    heading: 'D30 ROAS is 22% below target. It held at 48.4%: B −5.0, A +5.0',
  },
  {
    now: 0.74,
    before: 0.7,
    target: 0.62,
    parts: { A: 0.03, B: 0.01 },
    heading: 'D30 ROAS is 19% above target. It rose 4.0 points: A +3.0, B +1.0',
  },
  {
    now: 0.64,
    before: 0.7,
    target: 0.62,
    parts: { A: -0.05, B: -0.01 },
    heading: 'D30 ROAS fell 6.0 points: A −5.0, B −1.0',
  },
  {
    now: -0.42,
    before: 0.1,
    target: 0.62,
    parts: { A: -0.5, B: -0.02 },
    heading: 'D30 ROAS is negative, below target. It fell 52.0 points: A −50.0',
  },
  // Held: parts that cancel each other are the story.
  { now: 0.58402, before: 0.584, heading: 'D30 ROAS held at 58.4%' },
  {
    now: 0.584,
    before: 0.584,
    parts: { A: 0.0004, B: -0.0004 },
    heading: 'D30 ROAS held at 58.4%',
  },
  // Without a comparison, or a value.
  { now: 0.584, alone: true, target: 0.62, heading: 'D30 ROAS is 58.4%, 6% below target' },
  { now: 0.584, alone: true, heading: 'D30 ROAS is 58.4%' },
  { now: 0.584, before: null, target: 0.62, heading: 'D30 ROAS is 58.4%, 6% below target' },
  { now: null, before: 0.6, heading: 'D30 ROAS is not known for these installs' },
  { metric: 'payback', now: null, before: 20, heading: 'Payback is not reached within 30 days' },
  // Better or worse in words, where a direction does not say it.
  { metric: 'payback', now: 131, before: 142, heading: 'Payback is 11 days sooner' },
  { metric: 'payback', now: 142.2, before: 141, heading: 'Payback is 1 day later' },
  { metric: 'payback', now: 142.2, before: 142, heading: 'Payback held at 142 days' },
  // The distance is that of the days displayed.
  { metric: 'payback', now: 11.4, before: 10.6, heading: 'Payback held at 11 days' },
  {
    metric: 'cpi',
    now: 3.3,
    before: 3,
    parts: { A: 0.3, B: 0.01 },
    heading: 'CPI rose 10.0%, dearer: A +$0.30',
  },
  {
    metric: 'cpi',
    now: 2.7,
    before: 3,
    parts: { A: 0.1, B: -0.4 },
    heading: 'CPI fell 10.0%, cheaper: B −$0.40, A +$0.10',
  },
  // A loss that grows is no rising profit.
  {
    metric: 'profit',
    now: -9000,
    before: -4000,
    parts: { A: -6000, B: 1000 },
    heading: 'The loss grew by $5,000 to $9,000: A −$6,000, B +$1,000',
  },
  {
    metric: 'profit',
    now: -4000,
    before: -9000,
    parts: { A: 5000, B: 0 },
    heading: 'The loss shrank by $5,000 to $4,000: A +$5,000',
  },
  {
    metric: 'profit',
    now: -5000,
    before: 4000,
    heading: 'A profit of $4,000 became a loss of $5,000',
  },
  {
    metric: 'profit',
    now: 5000,
    before: -4000,
    heading: 'A loss of $4,000 became a profit of $5,000',
  },
  { metric: 'profit', now: 9000, before: 4000, heading: 'D30 profit rose by $5,000' },
  // Amounts.
  {
    metric: 'spend',
    now: 158_430,
    before: 164_000,
    parts: { TikTok: 5000, Meta: -3700, Other: -100 },
    heading: 'Spend fell 3.4%: Meta −$3,700, TikTok +$5,000',
  },
  {
    metric: 'spend',
    now: 5,
    before: 0,
    parts: { A: 5, B: 0 },
    heading: 'Spend rose $5.00: A +$5.00',
  },
  {
    metric: 'installs',
    now: 1100,
    before: 1000,
    parts: { A: 100, B: 0 },
    heading: 'Paid installs rose 10.0%: A +100',
  },
  {
    metric: 'ltv',
    now: 1.1,
    before: 1,
    parts: { A: 0.1, B: 0 },
    heading: 'D30 LTV rose 10.0%: A +$0.10',
  },
]

for (const {
  metric = 'roas',
  now,
  before = null,
  target = null,
  parts = {},
  alone,
  heading,
} of CASES) {
  t.test(`the heading reads: ${heading}`, async t => {
    const causes = Object.entries(parts)
      .map(([label, part]) => ({
        name: label,
        label,
        now: null,
        before: null,
        rate: part,
        mix: 0,
        part,
      }))
      .sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
    const known = {
      spend: 100,
      installs: 1,
      organic: 0,
      revenue: metric === 'payback' ? [1, 2, 3] : [null, null, null],
    }
    const missing = measure(metric).missing(known)
    const facts = {
      measure: measure(metric),
      now,
      missing,
      before,
      target,
      causes,
      isCompared: alone !== true,
      format,
      actionThreshold: 0.05,
    }
    t.equal(splitNames(headingOf(facts)).join(''), heading)
  })
}

t.test('names in a heading are isolated and cannot reorder the words after them', async t => {
  const causes = ['שלום\u202e', 'B'].map(label => ({
    name: label,
    label,
    now: null,
    before: null,
    rate: -0.02,
    mix: 0,
    part: -0.02,
  }))
  const facts = {
    measure: roas,
    now: 0.5,
    missing: '',
    before: 0.54,
    target: null,
    causes,
    isCompared: true,
    format,
    actionThreshold: 0.05,
  }
  t.equal(headingOf(facts), 'D30 ROAS fell 4.0 points: \u2068שלום\u2069 −2.0, \u2068B\u2069 −2.0')
})

t.test('a change has one wording, also within a sentence', async t => {
  t.equal(courseWords(roas, 0.5, 0.51, 'it'), 'it fell 1.0 point')
  t.equal(courseWords(measure('profit'), -5, -4, 'it'), 'The loss grew by $1.00 to $5.00')
  t.equal(distanceOf(measure('payback'), 142, 133), '9 days')
})

t.test('zero has no sign, and negative numbers have a minus sign', async t => {
  t.equal(roas.part(-0.00001), '0.0')
  t.equal(roas.part(-0.01), '−1.0')
  t.equal(measure('spend').part(5000), '+$5,000')
  t.equal(roas.change(0.5, 0.526), '−2.6 pts')
  t.equal(measure('spend').change(5, 0), null)
})
