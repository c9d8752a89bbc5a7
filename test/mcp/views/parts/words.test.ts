import t from 'tap'
import { formatOf } from '../../../../mcp/views/parts/format.ts'
import {
  actionOf,
  countOf,
  dataAgeWords,
  distanceWords,
  gapWords,
  type Move,
  platformName,
  returnWords,
} from '../../../../mcp/views/parts/words.ts'

const dollars = formatOf('USD')
const euros = formatOf('EUR')

function move(action: string, live: number | null, paced: number | null, more: Partial<Move> = {}): Move {
  return { action, dailySpend: 1000, optimisationDsi: 0, optimisationLiveRoas: live, optimisationPacedRoas: paced, ...more }
}

t.test('an action is a verb, what it moves, from what to what, and where money goes', async t => {
  const sentences: [Move, string, string][] = [
    [move('REDUCE', 0.15, 0.165), 'Raise the D0 ROAS target from 15.0% to 16.5%', 'less'],
    [move('SCALE', 0.25, 0.238, { optimisationDsi: 7 }), 'Lower the D7 ROAS target from 25.0% to 23.8%', 'more'],
    [move('SCALE', null, null, { dailySpend: 1150, suggestedDailySpend: 1322 }), 'Raise the daily budget by $172', 'more'],
    [move('REDUCE', 0.15, 0.15, { suggestedDailySpend: 850 }), 'Cut the daily budget by $150', 'less'],
    [move('HOLD', 0.15, 0.15), 'Keep the D0 ROAS target at 15.0%', 'same'],
    [move('HOLD', 0.15, null), 'Keep the D0 ROAS target at 15.0%', 'same'],
    [move('HOLD', null, null), 'Keep the daily budget', 'same'],
    [move('SCALE', null, 0.2), 'Set the D0 ROAS target to 20.0%', 'same'],
  ]
  for (const [given, sentence, direction] of sentences) t.strictSame(actionOf(given, dollars), { sentence, direction })
  t.match(actionOf(move('SCALE', null, null, { dailySpend: 1150, suggestedDailySpend: 1322 }), euros).sentence, 'by €172')
})

t.test('a call to scale or reduce has a step, or says why it waits', async t => {
  t.strictSame(actionOf(move('SCALE', null, null), dollars), { sentence: 'Raise the daily budget', direction: 'more' })
  t.strictSame(actionOf(move('REDUCE', null, null, { suggestedDailySpend: 1000.2 }), dollars), {
    sentence: 'Cut the daily budget',
    direction: 'less',
  })
  t.strictSame(actionOf(move('SCALE', 0.15, 0.15004), dollars), {
    sentence: 'Wait: the D0 ROAS target is at the recommended 15.0%',
    direction: 'same',
  })
  t.strictSame(actionOf(move('REDUCE', 0.15, 0.15, { optimisationRawRoas: 0.2 }), dollars), {
    sentence: 'Wait: pacing holds the D0 ROAS target at 15.0%',
    direction: 'same',
  })
})

t.test('a suggestion that points away from the action leads', async t => {
  const apart = { suggestedDailySpend: 840, suggestedMove: 'less' }
  t.strictSame(actionOf(move('SCALE', 0.25, 0.238, apart), dollars), { sentence: 'Cut the daily budget by $160', direction: 'less' })
  t.strictSame(actionOf(move('REDUCE', 0.25, 0.27, apart), dollars), {
    sentence: 'Raise the D0 ROAS target from 25.0% to 27.0%',
    direction: 'less',
  })
  const tiny = { suggestedDailySpend: 995, suggestedMove: 'held' }
  t.strictSame(actionOf(move('SCALE', 0.25, 0.238, tiny), dollars), {
    sentence: 'Lower the D0 ROAS target from 25.0% to 23.8%',
    direction: 'more',
  })
  const held = { sentence: 'Wait: the suggestion keeps the daily budget', direction: 'same' }
  for (const action of ['SCALE', 'REDUCE']) t.strictSame(actionOf(move(action, null, null, tiny), dollars), held)
  t.equal(actionOf(move('HOLD', null, null, tiny), dollars).sentence, 'Keep the daily budget')
  const unknown = { ...tiny, suggestedMove: 'unknown_response' }
  t.strictSame(actionOf(move('SCALE', null, null, unknown), dollars), { sentence: 'Raise the daily budget', direction: 'more' })
})

t.test('a higher target always buys less, whatever the action is called', async t => {
  for (const action of ['SCALE', 'HOLD', 'REDUCE']) {
    t.equal(actionOf(move(action, 0.1, 0.2), dollars).direction, 'less')
    t.equal(actionOf(move(action, 0.2, 0.1), dollars).direction, 'more')
  }
})

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
