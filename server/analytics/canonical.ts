/** One form for all the ways of writing the same parameters, so that they name the same answer. */

const FILTERS = ['platforms', 'networks', 'campaigns', 'countries'] as const

type Filters = Partial<Record<(typeof FILTERS)[number], readonly string[] | undefined>>

/** The same parameters, the values of each filter in order. */
export function withSortedFilters<Query extends Filters>(query: Query): Query {
  return {
    ...query,
    ...Object.fromEntries(FILTERS.flatMap(name => (query[name] === undefined ? [] : [[name, query[name].toSorted()]]))),
  }
}

/** JSON with every object's keys in order. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (isRecord(item) ? byKey(item) : item))
}

function isRecord(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
}

function byKey(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
