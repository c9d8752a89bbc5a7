import fc from '../fast-check.ts'
import type { CellOf } from './facts.ts'

/** Amounts in cents, so that scaling by powers of two is exact. */
const amount = fc.integer({ min: 0, max: 5000 }).map(cents => cents / 100)

function daily(ages: number): fc.Arbitrary<Record<number, number>> {
  return fc.dictionary(fc.integer({ min: 0, max: ages }).map(String), amount, { maxKeys: 12 })
}

/** A studio's cells in a small world, each day and segment at most once: with gaps, without installs, without revenue, with names left out. */
export function arbitraryCells({ days = 30, ages = 40, least = 0 } = {}): fc.Arbitrary<CellOf[]> {
  const some = <T>(...values: T[]) =>
    fc.option(fc.constantFrom(...values), { nil: undefined, freq: 6 })
  return fc.uniqueArray(
    fc
      .record({
        day: fc.integer({ min: 20_000, max: 20_000 + days }),
        platform: some('IOS', 'ANDROID'),
        network: some('Meta', 'Google', 'Organic'),
        campaign: some('a', 'b', 'c'),
        country: some('DE', 'US'),
        installs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200 })),
        spend: amount,
        iap: fc.option(daily(ages), { nil: undefined }),
        ad: fc.option(daily(ages), { nil: undefined, freq: 1 }),
      })
      .map(
        cell =>
          Object.fromEntries(
            Object.entries(cell).filter(([, value]) => value !== undefined),
          ) as unknown as CellOf,
      ),
    { selector: keyOf, minLength: least, maxLength: 40 },
  )
}

/** What makes a cell that one. */
export function keyOf({ day, platform, network, campaign, country }: CellOf): string {
  return JSON.stringify([day, platform ?? null, network ?? null, campaign ?? null, country ?? null])
}
