/** Autocorrelation of the daily deviations of a campaign's spend from its steps, and the number of days. */
export interface Lasting {
  autocorrelation: number
  days: number
}

/** Autocorrelation of deviations without memory: the level of a step takes a part of each. */
const USUAL = -0.07
/** Standard errors above the usual from which deviations last. */
const SURE = 2.5

export function lastingOf(deviations: readonly number[]): Lasting {
  let [products, squares] = [0, 0]
  deviations.forEach((value, at) => {
    if (at > 0) products += value * deviations[at - 1]!
    squares += value ** 2
  })
  return { autocorrelation: squares > 0 ? products / squares : USUAL, days: deviations.length }
}

/**
 * Whether a network spends as demand allows. Budgets move in steps, with chance between them. Where the deviations from steps last for more
 * than a day, they follow demand, which lasts (Bartlett 1946): then many apparent jumps are demand as well.
 */
export function followsDemand(campaigns: readonly Lasting[]): boolean {
  let [sum, count] = [0, 0]
  for (const { autocorrelation, days } of campaigns) {
    sum += days * autocorrelation
    count += days
  }
  return sum / count > USUAL + SURE / Math.sqrt(count)
}
