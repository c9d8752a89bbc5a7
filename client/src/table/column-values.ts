import { Type, type Vector } from 'apache-arrow'

/** A column that is read by position. */
export type Values = ArrayLike<unknown> & { at(index: number): unknown }

/** A column's numbers: a view where they lie in one piece and none is missing, and never BigInt, which does not mix with numbers. */
export function numbersOf(vector: Vector): Values {
  if (vector.nullCount > 0) return [...vector].map(value => value === null ? null : Number(value))
  const values = vector.toArray() as Float64Array | BigInt64Array
  return values instanceof BigInt64Array ? Float64Array.from(values, Number) : values
}

/** A column's dates and timestamps, each written or made once. */
export function datesOf(vector: Vector, make: (date: Date) => unknown): Values {
  const made = new Map<number, unknown>()
  return [...vector].map(value => {
    if (value === null) return null
    const time = Number(value)
    const known = made.get(time) ?? make(new Date(time))
    made.set(time, known)
    return known
  })
}

export function isDate({ type }: Vector): boolean {
  return type.typeId === Type.Date
}

export function isTimestamp({ type }: Vector): boolean {
  return type.typeId === Type.Timestamp
}

export function isInteger({ type }: Vector): boolean {
  return type.typeId === Type.Int
}

export function isNumber(vector: Vector): boolean {
  return isInteger(vector) || vector.type.typeId === Type.Float
}
