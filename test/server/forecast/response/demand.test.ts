import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import {
  autocorrelationOf,
  followsDemand,
  isBilled,
} from '../../../../server/forecast/response/demand.ts'
import { findMoves, type Moves } from '../../../../server/forecast/response/moves.ts'

const DAYS = 270
/** Spend of budgets that move by the given factor every 14 days, up and down, times demand of which a share lasts to the next day. */
function movesOf(
  seed: number,
  { factor, lasts, demand = 0.12 }: { factor: number; lasts: number; demand?: number },
  follows = false,
): Moves {
  const random = chance(seed)
  let [budget, own] = [100, 0]
  const spend = Float64Array.from({ length: DAYS }, (_, day) => {
    if (day % 14 === 7) budget *= random.uniform() < 0.5 ? factor : 1 / factor
    own = lasts * own + Math.sqrt(1 - lasts ** 2) * demand * random.normal()
    return budget * Math.exp(own + 0.04 * random.normal())
  })
  return findMoves(spend, { follows })!
}

t.test(
  'spend that lasts beyond its steps follows demand, and chance between steps does not',
  async t => {
    const flagged = (lasts: number, factor: number): number =>
      Array.from({ length: 40 }, (_, seed) => movesOf(seed + 1, { factor, lasts })).filter(
        ({ autocorrelation }) => followsDemand([autocorrelation]),
      ).length
    for (const factor of [1, 1.1, 1.25, 1.6])
      t.ok(flagged(0, factor) <= 3, `${flagged(0, factor)} of 40 with steps of ${factor}`)
    for (const lasts of [0.5, 0.7, 0.9])
      t.ok(flagged(lasts, 1.15) >= 20, `${flagged(lasts, 1.15)} of 40 with ${lasts}`)
  },
)

t.test("a network's campaigns are tested together", async t => {
  const all = (lasts: number) =>
    Array.from(
      { length: 6 },
      (_, seed) => movesOf(seed + 101, { factor: 1.15, lasts }).autocorrelation,
    )
  for (const lasts of [0.5, 0.7, 0.9, 0.95]) t.ok(followsDemand(all(lasts)), `${lasts}`)
  t.notOk(followsDemand(all(0)))
})

t.test(
  'where spend follows demand, only clear jumps are moves, less what demand usually adds',
  async t => {
    const [few, clear] = [
      movesOf(7, { factor: 1.2, lasts: 0.9 }, true),
      movesOf(7, { factor: 2.5, lasts: 0.9 }, true),
    ]
    t.ok(movesOf(7, { factor: 1.2, lasts: 0.9 }).jumps.length > 5)
    t.strictSame(few.jumps, [])
    t.ok(
      few.moved.every(value => value === 0),
      'nothing moved',
    )
    t.ok(
      clear.jumps.length >= 12 && clear.jumps.every(({ day }) => Math.abs((day % 14) - 7) <= 1),
      `${clear.jumps.length}`,
    )
    const moved = clear.moved.reduce(
      (sum, value, day) => (day === 0 ? 0 : sum + Math.abs(value - clear.moved[day - 1]!)),
      0,
    )
    const sizes = clear.jumps.reduce((sum, { size }) => sum + Math.abs(size), 0)
    t.ok(moved < 0.95 * sizes && moved > 0.7 * sizes, `${moved} of ${sizes}`)
    for (const { size } of clear.jumps) t.ok(Math.abs(size) > 0.5, `${size}`)
  },
)

t.test('a spend without deviations does not follow demand', async t => {
  t.notOk(followsDemand([autocorrelationOf(new Float64Array(100))]))
  t.notOk(followsDemand([]))
})

/** Demand of a day, and what installs cost: by a price with noise, or as budgeted. */
function days(
  seed: number,
  { mean, spendOf }: { mean: number; spendOf: (installs: number, normal: () => number) => number },
) {
  const random = chance(seed)
  let demand = 0
  const installs = Float64Array.from({ length: 120 }, () =>
    random.poisson(mean * Math.exp((demand += 0.03 * random.normal()))),
  )
  return { installs, spend: installs.map(count => spendOf(count, () => random.normal())) }
}
function billed(price: number, noise: number) {
  return (installs: number, normal: () => number) => installs * price * Math.exp(noise * normal())
}

t.test(
  'a constant cost per install is detected with changing, differing or noisy prices',
  async t => {
    for (const mean of [5, 50, 500, 5000]) {
      t.ok(isBilled(days(1, { mean, spendOf: billed(2, 0) })), `${mean} a day`)
      t.ok(
        isBilled(days(2, { mean, spendOf: billed(2, 0.3 / Math.sqrt(mean)) })),
        `${mean} a day, countries at other prices`,
      )
    }
    const { spend, installs } = days(3, { mean: 100, spendOf: billed(2, 0) })
    t.ok(
      isBilled({ installs, spend: spend.map((value, day) => (day < 60 ? value : 1.3 * value)) }),
      'a new price',
    )
  },
)

t.test('budgets spent regardless of installs are not cost per install', async t => {
  for (const mean of [5, 50, 500, 5000])
    for (let seed = 1; seed <= 10; seed++) {
      t.notOk(
        isBilled(
          days(seed, { mean, spendOf: (_, normal) => 2 * mean * Math.exp(0.05 * normal()) }),
        ),
        `${mean} a day`,
      )
      t.notOk(isBilled(days(seed, { mean, spendOf: () => 2 * mean })), `${mean} a day, to the cent`)
    }
})

t.test('too few days decide nothing', async t => {
  t.notOk(isBilled({ installs: new Float64Array(30), spend: new Float64Array(30).fill(5) }))
  t.notOk(isBilled({ installs: new Float64Array(10).fill(3), spend: new Float64Array(10).fill(6) }))
})
