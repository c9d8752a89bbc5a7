/** The 80 % interval of a predicted ROAS, from the absolute error that holds for 80 % of the spend. */
export function intervalOf(predicted: number, p80: number): { low: number; high: number } {
  return { low: predicted / (1 + p80), high: p80 < 1 ? predicted / (1 - p80) : Infinity }
}
