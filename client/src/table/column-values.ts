import { Type, type DataType, type Table, type Vector } from 'apache-arrow'

/** A column of any type. */
export type Column = Vector<DataType>

/** A column that is read by position. */
export type Values = ArrayLike<unknown> & { at(index: number): unknown }

/** The columns of a table by name. */
export function columnsOf(table: Table): { name: string; column: Column }[] {
  return table.schema.fields.map(({ name }, index) => ({ name, column: table.getChildAt(index) as Column }))
}

/** A column's numbers: a view where they lie in one piece and none is missing, and never BigInt, which does not mix with numbers. */
export function numbersOf(vector: Column): Values {
  if (vector.nullCount > 0) return [...vector].map(value => (value === null ? null : Number(value)))
  const values = vector.toArray() as Float64Array | BigInt64Array
  return values instanceof BigInt64Array ? Float64Array.from(values, Number) : values
}

/** A column's dates and timestamps, each written or made once. */
export function datesOf(vector: Column, make: (date: Date) => unknown): Values {
  const made = new Map<number, unknown>()
  return [...vector].map(value => {
    if (value === null) return null
    const time = Number(value)
    const known = made.get(time) ?? make(new Date(time))
    made.set(time, known)
    return known
  })
}

export function isDate(vector: Column): boolean {
  return typeOf(vector) === Type.Date
}

export function isTimestamp(vector: Column): boolean {
  return typeOf(vector) === Type.Timestamp
}

export function isInteger(vector: Column): boolean {
  return typeOf(vector) === Type.Int
}

export function isNumber(vector: Column): boolean {
  return isInteger(vector) || typeOf(vector) === Type.Float
}

function typeOf({ type }: Column): Type {
  return type.typeId
}
