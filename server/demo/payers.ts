import { inverseLevel, level } from './curve.ts'
import type { sequence } from './random.ts'

/** How a cohort's users pay. */
export interface Paying {
  /** Share of users that ever pay. */
  rate: number
  /** Standard deviation of the logarithm of what a payer is worth: few pay most. */
  spread: number
  /** Mean revenue of a user by the last age of all, and the exponent of the curve that leads there. */
  value: number
  exponent: number
  /** Decimals of the currency. */
  decimals: number
}

/** Cumulative revenue by age, up to the newest known age, in the currency's smallest unit; empty without any. */
export interface Revenue {
  amounts: Int32Array
  /** Smallest units in one of the currency. */
  units: number
}

/** No cohort is older, so nobody asks what is paid later. */
export const LAST_AGE = 456

/** Payments of a payer who is worth the mean, and how much alike their times are (correlation of normal scores). */
const PAYMENTS = 3
const ALIKE = 0.5
const MOST_PAYMENTS = 40

/** Normal score of the largest payer: stores and cards have limits. */
const LARGEST = 3.7

const NOTHING = new Int32Array(0)

/**
 * Revenue of `users` by each age up to `newestAge`: a binomial number of payers, each worth a log-normal sum, paid in parts whose ages
 * follow the curve. Revenue is right on average at every age.
 */
export function drawPayments(next: ReturnType<typeof sequence>, users: number, paying: Paying, newestAge: number): Revenue {
  const { rate, spread, value, exponent, decimals } = paying
  const units = 10 ** decimals
  const last = Math.min(newestAge, LAST_AGE)
  const total = level(LAST_AGE, exponent)
  const worth = value / rate
  let amounts = NOTHING
  // Gaps between payers are geometric, which is binomial.
  const skip = Math.log(1 - rate)
  for (let user = Math.floor(Math.log(next()) / skip); user < users; user += 1 + Math.floor(Math.log(next()) / skip)) {
    if (amounts === NOTHING) amounts = new Int32Array(last + 1)
    const relative = Math.exp(spread * Math.min(LARGEST, bell(next)) - (spread * spread) / 2)
    const payments = Math.min(MOST_PAYMENTS, 1 + Math.floor(PAYMENTS * relative))
    const own = ALIKE * bell(next)
    for (let payment = 0; payment < payments; payment++) {
      const quantile = cumulativeNormal(own + Math.sqrt(1 - ALIKE * ALIKE) * bell(next))
      const age = Math.ceil(inverseLevel(quantile * total, exponent))
      if (age <= last) amounts[age]! += Math.round((worth * units * relative) / payments)
    }
  }
  for (let age = 1; age < amounts.length; age++) amounts[age]! += amounts[age - 1]!
  return { amounts, units }
}

/** Revenue by an age; by the newest known one, where that is younger. */
export function revenueBy(revenue: Revenue, age: number): number {
  return amountBy(revenue, age) / revenue.units
}

/** The same in the smallest unit. */
export function amountBy({ amounts }: Revenue, age: number): number {
  return amounts.length === 0 ? 0 : amounts[Math.min(age, amounts.length - 1)]!
}

function bell(next: () => number): number {
  return Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

/** Abramowitz and Stegun, 26.2.17; error below 1e-7. */
export function cumulativeNormal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x > 0 ? 1 - tail : tail
}
