/** Weights by days back: 1, falling by half with every so many days. */
export function halvings(halfLife: number, days: number): Float64Array {
  return Float64Array.from({ length: days + 1 }, (_, back) => 2 ** (-back / halfLife))
}
