import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import {
  sharedTrends,
  dayEffects,
  type Residuals,
} from '../../../../server/forecast/response/day-effects.ts'

const DAYS = 200
const NOISE = 0.05

/** Campaigns of one group that share the given values, each with noise of its own. */
function campaignsOf(
  count: number,
  shared: Float64Array,
): { own: Float64Array; seen: Residuals }[] {
  const random = chance(3)
  return Array.from({ length: count }, () => {
    const own = shared.map(() => NOISE * random.normal())
    const values = own.map((value, day) => value + shared[day]!)
    return {
      own,
      seen: { groups: ['all'], values, weights: new Float64Array(DAYS).fill(1 / NOISE ** 2) },
    }
  })
}

function slope(x: Float64Array, y: Float64Array): number {
  return (
    x.reduce((sum, value, at) => sum + value * y[at]!, 0) /
    x.reduce((sum, value) => sum + value ** 2, 0)
  )
}

t.test(
  'day effects of a group come from its other campaigns, never from the campaign itself',
  async t => {
    const random = chance(4)
    const shared = new Float64Array(DAYS).map(() => 0.1 * random.normal())
    const all = campaignsOf(3, shared)
    const effects = dayEffects(
      all.map(({ seen }) => seen),
      0,
    )
    all.forEach(({ own }, c) => {
      t.ok(slope(shared, effects[c]!) > 0.7, 'what all share')
      t.ok(Math.abs(slope(own, effects[c]!)) < 0.15, 'not what is its own')
    })
  },
)

t.test("an app's trend comes from its other campaigns", async t => {
  const shared = Float64Array.from({ length: DAYS }, (_, day) => day / 100)
  const all = campaignsOf(8, shared).map(({ seen }) => seen)
  const before = sharedTrends(all)
  const strange = {
    ...all[0]!,
    values: all[0]!.values.map((value, day) => value + (day >= 100 ? 1 : 0)),
  }
  const after = sharedTrends([strange, ...all.slice(1)])
  t.ok(
    after[0]!.every((value, day) => Math.abs(value - before[0]![day]!) < 1e-9),
    'a jump of its own is not in its course',
  )
  t.ok(after[1]![150]! - before[1]![150]! > 0.01, 'but in that of others')
  const rise = before[0]![199]! - before[0]![0]!
  t.ok(rise > 1 && rise < 2.2, `${rise}`)
})

t.test(
  'days known by fewer than three campaigns have no effect; a campaign without the day uses all others',
  async t => {
    const shared = new Float64Array(DAYS).map((_, day) => (day % 2 === 0 ? 0.3 : -0.3))
    const [pair, three] = [2, 4].map(count =>
      campaignsOf(count, shared).map(({ seen }) => seen),
    ) as [Residuals[], Residuals[]]
    for (const effects of dayEffects(pair, 0)) t.ok(effects.every(value => value === 0))
    three[0]!.weights[10] = 0
    t.ok(dayEffects(three, 0)[0]![10]! > 0.2)
  },
)
