/** Whether every test runs, as `npm run test:all` has it, or only the first tier. */
export const allTests = process.env['UASCOPE_TIER'] === 'all'

/** How many random cases to try: `count` in the first tier, four times as many where all tests run. */
export function draws(count: number): number {
  return allTests ? 4 * count : count
}
