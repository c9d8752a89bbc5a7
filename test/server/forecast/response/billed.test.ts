import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { isBilled } from '../../../../server/forecast/response/billed.ts'

const DAYS = 120
/** Demand of a day, and what installs cost: by a price with noise, or as budgeted. */
function days(
  seed: number,
  { mean, spendOf }: { mean: number; spendOf: (installs: number, normal: () => number) => number },
) {
  const random = chance(seed)
  let demand = 0
  const installs = Float64Array.from({ length: DAYS }, () =>
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
