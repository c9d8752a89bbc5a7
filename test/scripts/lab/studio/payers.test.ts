import t from 'tap'
import { level } from '../../../../scripts/lab/studio/payers.ts'
import { drawPayments, LAST_AGE, type Paying } from '../../../../scripts/lab/studio/payers.ts'
import type { Payment } from '../../../../scripts/lab/world/revenue-rows.ts'
import { sequence } from '../../../../scripts/lab/world/chance.ts'

const paying: Paying = { rate: 0.03, spread: 1.28, value: 6, exponent: 0.45, decimals: 2 }
const USERS = 100
const COHORTS = 20_000

const cohorts = Array.from({ length: COHORTS }, (_, index) =>
  drawPayments(sequence('payers', 'test', index), USERS, paying, LAST_AGE),
)

function revenueBy(payments: readonly Payment[], dsi: number): number {
  return payments.reduce((sum, { age, amount }) => sum + (age <= dsi ? amount / 100 : 0), 0)
}

function moments(values: readonly number[]): { mean: number; cv: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    mean,
    cv:
      Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean,
  }
}

t.test('revenue is right on average at every age', async t => {
  for (const age of [0, 1, 3, 7, 14, 30, 90, 365, LAST_AGE]) {
    const { mean } = moments(cohorts.map(revenue => revenueBy(revenue, age) / USERS))
    const wanted = (paying.value * level(age, paying.exponent)) / level(LAST_AGE, paying.exponent)
    t.ok(Math.abs(mean / wanted - 1) < 0.05, `D${age}: ${mean}, wanted ${wanted}`)
  }
})

t.test('LTV varies as a binomial number of payers times a log-normal', async t => {
  const theory = Math.sqrt((Math.exp(paying.spread ** 2) / paying.rate - 1) / USERS)
  for (const [dsi, least, most] of [
    [7, 0.9, 1.35],
    [30, 0.85, 1.2],
    [365, 0.8, 1.1],
  ] as const) {
    const ratio = moments(cohorts.map(revenue => revenueBy(revenue, dsi))).cv / theory
    t.ok(ratio > least && ratio < most, `D${dsi}: ${ratio}`)
  }
})

t.test('payers pay at random ages, so multiples of small cohorts differ', async t => {
  const multiples = cohorts.flatMap(revenue =>
    revenueBy(revenue, 7) > 0 ? [revenueBy(revenue, 30) / revenueBy(revenue, 7)] : [],
  )
  const sorted = multiples.sort((one, other) => one - other)
  const [low, high] = [
    sorted[Math.floor(0.1 * sorted.length)]!,
    sorted[Math.floor(0.9 * sorted.length)]!,
  ]
  t.ok(low < 1.2 && high > 2, `80 % lie between ${low} and ${high}`)
})

t.test('payments are whole cents and independent of the query date', async t => {
  for (const [index, payments] of cohorts.slice(0, 500).entries()) {
    if (payments.some(({ amount }) => !(Number.isInteger(amount) && amount > 0)))
      t.fail(`parts of a cent: ${index}`)
    const young = drawPayments(sequence('payers', 'test', index), USERS, paying, 10)
    t.strictSame(
      young,
      payments.filter(({ age }) => age <= 10),
    )
  }
  t.equal(drawPayments(sequence('payers', 'none'), 0, paying, 10).length, 0, 'no users')
})
