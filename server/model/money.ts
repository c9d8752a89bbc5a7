/** Money as whole ten-thousandths of the currency unit, in which sums are exact. */

/** Of a decimal with 4 decimals, for example `12.5000`. */
export function scaledMoney(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

/** The nearest double, in the way DuckDB takes, so that engines agree in the last bit: divided where that is exact, else in two parts. */
export function doubleOf(scaled: bigint): number {
  if (scaled <= BigInt(Number.MAX_SAFE_INTEGER) && scaled >= -BigInt(Number.MAX_SAFE_INTEGER)) return Number(scaled) / 1e4
  return Number(scaled / 10_000n) + Number(scaled % 10_000n) / 1e4
}
