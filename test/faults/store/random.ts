const SEED = Number(process.env['UASCOPE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** Numbers in [0, 1) that UASCOPE_SEED repeats (mulberry32). */
export function randomOf(salt = 0): () => number {
  let state = (SEED + salt) | 0
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
