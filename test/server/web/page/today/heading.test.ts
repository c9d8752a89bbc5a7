import t from 'tap'
import type { Overview, StepTotals } from '../../../../../generated/client/models.ts'
import { answerOf } from '../../../../../server/web/page/today/heading.ts'
import { splitNames } from '../../../../../server/core/words/isolate.ts'

const NOW = Date.parse('2026-11-23T09:00:00Z')
const NOTHING: StepTotals = {
  steps: 0,
  unpriced: 0,
  spendChange: 0,
  revenueChange: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
}

interface AppState {
  name: string
  currency?: string
  /** ROAS of yesterday over target. */
  share?: number | null
  date?: string
  /** Spend of yesterday; that of the week is seven times 1000. */
  spend?: number
  data?: number
  /** Whether the error of yesterday's ROAS is known. */
  known?: boolean
  more?: Partial<StepTotals>
  less?: Partial<StepTotals>
}

/** What the heading reads of an app. */
function app({
  name,
  currency = 'USD',
  share = 1,
  date = '2026-11-22',
  spend = 1000,
  data = 0,
  known = true,
  more = {},
  less = {},
}: AppState): Overview {
  return {
    name,
    currency,
    target: 0.5,
    actionThreshold: 0.05,
    dataThrough: date,
    spend: { day: spend, week: 7000 },
    yesterday: {
      date,
      roas: share === null ? null : share / 2,
      roasLow: known ? 0 : null,
      actualShare: 0,
    },
    data: Array.from({ length: data }, () => ({})),
    stepTotals: { more: { ...NOTHING, ...more }, less: { ...NOTHING, ...less } },
  } as unknown as Overview
}

t.test(
  'the heading has data problems first, then yesterday, then the value of the steps',
  async t => {
    const cases: [AppState[], string][] = [
      [[{ name: 'A' }], 'A was on target yesterday. No campaign has a step today.'],
      [
        [
          {
            name: 'A',
            share: 0.88,
            less: { steps: 10, spendChange: -4999, gain: 2581, gainLow: 2086, gainHigh: 3018 },
          },
        ],
        'A was 12% below target yesterday. 10 cuts free $4,999 a day, worth about $2,581.',
      ],
      [[{ name: 'A', share: 1.67, known: false }], 'No campaign has a step today.'],
      [
        [
          { name: 'A', less: { steps: 2, unpriced: 1, spendChange: -100, gain: 40 } },
          {
            name: 'B',
            less: { steps: 1, spendChange: -50, gain: 20 },
            more: { steps: 1, spendChange: 70, gain: 9 },
          },
        ],
        'A and B were on target yesterday. 3 cuts free $150 a day, 2 of them worth about $60. 1 raise spends $70 more a day, worth about $9.00.',
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
      [
        [{ name: 'A', share: -1 }],
        'A had a negative ROAS yesterday. No campaign has a step today.',
      ],
      [[{ name: 'A', share: 0.951 }], 'A was on target yesterday. No campaign has a step today.'],
      [
        [
          { name: 'A', share: 0.5, less: { steps: 1, spendChange: -80, gain: 50 } },
          {
            name: 'B',
            currency: 'JPY',
            share: 0.9,
            less: { steps: 1, spendChange: -8000, gain: 5000 },
          },
          { name: 'C', currency: 'EUR', share: null, less: { steps: 1, spendChange: -8, gain: 5 } },
        ],
        'A was 50% and B 10% below target yesterday. 3 cuts free $80, ¥8,000 and €8.00 a day, worth about $50, ¥5,000 and €5.00.',
      ],
      [
        [
          { name: 'A', share: 1.2 },
          { name: 'B', share: 1.01 },
        ],
        'A and B were on or above target yesterday. No campaign has a step today.',
      ],
      [[{ name: 'A', share: 1.2 }], 'A was above target yesterday. No campaign has a step today.'],
      [
        [{ name: 'A', data: 2, share: null, less: { steps: 1, unpriced: 1 } }],
        'Check the data of A first. 1 cut without a price.',
      ],
      [
        [
          {
            name: 'A',
            date: '2026-11-20',
            share: 0.5,
            data: 1,
            more: { steps: 3, unpriced: 1, spendChange: 400, gain: -20 },
          },
          {
            name: 'B',
            currency: 'JPY',
            data: 1,
            less: { steps: 1, spendChange: -8000, gain: 5000 },
          },
          { name: 'C', data: 1, less: { steps: 1, spendChange: -80, gain: 50 } },
        ],
        'Check the data of A and 2 others first. B and C were on target yesterday. 2 cuts free $80 and ¥8,000 a day, worth about $50 and ¥5,000. 3 raises spend $400 more a day, 2 of them worth about −$20.',
      ],
      [[], 'No apps yet'],
    ]
    for (const [states, heading] of cases)
      t.equal(splitNames(answerOf(states.map(app), NOW)).join(''), heading)
  },
)
