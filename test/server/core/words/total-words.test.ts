import t from 'tap'
import { formatOf } from '../../../../server/core/words/format.ts'
import {
  closingWords,
  notDoneWords,
  type StepTotal,
  totalInterval,
  totalWords,
  weeksWords,
} from '../../../../server/core/words/total-words.ts'

const format = formatOf('USD')
const CUTS: StepTotal = {
  steps: 10,
  unpriced: 0,
  spendChange: -4999,
  gain: 2581,
  gainLow: 2086,
  gainHigh: 3018,
}

t.test('totals have their direction, the middle, then the interval', async t => {
  t.equal(
    totalWords('less', [{ total: CUTS, format }]),
    '10 cuts free $4,999 a day, worth about $2,581',
  )
  t.equal(totalInterval(CUTS, format), '$2,086 to $3,018 in 80% of cases')
  t.equal(
    totalInterval({ ...CUTS, gainLow: 2581, gainHigh: 2581 }, format),
    null,
    'no interval of zero width',
  )
  const yen = {
    total: { ...CUTS, steps: 1, spendChange: 65_902, gain: 21_166 },
    format: formatOf('JPY'),
  }
  t.equal(totalWords('more', [yen]), '1 raise spends ¥65,902 more a day, worth about ¥21,166')
  t.equal(totalWords('more', [{ total: { ...CUTS, steps: 0 }, format }]), null)
  t.equal(
    totalWords('less', [{ total: { ...CUTS, unpriced: 2 }, format }]),
    '10 cuts free $4,999 a day, 8 of them worth about $2,581',
  )
})

t.test(
  'the share of the gap, the weeks that it takes, and what was not done are named',
  async t => {
    const shortfall = { amount: 10_640, closed: 2581, closedShare: 2581 / 10_640, weeks: 5 }
    t.equal(
      closingWords(shortfall, format),
      'close 24% of the $10,640 a day short of target: 5 weeks at this pace',
    )
    t.equal(closingWords({ ...shortfall, closed: 0, closedShare: 0, weeks: null }, format), null)
    t.match(closingWords({ ...shortfall, weeks: 80 }, format), /more than a year/)
    t.equal(
      notDoneWords({ steps: 4, since: '2026-10-17' }, '2026-11-28'),
      '4 were advised before and not done, for up to 6 weeks',
    )
    t.equal(
      notDoneWords({ steps: 1, since: '2026-11-21' }, '2026-11-28'),
      '1 was advised before and not done, for 1 week',
    )
    t.equal(notDoneWords({ steps: 0, since: null }, '2026-11-28'), null)
    t.equal(weeksWords('2026-10-17', '2026-11-28'), '6 weeks')
  },
)
