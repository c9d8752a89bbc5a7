import { randomInt } from 'node:crypto'

/**
 * The seeds of a run: random tests draw the same values each time, unless `UASCOPE_SEED` names another seed. With several, separated by commas,
 * properties are tried with each (`every-seed.ts`), and other draws use the first.
 */
export const seeds: readonly number[] = (process.env['UASCOPE_SEED'] || '20260728')
  .split(',')
  .map(Number)

export const seed = seeds[0]!

/** For programs that run until they are stopped, not for tests. */
export function freshSeed(): number {
  return randomInt(2 ** 31)
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomOf(start = seed): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number below `end`. */
export function below(random: () => number, end: number): number {
  return Math.floor(random() * end)
}
