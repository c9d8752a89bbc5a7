import t from 'tap'
import { formatOf } from '../../../../server/web/parts/use-format.ts'
import { eventNames } from '../../../../server/core/words/event-words.ts'
import { confidenceWords } from '../../../../server/core/words/doubt-words.ts'
import {
  countOf,
  dataAgeWords,
  distanceWords,
  platformName,
} from '../../../../server/web/parts/words.ts'

const dollars = formatOf('USD')

t.test('a share of target is compared with it in words', async t => {
  t.strictSame(
    [0.94, 1.1, 1.002, -0.5].map(share => distanceWords(share, dollars)),
    ['6% below target', '10% above target', 'on target', 'negative, below target'],
  )
})

t.test(
  'a score is shown only if the record of its tier supports it; otherwise the record is',
  async t => {
    const call = (confidenceScore: number | null, statusReason: string | null = null) => ({
      status: 'HIGH',
      statusReason,
      confidenceScore,
    })
    const record = (rightShare?: number) => ({
      decisions: rightShare === undefined ? 12 : 312,
      ...(rightShare !== undefined && { rightShare }),
    })
    t.equal(confidenceWords(call(0.84), dollars, record(0.8)), 'high confidence (84%)')
    t.equal(
      confidenceWords(call(0.97), dollars, record(0.8)),
      'high confidence (80% of the money in 312 such calls was right)',
    )
    t.equal(
      confidenceWords(call(null), dollars, record(0.8)),
      'high confidence (80% of the money in 312 such calls was right)',
    )
    t.equal(confidenceWords(call(0.97), dollars, record()), 'high confidence', 'too few calls')
    t.equal(confidenceWords(call(0.97), dollars), 'high confidence', 'no record')
    t.equal(
      confidenceWords({ ...call(0.95, 'network'), status: 'LOW' }, dollars),
      'low confidence: not a traditional network',
    )
  },
)

t.test('the age of data counts from yesterday', async t => {
  const now = Date.parse(`${new Date().getUTCFullYear()}-11-23T09:00:00Z`)
  const year = new Date(now).getUTCFullYear()
  t.equal(dataAgeWords(`${year}-11-22`, dollars, now), 'Data through Nov 22')
  t.equal(dataAgeWords(`${year}-11-23`, dollars, now), 'Data through Nov 23')
  t.equal(dataAgeWords(`${year}-11-21`, dollars, now), 'Data through Nov 21, 1 day late')
  t.equal(dataAgeWords(`${year}-11-20`, dollars, now), 'Data through Nov 20, 2 days late')
  t.equal(dataAgeWords(null, dollars, now), 'No data yet')
})

t.test('an event mentions its scope and kind once', async t => {
  const event = {
    title: 'Attribution SDK broken on iOS',
    kind: 'attribution',
    platform: 'IOS',
    network: null,
    campaign: null,
    country: 'US',
  }
  t.strictSame(eventNames(event), ['Attribution SDK broken on iOS', 'wrong attribution', 'US'])
  t.strictSame(eventNames({ title: 'Forecasting failed', kind: 'other' }), ['Forecasting failed'])
  t.strictSame(
    eventNames({ title: 'Focus', kind: 'launch', country: 'US' }),
    ['Focus', 'launch', 'US'],
    'words, not letters',
  )
})

t.test('names and counts read naturally', async t => {
  t.equal(platformName('IOS'), 'iOS')
  t.equal(countOf(1, 'campaign', dollars), '1 campaign')
  t.equal(countOf(1234, 'campaign', dollars), '1,234 campaigns')
})
