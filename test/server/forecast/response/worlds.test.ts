import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { follow } from '../../../support/forecast/follow.ts'
import { responseFigures } from '../../../support/forecast/response-figures.ts'
import { NATURES, NEVER, responseWorld, seen } from '../../../../scripts/simulate/responses.ts'
import { findResponses } from '../../../../server/forecast/response/response.ts'

// The figures themselves are the bench's, over ten seeds a world. Here are those that must never break.

t.test('responses are known within their intervals where managers moved, whatever made them move', async t => {
  const names = ['raised when it goes well', 'raised before holidays', 'networks that spend as demand allows']
  const all = names.flatMap(name => [1, 2].map(seed => responseFigures(NATURES[name]!, seed)))
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const share = sum(one => one.held) / sum(one => one.campaigns)
  t.ok(share > 0.65 && share < 0.95, `${share} held`)
  const bias = sum(one => one.moved.bias) / sum(one => one.moved.campaigns)
  t.ok(Math.abs(bias) < 0.03, `bias ${bias}`)
  t.ok(sum(one => one.regret.plan) < 0.5 * sum(one => one.regret.proportional), 'plans lose less than half')
  for (const { overLeaving } of all) t.ok(overLeaving > -0.01, `${overLeaving}`)
})

t.test('managers who never moved: no evidence, and plans stay put', async t => {
  const { evident, shifted, campaigns } = responseFigures(NEVER, 1)
  t.ok(evident <= campaigns / 20)
  t.ok(shifted < 0.01)
})

t.test('value that falls with spend is seen, and drawn to no change', async t => {
  const world = responseWorld(NATURES['value that falls with spend']!, 3)
  const found = findResponses(seen(world))
  const mean = found.reduce((sum, { value }) => sum + value, 0) / found.length
  t.ok(mean < 0 && mean > -0.2, `${mean}`)
})

t.test('steps followed for twelve weeks gain more than doing nothing and than growing by the average', async t => {
  const { steps, nothing, 'by the average': average } = follow(NATURES['raised when it goes well']!, 9)
  t.ok(steps.gain > nothing.gain && steps.gain > average.gain, `${steps.gain} ${average.gain} ${nothing.gain}`)
})

t.test('later campaigns, none, one, and a world in another unit', async t => {
  t.strictSame(findResponses([]), [])
  const series = seen(responseWorld(NATURES['small campaigns']!, 2))
  const [alone] = findResponses(series.slice(0, 1))
  t.ok(alone!.low >= 0 && alone!.low <= alone!.mean && alone!.mean <= alone!.high && alone!.high <= 1)
  const some = findResponses(series.slice(0, 8))
  const inYen = findResponses(series.slice(0, 8).map(one => ({ ...one, spend: one.spend.map(value => 150 * value) })))
  some.forEach((one, c) => t.ok(Math.abs(one.mean - inYen[c]!.mean) < 1e-6, 'money has no unit'))
  t.ok(isDeepStrictEqual(findResponses(series.slice(0, 8)), some), 'the same again')
})
