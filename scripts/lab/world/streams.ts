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

/** Successive uniform numbers in (0, 1) (sfc32), for more draws than can be hashed. */
export function sequence(stream: Stream, ...key: Key): () => number {
  let [a, b] = hash([stream, ...key].join('|'))
  let c = a ^ 0x9e3779b9
  let count = 1
  const next = () => {
    const sum = (a + b + count++) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return ((sum >>> 0) + 0.5) / 2 ** 32
  }
  // The first numbers still depend visibly on the seed.
  for (let round = 0; round < 12; round++) next()
  return next
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
