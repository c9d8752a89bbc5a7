/** Random numbers from a seed, the same in every run. */
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
  const next = sfc32(0x9e3779b9, 0x243f6a88, 0xb7e15162 ^ seed, 20)

  function uniform(): number {
    return next() / 2 ** 32
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

  return { uniform, normal, gamma, poisson }
}

/** sfc32 of Chris Doty-Humphrey: 32-bit numbers. The first `turns`, which still depend visibly on the seed, are left out. */
function sfc32(a: number, b: number, c: number, turns: number): () => number {
  let counter = 1
  const next = () => {
    const sum = (a + b + counter++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let turn = 0; turn < turns; turn++) next()
  return next
}

/** Independent random streams of the demo. */
export const streams = [
  'plan',
  'level',
  'quality',
  'buying',
  'price',
  'installs',
  'uplift',
  'payers',
  'shape',
  'outage',
  'market',
  'mood',
  'steering',
] as const
export type Stream = (typeof streams)[number]
type Key = ReadonlyArray<string | number | null>

/** Uniform in [0, 1). A number depends only on stream and key, not on order or machine. */
export function uniform(stream: Stream, ...key: Key): number {
  const [high, low] = hash([stream, ...key].join('|'))
  return (high * 2 ** 21 + (low >>> 11)) / 2 ** 53
}

/** Normal with mean 0 and standard deviation 1. */
export function normal(stream: Stream, ...key: Key): number {
  const [a, b] = hash([stream, ...key].join('|'))
  return Math.sqrt(-2 * Math.log((a + 1) / 2 ** 32)) * Math.cos((2 * Math.PI * b) / 2 ** 32)
}

/** Offset of a key's knots in a stream, and the two knots around its last day. */
interface Knots {
  offset: number
  knot: number
  before: number
  after: number
}

const knots = new Map<string, Knots>()

/** Normal on every day and similar on the next: independent after `pace` days, interpolated between random knots. */
export function drift(stream: Stream, day: number, pace: number, ...key: Key): number {
  const name = [stream, ...key].join('|')
  const between = knots.get(name) ?? {
    offset: uniform(stream, 'knots', ...key),
    knot: NaN,
    before: 0,
    after: 0,
  }
  const offset = day / pace + between.offset
  const knot = Math.floor(offset)
  if (knot !== between.knot)
    knots.set(
      name,
      Object.assign(between, {
        knot,
        before: normal(stream, knot, ...key),
        after: normal(stream, knot + 1, ...key),
      }),
    )
  const part = (1 - Math.cos(Math.PI * (offset - knot))) / 2
  return ((1 - part) * between.before + part * between.after) / Math.hypot(1 - part, part)
}

/** Integer in [low, high], both included. */
export function integer(low: number, high: number, stream: Stream, ...key: Key): number {
  return low + Math.floor(uniform(stream, ...key) * (high - low + 1))
}

/** One element of a non-empty list. */
export function pick<T>(list: readonly T[], stream: Stream, ...key: Key): T {
  return list[integer(0, list.length - 1, stream, ...key)]!
}

/** Successive uniform numbers in (0, 1), for more draws than can be hashed. */
export function sequence(stream: Stream, ...key: Key): () => number {
  const [a, b] = hash([stream, ...key].join('|'))
  const next = sfc32(a, b, a ^ 0x9e3779b9, 12)
  return () => (next() + 0.5) / 2 ** 32
}

/** Two 32-bit hashes of a text (cyrb53): changing one letter changes half of their bits. */
function hash(text: string): [number, number] {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0, b >>> 0]
}
