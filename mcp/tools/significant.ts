/** A number with at most 6 significant digits: what more a ratio or an amount has is noise to a model, and costs tokens. */
export function significant(value: number): number {
  return Number(value.toPrecision(6))
}
