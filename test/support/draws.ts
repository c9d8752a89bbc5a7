/** How many random cases to try: `count` in the first tier, four times as many where all tests run. */
export function draws(count: number): number {
  return process.env['UASCOPE_TIER'] === 'all' ? 4 * count : count
}
