import type { Payment } from '../world/revenue-rows.ts'

/** How fast revenue by age flattens compared with a power law. */
const BEND = 0.012

/** Mean cumulative revenue of a cohort by day `n` since install, up to a scale; rising and concave. */
export function level(n: number, exponent: number): number {
  const x = Math.log(1 + n)
  return Math.exp((exponent - BEND * x) * x)
}

/** The day by which `level` is reached; 0 below that of install day. */
export function inverseLevel(reached: number, exponent: number): number {
  if (reached <= 1) return 0
  const x = (exponent - Math.sqrt(exponent * exponent - 4 * BEND * Math.log(reached))) / (2 * BEND)
  return Math.exp(x) - 1
}

/** Payment behavior of a cohort's users. */
export interface Paying {
  /** Share of users that ever pay. */
  rate: number
  /** Standard deviation of the log value of a payer: a few pay most. */
  spread: number
  /** Mean revenue of a user by the last age, and the exponent of the curve up to it. */
  value: number
  exponent: number
  /** Decimals of the currency. */
  decimals: number
}

/** No cohort is older. */
export const LAST_AGE = 456

/** Number of payments of an average payer, and the correlation of their times (of normal scores). */
const PAYMENTS = 3
const ALIKE = 0.5
const MOST_PAYMENTS = 40

/** Normal score of the largest payer: stores and cards have limits. */
const LARGEST = 3.7

/**
 * Payments of `users` up to `newestAge`: a binomial number of payers, each with a log-normal total, paid in parts whose ages follow the curve.
 * Revenue is right on average at every age.
 */
export function drawPayments(
  next: () => number,
  users: number,
  paying: Paying,
  newestAge: number,
): Payment[] {
  const { rate, spread, value, exponent, decimals } = paying
  const last = Math.min(newestAge, LAST_AGE)
  const total = level(LAST_AGE, exponent)
  const worth = (value / rate) * 10 ** decimals
  const drawn: Payment[] = []
  // Gaps between payers are geometric, which makes their number binomial.
  const skip = Math.log(1 - rate)
  for (
    let user = Math.floor(Math.log(next()) / skip);
    user < users;
    user += 1 + Math.floor(Math.log(next()) / skip)
  ) {
    const relative = Math.exp(spread * Math.min(LARGEST, bell(next)) - (spread * spread) / 2)
    const payments = Math.min(MOST_PAYMENTS, 1 + Math.floor(PAYMENTS * relative))
    const own = ALIKE * bell(next)
    for (let payment = 0; payment < payments; payment++) {
      const quantile = cumulativeNormal(own + Math.sqrt(1 - ALIKE * ALIKE) * bell(next))
      const age = Math.ceil(inverseLevel(quantile * total, exponent))
      if (age <= last)
        drawn.push({ age, amount: Math.max(1, Math.round((worth * relative) / payments)) })
    }
  }
  return drawn
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
