/** Random numbers from a seed, the same in every run (sfc32). */
export interface Chance {
  /** In [0, 1). */
  uniform: () => number
  /** Mean 0, standard deviation 1. */
  normal(): number
  /** Mean `shape`, variance `shape`. */
  gamma(shape: number): number
  poisson(mean: number): number
}

export function chance(seed: number): Chance {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162 ^ seed
  let counter = 1

  function uniform(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }

  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  }

  /** Marsaglia and Tsang 2000; for shapes below 1, times a power of a uniform number. */
  function gamma(shape: number): number {
    if (shape <= 0) return 0
    if (shape < 1) return gamma(shape + 1) * Math.pow(1 - uniform(), 1 / shape)
    const d = shape - 1 / 3
    const scale = 1 / Math.sqrt(9 * d)
    for (;;) {
      const x = normal()
      const v = (1 + scale * x) ** 3
      if (v > 0 && Math.log(1 - uniform()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
    }
  }

  /** Knuth's product for small means; larger means are halved by the gamma distributed time of a middle event (Ahrens and Dieter 1974). */
  function poisson(mean: number): number {
    let remaining = mean
    let count = 0
    while (remaining > 16) {
      const half = Math.floor(remaining * 0.875)
      const time = gamma(half)
      if (time > remaining) return count + binomial(half - 1, remaining / time)
      count += half
      remaining -= time
    }
    const limit = Math.exp(-remaining)
    for (let product = uniform(); product > limit; product *= uniform()) count++
    return count
  }

  function binomial(trials: number, share: number): number {
    let count = 0
    for (let trial = 0; trial < trials; trial++) if (uniform() < share) count++
    return count
  }

  for (let turn = 0; turn < 20; turn++) uniform()
  return { uniform, normal, gamma, poisson }
}
