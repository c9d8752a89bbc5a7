import t from 'tap'
import type { Backtest } from '../../../server/forecast/backtest/gates.ts'
import { summaryLines } from '../../../server/forecast/print.ts'

const baselines = {
  'last actual': 0.4,
  'pooled ratio': 0.08,
  'pooled power law': 0.1,
  'cohort power law': 0.5,
  'cohort log fit': 0.2,
}
const result: Backtest = {
  asOf: 20_000,
  origins: [19_900, 19_907],
  gates: new Map([
    [
      0,
      {
        dsi: 0,
        verdict: 'passed',
        wape: null,
        bias: null,
        coverage: null,
        baselines: {},
        cases: 0,
        reason: null,
      },
    ],
    [
      90,
      {
        dsi: 90,
        verdict: 'failed',
        wape: 0.31,
        bias: -0.02,
        coverage: 0.8,
        baselines,
        cases: 130,
        reason: 'WAPE 31.0 % is above 25.0 %.',
      },
    ],
  ]),
  untested: new Set(),
  uncertainty: { growth: 0.01, spread: new Map([[90, 1.3]]) },
  calibration: { intercept: 0, slope: 1, cases: 10 },
  scores: [
    {
      dsi: 90,
      level: 'campaign',
      age: null,
      cases: 500,
      wape: 0.055,
      bias: 0,
      coverage: 0.8,
      baselines,
    },
  ],
  decisions: { cases: 1500, agreement: 0.913, opposite: 0.005, flips: 0.041 },
  cases: [],
}

t.test('the summary has rows, actions, the backtest with its baseline, and notes', t => {
  const lines = summaryLines({
    asOf: '2025-06-30',
    currency: 'EUR',
    cohorts: 1_234_567,
    rows: [{ dsi: 90, actual: 10, forecast: 20, withheld: 3 }],
    unpredicted: { recommendations: 0, dailySpend: 0 },
    actions: [{ action: 'SCALE', recommendations: 12, dailySpend: 3456.7 }],
    backtest: result,
    notes: ['DSI 365 is withheld.'],
  })
  t.equal(lines[0], 'As of 2025-06-30: 1,234,567 cohorts.')
  const text = lines.join('\n')
  t.match(text, /dsi +actual +forecast +withheld\n90 +10 +20 +3/)
  t.match(text, /action +recommendations +daily spend, EUR\nSCALE +12 +3,457/)
  t.match(
    text,
    /90 +failed +130 +- +31\.0 % +-2\.0 % +- +- +5\.5 % +40\.0 % +8\.0 % +10\.0 % +50\.0 % +20\.0 % +80\.0 %/,
  )
  t.match(text, '- DSI 90: WAPE 31.0 % is above 25.0 %.')
  t.match(
    text,
    '91.3 % of spend as realized ROAS asked for, 0.5 % the opposite; 0.041 changes per campaign and day (1,500 cases).',
  )
  t.match(text, /Notes\n- DSI 365 is withheld\.$/)
  t.end()
})

t.test('missing values are left out', t => {
  const empty = {
    ...result,
    gates: new Map(),
    decisions: { cases: 0, agreement: null, opposite: null, flips: null },
  }
  t.same(
    summaryLines({
      asOf: '2025-06-30',
      currency: 'EUR',
      cohorts: 0,
      rows: [],
      actions: [],
      unpredicted: { recommendations: 0, dailySpend: 0 },
      backtest: empty,
      notes: [],
    }),
    ['As of 2025-06-30: 0 cohorts.'],
  )
  t.end()
})
