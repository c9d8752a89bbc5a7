import type { Money } from './delivery.ts'

const SCALE = 10_000n

/** Ten-thousandths of the currency unit, exact. */
export function scaled(money: Money): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(money) ?? []
  if (whole === '') throw new Error(`not money: ${money}`)
  const amount = BigInt(whole) * SCALE + BigInt(fraction.padEnd(4, '0'))
  return sign === '-' ? -amount : amount
}

/** The exact sum of some amounts, in ten-thousandths. */
export function sumMoney(amounts: Money[]): bigint {
  return amounts.reduce((sum, amount) => sum + scaled(amount), 0n)
}

/** A scaled amount as a double, in the currency unit. */
export function toDouble(amount: bigint): number {
  return Number(amount) / Number(SCALE)
}

/** Quotient of two exact sums of money as one division of doubles, so that equal quotients sort alike; null when the denominator is 0. */
export function ratio(numerator: bigint, denominator: bigint): number | null {
  return denominator === 0n ? null : toDouble(numerator) / toDouble(denominator)
}

/** Quotient of two exact sums rounded to 4 decimals, half away from zero; `tie` when exactly half way. */
export function roundedRatio(
  numerator: bigint,
  denominator: bigint,
): { value: number; tie: boolean } {
  const negative = numerator < 0n !== denominator < 0n
  const over = (numerator < 0n ? -numerator : numerator) * SCALE
  const under = denominator < 0n ? -denominator : denominator
  const rest = over % under
  const digits = over / under + (2n * rest >= under ? 1n : 0n)
  const value = toDouble(digits)
  return { value: negative && value !== 0 ? -value : value, tie: 2n * rest === under }
}
