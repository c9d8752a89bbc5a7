import t from 'tap'
import { formatOf } from '../../../../mcp/views/parts/format.ts'
import { countOf, dataAgeWords, distanceWords, gapWords, platformName, returnWords } from '../../../../mcp/views/parts/words.ts'

const dollars = formatOf('USD')
const euros = formatOf('EUR')

t.test('money against target', async t => {
  t.equal(returnWords(2381, 0.7, dollars), '$2,381/day returns 70% of target')
  t.equal(gapWords(2381, 0.7, dollars), '$714/day short of target')
  t.equal(gapWords(1150, 1.31, euros), '€357/day above target')
  t.strictSame(
    [0.94, 1.1, 1.002].map(share => distanceWords(share, dollars)),
    ['6% below target', '10% above target', 'on target'],
  )
})

t.test('the age of data counts from yesterday', async t => {
  const now = Date.parse(`${new Date().getUTCFullYear()}-11-23T09:00:00Z`)
  const year = new Date(now).getUTCFullYear()
  t.equal(dataAgeWords(`${year}-11-22`, dollars, now), 'Data through Nov 22')
  t.equal(dataAgeWords(`${year}-11-23`, dollars, now), 'Data through Nov 23')
  t.equal(dataAgeWords(`${year}-11-21`, dollars, now), 'Data through Nov 21, 1 day late')
  t.equal(dataAgeWords(`${year}-11-20`, dollars, now), 'Data through Nov 20, 2 days late')
  t.equal(dataAgeWords(null, dollars, now), 'No data yet')
})

t.test('names and counts as people write them', async t => {
  t.equal(platformName('IOS'), 'iOS')
  t.equal(countOf(1, 'campaign', dollars), '1 campaign')
  t.equal(countOf(1234, 'campaign', dollars), '1,234 campaigns')
})
