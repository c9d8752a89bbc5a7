import t from 'tap'
import type { Overview, StepTotals } from '../../../../../generated/client/models.ts'
import { answerOf } from '../../../../../server/web/page/today/heading.ts'
import { splitNames } from '../../../../../mcp/words/isolate.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const NOTHING: StepTotals = { steps: 0, unpriced: 0, spendChange: 0, gain: 0, gainLow: 0, gainHigh: 0 }

interface Given {
  name: string
  currency?: string
  /** ROAS of yesterday over target. */
  share?: number | null
  date?: string
  /** Spend of yesterday; that of the week is seven times 1000. */
  spend?: number
  data?: number
  more?: Partial<StepTotals>
  less?: Partial<StepTotals>
}

/** What the heading reads of an app. */
function app({ name, currency = 'USD', share = 1, date = '2026-11-22', spend = 1000, data = 0, more = {}, less = {} }: Given): Overview {
  return {
    name,
    currency,
    target: 0.5,
    actionThreshold: 0.05,
    dataThrough: date,
    spend: { day: spend, week: 7000 },
    yesterday: { date, roas: share === null ? null : share / 2 },
    data: Array.from({ length: data }, () => ({})),
    stepTotals: { more: { ...NOTHING, ...more }, less: { ...NOTHING, ...less } },
  } as unknown as Overview
}

t.test('the heading has data problems first, then yesterday, then the value of the steps', async t => {
  const cases: [Given[], string][] = [
    [[{ name: 'A' }], 'A was on target yesterday. No campaign has a step today.'],
    [
      [{ name: 'A', share: 0.88, less: { steps: 2, gainLow: 2219, gainHigh: 2961 } }],
      'A was 12% below target yesterday. 2 steps are worth $2,219 to $2,961 a day.',
    ],
    [
      [
        { name: 'A', share: 0.9 },
        { name: 'B', share: 0.7 },
        { name: 'C', share: 1.2 },
      ],
      'B was 30% and A 10% below target yesterday. No campaign has a step today.',
    ],
    [
      [
        { name: 'A', share: 0.9, spend: 9000 },
        { name: 'B', share: 0.7 },
        { name: 'C', share: 0.94 },
      ],
      'A was 10%, B 30% and C 6% below target yesterday. No campaign has a step today.',
    ],
    [
      [
        { name: 'A', share: 0.9 },
        { name: 'B', share: 0.7 },
        { name: 'C', share: 0.8 },
        { name: 'D', share: 0.92 },
      ],
      'B was 30% and C 20% below target yesterday. 2 others were below target too. No campaign has a step today.',
    ],
    [
      [
        { name: 'Net negative', share: -0.68 },
        { name: 'B', share: 0.7 },
        { name: 'C', share: 0.8 },
      ],
      'Net negative had a negative ROAS yesterday. B was 30% and C 20% below target yesterday. No campaign has a step today.',
    ],
    [[{ name: 'A', share: -1 }], 'A had a negative ROAS yesterday. No campaign has a step today.'],
    [[{ name: 'A', share: 0.951 }], 'A was on target yesterday. No campaign has a step today.'],
    [
      [
        { name: 'A', share: 0.5, less: { steps: 1, gainLow: 50, gainHigh: 50 } },
        { name: 'B', currency: 'JPY', share: 0.9, less: { steps: 1, gainLow: 5000, gainHigh: 9000 } },
        { name: 'C', currency: 'EUR', share: null, less: { steps: 1, gainLow: 5, gainHigh: 6 } },
      ],
      'A was 50% and B 10% below target yesterday. 3 steps are worth $50, ¥5,000 to ¥9,000 and €5.00 to €6.00 a day.',
    ],
    [
      [
        { name: 'A', share: 1.2 },
        { name: 'B', share: 1.01 },
      ],
      'A and B were on or above target yesterday. No campaign has a step today.',
    ],
    [[{ name: 'A', share: 1.2 }], 'A was above target yesterday. No campaign has a step today.'],
    [[{ name: 'A', data: 2, share: null, less: { steps: 1, unpriced: 1 } }], 'Check the data of A first. 1 step today.'],
    [
      [
        { name: 'A', date: '2026-11-20', share: 0.5, data: 1, more: { steps: 3, unpriced: 1, gainLow: -100, gainHigh: 300 } },
        { name: 'B', currency: 'JPY', data: 1, less: { steps: 1, gainLow: 5000, gainHigh: 9000 } },
        { name: 'C', data: 1, less: { steps: 1, gainLow: 50, gainHigh: 60 } },
      ],
      'Check the data of A and 2 others first. B and C were on target yesterday. 5 steps are worth −$50 to $360 and ¥5,000 to ¥9,000 a day, 1 of them not priced.',
    ],
    [[], 'No apps yet'],
  ]
  for (const [given, heading] of cases) t.equal(splitNames(answerOf(given.map(app), NOW)).join(''), heading)
})
