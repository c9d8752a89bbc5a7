/** Whether this file is run as one of the second tier. */
export const allTests = process.env['UASCOPE_TIER'] === 'all'

/** How many random cases to try: `count` in the first tier, twice as many in the second. */
export function draws(count: number): number {
  return allTests ? 2 * count : count
}
