import fc from './fast-check.ts'

/** What happens to the bytes of a file: a flipped bit, an end that is cut off, nothing or zeros left, bytes that change places, come twice or are lost. */
export type Damage = (bytes: Buffer) => Buffer

/** A place in a file, from 0 to below 1. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

export function damage(): fc.Arbitrary<Damage> {
  const at = (bytes: Buffer, where: number): number => Math.floor(where * bytes.length)
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(place, fc.nat(7)).map(
        ([where, bit]) =>
          (bytes: Buffer) =>
            flipBit(bytes, at(bytes, where), bit),
      ),
    },
    place.map(where => (bytes: Buffer) => bytes.subarray(0, at(bytes, where))),
    place.map(
      where => (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(0, at(bytes, where)),
          Buffer.alloc(bytes.length - at(bytes, where)),
        ]),
    ),
    fc.constant(() => Buffer.alloc(0)),
    fc.tuple(place, place).map(
      ([one, other]) =>
        (bytes: Buffer) =>
          swapBytes(bytes, at(bytes, one), at(bytes, other)),
    ),
    fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([where, count]) => (bytes: Buffer) => {
      return Buffer.concat([
        bytes.subarray(0, at(bytes, where)),
        bytes.subarray(at(bytes, where) + count),
      ])
    }),
    fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([where, count]) => (bytes: Buffer) => {
      const start = at(bytes, where)
      return Buffer.concat([bytes.subarray(0, start + count), bytes.subarray(start)])
    }),
  )
}

export function flipBit(bytes: Buffer, at: number, bit: number): Buffer {
  const flipped = Buffer.from(bytes)
  if (at < flipped.length) flipped[at] = flipped[at]! ^ (1 << bit)
  return flipped
}

function swapBytes(bytes: Buffer, one: number, other: number): Buffer {
  const swapped = Buffer.from(bytes)
  if (bytes.length > 0) [swapped[one], swapped[other]] = [bytes[other]!, bytes[one]!]
  return swapped
}
