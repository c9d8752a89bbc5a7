import { sql, type Sql } from '../../core/model/sql.ts'

/** Bits of a day and of an age; names get as many as they need, and kinds the rest. */
const BITS = 16
const MASK = 2 ** BITS - 1

/** Parts of a key: revenue kind, day since 1970-01-01, number of the name (`raw_names` or `dims`), age. */
type Part = 'kind' | 'day' | 'name' | 'age'

function bitsOf(names: number): number {
  return Math.max(1, Math.ceil(Math.log2(names)))
}

/** SQL for one integer that identifies a row's sums, for fast grouping, joining and sorting. It sorts by its parts in order. */
export function keySql(names: number, { kind, day, name, age }: Record<Part, Sql>): Sql {
  return sql`((CAST(${kind} AS BIGINT) * ${2 ** BITS} + ${day}) * ${2 ** bitsOf(names)} + ${name}) * ${2 ** BITS} + ${age}`
}

/** SQL for the parts of a key; `cohort` is everything except the age. */
export function partsSql(names: number, key: Sql = sql`key`): Record<Part | 'cohort', Sql> {
  const bits = bitsOf(names)
  return {
    kind: sql`CAST(${key} >> ${2 * BITS + bits} AS INTEGER)`,
    day: sql`CAST((${key} >> ${BITS + bits}) & ${MASK} AS INTEGER)`,
    name: sql`CAST((${key} >> ${BITS}) & ${2 ** bits - 1} AS INTEGER)`,
    age: sql`CAST(${key} & ${MASK} AS INTEGER)`,
    cohort: sql`(${key} >> ${BITS})`,
  }
}

/** SQL for the key of a cohort at an age. */
export function keyAt(cohort: Sql, age: Sql): Sql {
  return sql`${cohort} * ${2 ** BITS} + ${age}`
}

/** The smallest key of the second kind. */
export function secondKind(names: number): number {
  return 2 ** (2 * BITS + bitsOf(names))
}
