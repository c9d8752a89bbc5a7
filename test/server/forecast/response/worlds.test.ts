import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { follow } from '../../../support/forecast/follow.ts'
import { responseFigures } from '../../../support/forecast/response-figures.ts'
import { NATURES, responseWorld, observedSeries, STILL } from '../../../../scripts/simulate/responses.ts'
import { findResponses } from '../../../../server/forecast/response/response.ts'

// The figures themselves are the bench's, over ten seeds a world. Here are those that must never break.

t.test('responses lie within their intervals if managers moved, for any reason', async t => {
  const names = ['raised when it goes well', 'raised before holidays', 'networks that spend as demand allows']
  const all = names.flatMap(name => [1, 2, 3].map(seed => responseFigures(NATURES[name]!, seed)))
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
  const share = sum(one => one.held) / sum(one => one.campaigns)
  t.ok(share > 0.65 && share < 0.95, `${share} held`)
  const bias = sum(one => one.moved.bias) / sum(one => one.moved.campaigns)
  t.ok(Math.abs(bias) < 0.03, `bias ${bias}`)
  t.ok(sum(one => one.regret.plan) < 0.5 * sum(one => one.regret.proportional), 'plans lose less than half')
  for (const { overLeaving } of all) t.ok(overLeaving > -0.01, `${overLeaving}`)
})

t.test('effects that carry over to later days are counted in full', async t => {
  const of = (name: string) => responseFigures(NATURES[name]!, 5)
  const sums = ['0.8 of an effect carried to the next day', "Meridian's priors of adstock and saturation", 'raised when it goes well'].map(
    of,
  )
  for (const { held, bias, campaigns } of sums) {
    t.ok(held / campaigns > 0.5, `${held} of ${campaigns} held`)
    t.ok(Math.abs(bias / campaigns) < 0.08, `bias ${bias / campaigns}`)
  }
})

t.test('managers who never moved give no evidence, and plans keep spend', async t => {
  const { evident, shifted, campaigns } = responseFigures(STILL['managers who never moved']!, 1)
  t.ok(campaigns > 20)
  t.equal(evident, 0)
  t.equal(shifted, 0)
})

t.test('campaigns billed per install have no response, beside others that have one', async t => {
  for (const seed of [1, 2, 3]) t.strictSame(findResponses(observedSeries(responseWorld(STILL['billed per install']!, seed))), [])
  const billed = observedSeries(responseWorld(STILL['billed per install']!, 4)).slice(0, 4)
  const budgeted = observedSeries(responseWorld(NATURES['raised when it goes well']!, 4)).slice(4, 10)
  const found = findResponses([...billed, ...budgeted])
  t.strictSame(
    found.map(({ campaign }) => campaign),
    [4, 5, 6, 7, 8, 9],
  )
})

t.test("a lift test informs about its network's campaigns, most about those that never moved", async t => {
  const series = observedSeries(responseWorld(STILL['managers who never moved']!, 1))
  const before = findResponses(series)
  const after = findResponses(series, [{ network: 0, elasticity: 0.5, deviation: 0.04 }])
  const widthOf = ({ low, high }: { low: number; high: number }) => high - low
  after.forEach((one, c) => {
    if (series[c]!.network !== 0) return t.ok(Math.abs(one.mean - 0.5) > Math.abs(after[0]!.mean - 0.5), 'other networks follow less')
    t.ok(Math.abs(one.mean - 0.5) < 0.1, `${one.mean}`)
    t.ok(widthOf(one) < widthOf(before[c]!))
  })
  t.strictSame(findResponses(series, []), before)
})

t.test('value that falls with spend is detected, and shrunk to no change', async t => {
  const world = responseWorld(NATURES['value that falls with spend']!, 3)
  const found = findResponses(observedSeries(world))
  const mean = found.reduce((sum, { value }) => sum + value, 0) / found.length
  t.ok(mean < 0 && mean > -0.2, `${mean}`)
})

t.test(
  'following the steps for twelve weeks beats doing nothing, also with lasting effects, shared audiences and S-shaped curves',
  async t => {
    for (const [name, seed] of [
      ['raised when it goes well', 9],
      ['0.8 of an effect carried to the next day', 9],
      ['shared audiences', 9],
      // Raises without end would lose 10 % of spend.
      ["Robyn's ranges of adstock and saturation", 468],
    ] as const) {
      const { steps, nothing } = follow(NATURES[name]!, seed)
      t.ok(steps.gain > nothing.gain, `${name}: ${steps.gain} ${nothing.gain}`)
    }
  },
)

t.test('later campaigns, none, one, and a world in another unit are handled', async t => {
  t.strictSame(findResponses([]), [])
  const series = observedSeries(responseWorld(NATURES['small campaigns']!, 2))
  const [alone] = findResponses(series.slice(0, 1))
  t.ok(alone!.low >= 0 && alone!.low <= alone!.mean && alone!.mean <= alone!.high && alone!.high <= 1)
  const some = findResponses(series.slice(0, 8))
  const inYen = findResponses(series.slice(0, 8).map(one => ({ ...one, spend: one.spend.map(value => 150 * value) })))
  some.forEach((one, c) => t.ok(Math.abs(one.mean - inYen[c]!.mean) < 1e-6, 'money has no unit'))
  t.ok(isDeepStrictEqual(findResponses(series.slice(0, 8)), some), 'the same again')
})
