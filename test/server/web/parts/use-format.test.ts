import t from 'tap'
import { formatOf } from '../../../../server/web/parts/use-format.ts'

const format = formatOf('USD')
const year = new Date().getUTCFullYear()

t.test(
  'money has cents only below ten, and the symbol of its currency, not of a locale',
  async t => {
    t.strictSame([2381.2, 714, 10, 9.995, 9.994, 4.67, 0, -2381.2].map(format.money), [
      '$2,381',
      '$714',
      '$10',
      '$10',
      '$9.99',
      '$4.67',
      '$0.00',
      '−$2,381',
    ])
    t.equal(formatOf('EUR').money(1150), '€1,150')
    t.equal(formatOf('JPY').money(4.67), '¥5', 'yen has no decimals')
    t.equal(formatOf('a code').money(1234), '1,234', 'no symbol for what is not a currency')
    t.equal(format.rate(714.4), '$714/day')
    t.equal(format.shortMoney(12_345), '$12.3K')
  },
)

t.test(
  'amounts fit a column in every currency: from 10 million on they have four digits',
  async t => {
    t.strictSame([9_999_999.4, 9_999_999.5, 12_345_678, -4_571_428_571].map(format.money), [
      '$9,999,999',
      '$10.00M',
      '$12.35M',
      '−$4.571B',
    ])
    t.equal(formatOf('JPY').rate(111_698_335), '¥111.7M/day')
    t.equal(formatOf('KWD').money(10_000_000), 'KWD\u00a010.00M')
  },
)

t.test(
  'ratios have one decimal, shares of target none; changes have a sign unless zero',
  async t => {
    t.equal(format.roas(0.441), '44.1%')
    t.equal(format.share(0.7), '70%')
    t.strictSame([-0.034, 0.022, 0, -0.0001].map(format.signedShare), [
      '−3.4%',
      '+2.2%',
      '0.0%',
      '0.0%',
    ])
    t.strictSame([-0.026, 0.003, 0, -0.0001].map(format.points), [
      '−2.6 pts',
      '+0.3 pts',
      '0.0 pts',
      '0.0 pts',
    ])
    t.equal(format.count(33_910), '33,910')
  },
)

t.test('a missing value is a dash in every format', async t => {
  const { money, shortMoney, rate, roas, share, signedShare, points, count, decimal } = format
  for (const write of [money, shortMoney, rate, roas, share, signedShare, points, count, decimal]) {
    t.equal(write(null), '–')
    t.equal(write(undefined), '–')
  }
  t.equal(format.day(null), '–')
  t.equal(format.day('yesterday'), '–')
  t.equal(format.ago('never'), '–')
})

t.test('dates show the year only if it is not the current one', async t => {
  t.equal(format.day(`${year}-11-22`), 'Nov 22')
  t.equal(format.day(`${year}-11-22T23:59:00Z`), 'Nov 22')
  t.equal(format.day(`${year - 1}-11-22`), `Nov 22, ${year - 1}`)
  t.equal(format.range(`${year}-11-16`, `${year}-11-22`), 'Nov 16–22')
  t.equal(format.range(`${year}-10-26`, `${year}-11-01`), 'Oct 26–Nov 1')
  t.equal(format.range(`${year}-11-22`, `${year}-11-22`), 'Nov 22')
  t.equal(format.range(`${year - 1}-11-16`, `${year - 1}-11-22`), `Nov 16–22, ${year - 1}`)
  t.equal(format.range(`${year - 1}-12-28`, `${year}-01-03`), `Dec 28, ${year - 1}–Jan 3, ${year}`)
})

t.test('the time since an instant is in words', async t => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  t.equal(format.ago('2026-11-22T11:57:00Z', now), '3 minutes ago')
  t.equal(format.ago('2026-11-22T07:00:00Z', now), '5 hours ago')
  t.equal(format.ago('2026-11-19T07:00:00Z', now), '3 days ago')
})
