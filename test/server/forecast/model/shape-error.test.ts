import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { prepare } from '../../../../server/forecast/model/levels.ts'
import { chainLadder, ladderOf } from '../../../../server/forecast/model/shape.ts'
import { shapeError, varianceOfGrowth } from '../../../../server/forecast/model/shape-error.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const [DAYS, AGES] = [112, 30]

/** Cohorts of a day with payments of an exponential size; `whales`: one in 40 pays on for a week. */
function cohorts(seed: number, whales: boolean): CellOf[] {
  const random = chance(seed)
  return Array.from({ length: DAYS }, (_, day) => {
    const iap: Record<number, number> = { 0: 100 }
    const [from, worth] = [
      5 + Math.floor(15 * random.uniform()),
      whales && random.uniform() < 1 / 40 ? 60 : 0,
    ]
    for (let n = 1; n <= AGES; n++) iap[n] = -20 * Math.log(random.uniform()) / (n + 1) + (n >= from && n < from + 7 ? worth : 0) // prettier-ignore
    return { day, installs: 10, iap }
  })
}

for (const whales of [false, true]) {
  t.test(
    `the error is the variance of growth over many draws${whales ? ', also if one buyer moves several ages of a cohort' : ''}`,
    t => {
      const drawn = Array.from({ length: 60 }, (_, seed) => {
        const iap = prepare(factsOf(cohorts(seed + 1, whales))).groups.get('iap')!
        const asOf = DAYS - 1 + AGES
        const { cumulative } = chainLadder(iap, asOf, ladderOf(iap, 1, asOf, AGES))
        const error = shapeError(iap, asOf, AGES, 0)
        return {
          growth: Math.log(cumulative[AGES]! / cumulative[2]!),
          variance: varianceOfGrowth(error, [{ age: 2, weight: 1 }], AGES),
        }
      })
      const mean = (of: (one: (typeof drawn)[number]) => number) =>
        drawn.reduce((sum, one) => sum + of(one), 0) / drawn.length
      const truth = mean(one => one.growth ** 2) - mean(one => one.growth) ** 2
      const ratio = mean(one => one.variance) / truth
      t.ok(ratio > 0.65 && ratio < 1.5, `${ratio.toFixed(2)} times the true variance`)
      t.end()
    },
  )
}

t.test('an age reached by a single block is as uncertain as its payments', t => {
  const { groups } = prepare(factsOf([{ day: 0, installs: 10, iap: { 0: 100, 1: 50 } }]))
  const error = shapeError(groups.get('iap')!, 1, 1, 8)
  const from = (age: number, to: number) => varianceOfGrowth(error, [{ age, weight: 1 }], to)
  t.ok(Math.abs(from(0, 1) - (8 * 50) / 100 ** 2) < 1e-12)
  t.equal(from(1, 90), 0, 'beyond the last age the tail has its own')
  t.end()
})
