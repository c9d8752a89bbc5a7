import t from 'tap'
import { formatOf } from '../../../../server/core/words/format.ts'
import { writeMetric, writeTick } from '../../../../server/core/words/metrics.ts'

const format = formatOf('USD')

t.test('each metric is formatted in its unit', async t => {
  t.equal(writeMetric('roas', format)(0.4417), '44.2%')
  t.equal(writeMetric('spend', format)(12_345.6), '$12,346')
  t.equal(writeMetric('cpi', format)(4.672), '$4.67')
  t.equal(writeMetric('installs', format)(12_345), '12,345')
  t.equal(writeMetric('payback', format)(116.4), '116')
  t.equal(writeMetric('profit', format)(null), '–')
})

t.test('ticks are short, and keep the decimals of round values', async t => {
  t.same([0, 0.4, 0.025].map(writeTick('roas', format)), ['0%', '40%', '2.5%'])
  t.same([0, 5000, 1_500_000].map(writeTick('spend', format)), ['$0', '$5K', '$1.5M'])
  t.same([500, 12_000].map(writeTick('installs', format)), ['500', '12K'])
  t.same([2.5, 5].map(writeTick('ltv', format)), ['$2.50', '$5.00'])
})
