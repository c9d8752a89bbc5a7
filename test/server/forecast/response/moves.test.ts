import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { findMoves } from '../../../../server/forecast/response/moves.ts'

const random = chance(5)
/** Daily spend with noise, multiplied at the given days. */
function spendOf(days: number, steps: Record<number, number>, noise = 0.04): Float64Array {
  let budget = 100
  return Float64Array.from({ length: days }, (_, t) => {
    budget *= steps[t] ?? 1
    return budget * Math.exp(noise * random.normal())
  })
}

t.test('budget jumps are found with their day and size', async t => {
  const { jumps, moved, slow, fast } = findMoves(spendOf(120, { 30: 1.25, 60: 1 / 1.2, 90: 1.3 }))!
  t.strictSame(
    jumps.map(({ day }) => day),
    [30, 60, 90],
  )
  ;[1.25, 1 / 1.2, 1.3].forEach((factor, k) =>
    t.ok(Math.abs(jumps[k]!.size - Math.log(factor)) < 0.05, `${factor}`),
  )
  t.ok(Math.abs(moved[27]!) < 1e-9, 'nothing moved before')
  t.ok(Math.abs(moved[119]! - jumps.reduce((sum, { size }) => sum + size, 0)) < 1e-9)
  t.ok(
    slow.every((value, at) => Math.abs(value + fast[at]!) < 0.3),
    'the rest is small',
  )
})

t.test('noise, weekdays and a slow rise are not moves', async t => {
  t.strictSame(findMoves(spendOf(200, {}))!.jumps, [])
  const weekly = Float64Array.from({ length: 140 }, (_, at) => 100 * (at % 7 < 2 ? 1.4 : 1))
  t.strictSame(findMoves(weekly)!.jumps, [])
  const rising = Float64Array.from({ length: 140 }, (_, at) => 100 * Math.exp(at / 100))
  t.strictSame(
    findMoves(rising)!.jumps.filter(({ size }) => size > 0.15),
    [],
  )
})

t.test('jumps are as certain as the adjacent days are quiet and many', async t => {
  const unsureOf = (steps: Record<number, number>, noise: number) =>
    findMoves(spendOf(120, steps, noise))!.errorShare
  t.equal(unsureOf({}, 0.04), 0)
  const [quiet, loud, brief] = [
    unsureOf({ 60: 1.5 }, 0.02),
    unsureOf({ 60: 1.5 }, 0.08),
    unsureOf({ 60: 1.5, 66: 1 / 1.5 }, 0.02),
  ]
  t.ok(quiet < loud && quiet < brief, `${quiet} ${loud} ${brief}`)
  t.ok(
    Math.abs(quiet / ((0.02 ** 2 * (2 / 60)) / Math.log(1.5) ** 2) - 1) < 0.5,
    'variance of a difference of means, over its square',
  )
})

t.test('campaigns in flights, short ones and those without spend have no moves', async t => {
  t.equal(findMoves(new Float64Array(50)), null)
  t.equal(findMoves(spendOf(10, {})), null)
  t.equal(findMoves(Float64Array.from({ length: 140 }, (_, at) => (at % 7 === 0 ? 900 : 0))), null)
})

t.test('learning days of a network and days without spend are unknown', async t => {
  const spend = spendOf(80, {})
  spend.fill(0, 0, 20)
  spend[50] = 0
  const { known, fast } = findMoves(spend)!
  t.strictSame([...known.subarray(28, 32)], [0, 0, 1, 1])
  known.forEach((is, day) => t.equal(is === 0, day < 30 || day === 50))
  t.ok(known.every((is, day) => is === 1 || fast[day] === 0))
})
