import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { followsDemand, lastingOf } from '../../../../server/forecast/response/follows.ts'
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
        ({ lasting }) => followsDemand([lasting]),
      ).length
    for (const factor of [1, 1.1, 1.25, 1.6])
      t.ok(flagged(0, factor) <= 3, `${flagged(0, factor)} of 40 with steps of ${factor}`)
    for (const lasts of [0.5, 0.7, 0.9])
      t.ok(flagged(lasts, 1.15) >= 20, `${flagged(lasts, 1.15)} of 40 with ${lasts}`)
  },
)

t.test("a network's campaigns are tested together", async t => {
  const all = (lasts: number) =>
    Array.from({ length: 6 }, (_, seed) => movesOf(seed + 101, { factor: 1.15, lasts }).lasting)
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
  t.notOk(followsDemand([lastingOf(new Array<number>(100).fill(0))]))
  t.notOk(followsDemand([]))
})
