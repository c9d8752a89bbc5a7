import { operations, type OperationId } from '../../generated/operations.ts'
import { UNKNOWN } from '../model/catalog.ts'
import type { Identity } from '../model/identities.ts'
import type { Work } from '../model/work.ts'
import { forEachInSlices } from '../sharing/slices.ts'

/** The filters by name, and what each is held against. */
const FIELDS = { networks: 'network', campaigns: 'campaign', countries: 'country' } as const

type NameFilter = keyof typeof FIELDS
type NameFilters = { readonly [Name in NameFilter]?: readonly string[] | undefined }
type Named = Pick<Identity, (typeof FIELDS)[NameFilter]>

/** Names that stand for a missing or a missing single one, and so always mean something. */
const ALWAYS_KNOWN: Record<NameFilter, readonly string[]> = {
  networks: [UNKNOWN],
  campaigns: [UNKNOWN],
  countries: [UNKNOWN, 'GLOBAL'],
}

/**
 * What makes an answer's `Unmatched-Filters`: the name filters, in the contract's order, of which a value is no name in any of `sources`. A
 * source is read only while a name is still looked for. Undefined without such filters.
 */
export function unmatchedIn(
  operationId: OperationId,
  filters: NameFilters,
  ...sources: readonly ((work: Work) => Promise<readonly Named[]>)[]
): ((work: Work) => Promise<string | undefined>) | undefined {
  const given = operations
    .find(operation => operation.operationId === operationId)!
    .parameters.map(({ name }) => name)
    .filter((name): name is NameFilter => Object.hasOwn(FIELDS, name) && filters[name as NameFilter] !== undefined)
  if (given.length === 0) return undefined
  return async work => {
    const missing = given.map(name => ({ name, field: FIELDS[name], left: new Set(filters[name]) }))
    for (const { name, left } of missing) ALWAYS_KNOWN[name].forEach(known => left.delete(known))
    for (const read of sources) {
      const open = missing.filter(({ left }) => left.size > 0)
      if (open.length === 0) break
      await forEachInSlices(await read(work), row => open.forEach(({ field, left }) => left.delete(row[field])))
    }
    const names = missing.filter(({ left }) => left.size > 0).map(({ name }) => name)
    return names.length === 0 ? undefined : names.join(', ')
  }
}
