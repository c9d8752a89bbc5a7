import t from 'tap'
import { formatOf } from '../../../../../server/web/parts/use-format.ts'
import {
  broadestFirst,
  isOver,
  neededWords,
  type Paced,
  pacingWords,
  scopeOf,
  statusWords,
} from '../../../../../server/web/parts/plan/pacing-words.ts'

const format = formatOf('USD')

const BUDGET: Paced = {
  month: '2026-11',
  platform: null,
  network: null,
  campaign: null,
  amount: 2_300_000,
  spent: 1_426_000,
  expected: 2_392_000,
  expectedLow: 2_231_000,
  expectedHigh: 2_576_000,
  share: 0.62,
  daysLeft: 9,
  neededDailySpend: 97_111,
  status: 'ON_BUDGET',
}

t.test('a budget is summarized in one line', async t => {
  t.equal(
    pacingWords(BUDGET, format),
    '62% of the November budget spent; on budget, expected 104% (97–112%)',
  )
  t.equal(
    pacingWords({ ...BUDGET, expectedLow: null, expectedHigh: null }, format),
    '62% of the November budget spent; on budget, expected 104%',
  )
  t.equal(
    pacingWords({ ...BUDGET, expected: null }, format),
    '62% of the November budget spent; no spend is known in the last 208 days',
  )
  t.equal(
    pacingWords({ ...BUDGET, daysLeft: 0, share: 1.04 }, format),
    '104% of the November budget spent, the month has ended',
  )
})

t.test('the daily spend that meets a budget is in words', async t => {
  t.equal(neededWords(BUDGET, format), '$97,111/day for 9 days meets it')
  t.equal(neededWords({ ...BUDGET, daysLeft: 1 }, format), '$97,111/day for 1 day meets it')
  t.equal(neededWords({ ...BUDGET, neededDailySpend: 0 }, format), 'nothing left for 9 days')
  t.equal(neededWords({ ...BUDGET, neededDailySpend: null }, format), null)
})

t.test('scope, status and order have fixed words', async t => {
  t.equal(scopeOf(BUDGET), 'All campaigns')
  t.equal(scopeOf({ platform: 'IOS', network: 'Meta Ads', campaign: null }), 'Meta Ads, iOS')
  t.same(['OVERSPENT', 'OVER', 'ON_BUDGET', 'UNDER', null].map(statusWords), [
    'overspent',
    'above budget',
    'on budget',
    'below budget',
    'not known',
  ])
  t.same(
    ['OVERSPENT', 'OVER', 'ON_BUDGET', 'UNDER', null].map(status => isOver({ status })),
    [true, true, false, false, false],
  )
  const [meta, small] = [
    { ...BUDGET, network: 'Meta Ads', amount: 2 },
    { ...BUDGET, network: 'AppLovin', amount: 1 },
  ]
  t.same(broadestFirst([small, meta, BUDGET]), [BUDGET, meta, small])
})
