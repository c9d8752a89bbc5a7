/** A seeded stream of numbers: the same seed gives the same stream on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform: () => number
  /** Normal with mean 0 and standard deviation 1. */
  normal: () => number
  /** Whole number in [low, high], both included. */
  integer: (low: number, high: number) => number
  /** One element of a list that is not empty. */
  pick: <T>(list: readonly T[]) => T
}

/** Creates the stream of a seed: mulberry32 started from the FNV-1a hash of the text. */
export function createRandom(seed: string): Random {
  let state = hashText(seed)

  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const integer = (low: number, high: number) => low + Math.floor(uniform() * (high - low + 1))

  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    integer,
    pick: list => list[integer(0, list.length - 1)]!,
  }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}
