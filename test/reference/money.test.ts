import t from 'tap'
import { ratio, roundedRatio, scaled, sumMoney, toDouble } from './money.ts'

t.test('amounts are exact', async t => {
  t.equal(scaled('12.5'), 125_000n)
  t.equal(scaled('-0.0001'), -1n)
  t.equal(toDouble(sumMoney(['0.1', '0.2'])), 0.3, 'unlike 0.1 + 0.2')
  t.throws(() => scaled('1.00001'), 'five decimals')
  t.throws(() => scaled('1e3'))
})

t.test('ratios of exact amounts are exact', async t => {
  t.equal(ratio(10n, 4n), 2.5)
  t.equal(ratio(10n, 0n), null)
})

t.test('rounding is half away from zero', async t => {
  t.strictSame(roundedRatio(1n, 3n), { value: 0.3333, tie: false })
  t.strictSame(roundedRatio(2n, 3n), { value: 0.6667, tie: false })
  t.strictSame(roundedRatio(1n, 20_000n), { value: 0.0001, tie: true })
  t.strictSame(roundedRatio(-1n, 20_000n), { value: -0.0001, tie: true })
  t.strictSame(roundedRatio(-1n, 30_000n), { value: 0, tie: false }, 'no negative zero')
})
