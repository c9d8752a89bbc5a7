import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { drawnResponses } from '../../../support/forecast/drawn-responses.ts'
import { follow, followedBy } from '../../../support/forecast/follow.ts'
import { responseFigures, truthOf } from '../../../support/forecast/response-figures.ts'
import {
  NATURES,
  responseWorld,
  observedSeries,
  STILL,
} from '../../../../scripts/lab/world/responses.ts'
import { findResponses } from '../../../../server/forecast/response/response.ts'
import { chance } from '../../../../scripts/lab/world/chance.ts'

// The figures themselves are the bench's, over ten seeds a world. Here are those that must never break.

t.test('responses lie within their intervals if managers moved, for any reason', async t => {
  const names = [
    'raised when it goes well',
    'raised before holidays',
    'networks that spend as demand allows',
  ]
  const all = names.flatMap(name => [1, 2, 3].map(seed => responseFigures(NATURES[name]!, seed)))
  const sum = (of: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + of(one), 0)
  const share = sum(one => one.held) / sum(one => one.campaigns)
  t.ok(share > 0.65 && share < 0.95, `${share} held`)
  const bias = sum(one => one.moved.bias) / sum(one => one.moved.campaigns)
  t.ok(Math.abs(bias) < 0.03, `bias ${bias}`)
  t.ok(
    sum(one => one.regret.plan) < 0.5 * sum(one => one.regret.proportional),
    'plans lose less than half',
  )
  for (const { overLeaving } of all) t.ok(overLeaving > -0.01, `${overLeaving}`)
})

t.test('effects that carry over to later days are counted in full', async t => {
  const of = (name: string) => responseFigures(NATURES[name]!, 5)
  const sums = [
    '0.8 of an effect carried to the next day',
    "Meridian's priors of adstock and saturation",
    'raised when it goes well',
  ].map(of)
  for (const { held, bias, campaigns } of sums) {
    t.ok(held / campaigns > 0.5, `${held} of ${campaigns} held`)
    t.ok(Math.abs(bias / campaigns) < 0.08, `bias ${bias / campaigns}`)
  }
})

t.test(
  'where spend follows demand that lasts, small jumps are no evidence, and large ones are',
  async t => {
    const inWorld = (name: string) => {
      const world = responseWorld({ ...NATURES, ...STILL }[name]!, 1)
      return findResponses(observedSeries(world)).map(one => ({
        ...one,
        truth: truthOf(world.campaigns[one.campaign]!, world.days),
      }))
    }
    for (const [name, evidence] of [
      ['spend follows demand of weeks', 'assumed'],
      ['spend follows demand, and managers never moved', 'assumed'],
      ['spend follows demand, with large moves', 'learned'],
      ['raised when it goes well', 'learned'],
    ] as const) {
      const responses = inWorld(name)
      const share = (is: (one: (typeof responses)[number]) => boolean) =>
        responses.filter(is).length / responses.length
      t.ok(share(one => one.evidence === evidence) > 0.75, `${name}: ${evidence}`)
      t.ok(share(one => one.truth >= one.low && one.truth <= one.high) > 0.65, `${name}: held`)
      t.ok(
        share(({ followsDemand }) => followsDemand === name.startsWith('spend follows')) > 0.85,
        name,
      )
    }
  },
)

t.test('managers who never moved give no evidence, and plans keep spend', async t => {
  const { evident, shifted, campaigns } = responseFigures(STILL['managers who never moved']!, 1)
  t.ok(campaigns > 20)
  t.equal(evident, 0)
  t.equal(shifted, 0)
})

t.test('campaigns billed per install have no response, beside others that have one', async t => {
  for (const seed of [1, 2, 3])
    t.strictSame(
      findResponses(observedSeries(responseWorld(STILL['billed per install']!, seed))),
      [],
    )
  const billed = observedSeries(responseWorld(STILL['billed per install']!, 4)).slice(0, 4)
  const budgeted = observedSeries(responseWorld(NATURES['raised when it goes well']!, 4)).slice(
    4,
    10,
  )
  const responses = findResponses([...billed, ...budgeted])
  t.strictSame(
    responses.map(({ campaign }) => campaign),
    [4, 5, 6, 7, 8, 9],
  )
})

t.test(
  "a lift test informs about its network's campaigns, most about those that never moved",
  async t => {
    const series = observedSeries(responseWorld(STILL['managers who never moved']!, 1))
    const before = findResponses(series)
    const after = findResponses(series, [{ network: 0, elasticity: 0.5, deviation: 0.04 }])
    const widthOf = ({ low, high }: { low: number; high: number }) => high - low
    after.forEach((one, c) => {
      if (series[c]!.network !== 0)
        return t.ok(
          Math.abs(one.mean - 0.5) > Math.abs(after[0]!.mean - 0.5),
          'other networks follow less',
        )
      t.ok(Math.abs(one.mean - 0.5) < 0.1, `${one.mean}`)
      t.ok(widthOf(one) < widthOf(before[c]!))
    })
    t.strictSame(findResponses(series, []), before)
  },
)

t.test('value that falls with spend is detected, and shrunk to no change', async t => {
  const world = responseWorld(NATURES['value that falls with spend']!, 3)
  const responses = findResponses(observedSeries(world))
  const mean = responses.reduce((sum, { value }) => sum + value, 0) / responses.length
  t.ok(mean < 0 && mean > -0.2, `${mean}`)
})

t.test(
  'following the steps for twelve weeks beats doing nothing, whatever the errors of predicted ROAS',
  async t => {
    // Raises without end would lose 10 % of spend.
    const { steps, nothing } = follow(NATURES["Robyn's ranges of adstock and saturation"]!, 468)
    t.ok(steps.gain > nothing.gain, `${steps.gain} ${nothing.gain}`)
  },
)

t.test('responses are drawn as wrong as they are learned', async t => {
  let [held, campaigns] = [0, 0]
  for (let seed = 1; seed <= 20; seed++) {
    const world = responseWorld(NATURES['raised when it goes well']!, seed)
    for (const { campaign, low, high } of drawnResponses(world, chance(seed))()) {
      const truth = truthOf(world.campaigns[campaign]!, world.days)
      if (truth >= low && truth <= high) held++
      campaigns++
    }
  }
  t.ok(held / campaigns > 0.75 && held / campaigns < 0.87, `${held} of ${campaigns} held`)
})

t.test('steps lose in no world, and bids that do not hold budgets back gain', async t => {
  let gained = 0
  for (const [name, nature] of Object.entries({ ...NATURES, ...STILL })) {
    const [nothing, all, waiting] = [
      followedBy('nothing', nature, 7),
      followedBy('steps', nature, 7, { responses: 'drawn' }),
      followedBy('steps', nature, 7, { responses: 'drawn', bidsHoldBudgets: true }),
    ]
    const over = (100 * (all.gain - nothing.gain)) / nothing.spend
    t.ok(over > -1, `${name}: ${over}`)
    gained += (all.gain - waiting.gain) / nothing.spend
  }
  t.ok(gained > 0, `${gained}`)
})

t.test('later campaigns, none, one, and a world in another unit are handled', async t => {
  t.strictSame(findResponses([]), [])
  const series = observedSeries(responseWorld(NATURES['small campaigns']!, 2))
  const [alone] = findResponses(series.slice(0, 1))
  t.ok(
    alone!.low >= 0 && alone!.low <= alone!.mean && alone!.mean <= alone!.high && alone!.high <= 1,
  )
  const some = findResponses(series.slice(0, 8))
  const inYen = findResponses(
    series.slice(0, 8).map(one => ({ ...one, spend: one.spend.map(value => 150 * value) })),
  )
  some.forEach((one, c) => t.ok(Math.abs(one.mean - inYen[c]!.mean) < 1e-6, 'money has no unit'))
  t.ok(isDeepStrictEqual(findResponses(series.slice(0, 8)), some), 'the same again')
})
