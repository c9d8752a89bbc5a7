import { createHash } from 'node:crypto'
import { type OperationId, operations } from '../../generated/operations.ts'
import type { ExportLinks } from '../access/export-links.ts'
import { stableJson } from '../analytics/file.ts'
import type { AnswerHeaders } from '../http/contract/answers.ts'
import { type App, type Catalog, type Run, UNKNOWN } from '../model/catalog.ts'
import type { DateRange } from '../model/dates.ts'
import type { Identity } from '../model/identities.ts'
import { forEachInSlices } from '../model/slices.ts'
import type { Store } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import type { ResolvedReport } from './app-defaults.ts'

/** Raised when the same data and parameters come to give other bytes, so that no copy made before is served. */
const FORMAT = 5

// The same request asked again brings the very same object, parsed and frozen before.
const hashes = new WeakMap<object, string>()

function hashOf(parameters: object): string {
  const known = hashes.get(parameters)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(stableJson(parameters)).digest('hex')
  if (Object.isFrozen(parameters)) hashes.set(parameters, hash)
  return hash
}

/**
 * A tag for an answer: the same parts, the same bytes.
 * @param content all that the answer and its headers read beside the parameters: what the catalog says, and names of what it does not
 *   hold itself, see `content-names.ts`
 */
export function contentTag(operation: string, content: readonly unknown[], parameters: object): string {
  return [FORMAT, operation, JSON.stringify(content), hashOf(parameters)].join('-')
}

// By the catalog first: an old one must not stay for the sake of what was asked of it.
const answers = new WeakMap<Catalog, WeakMap<object, object>>()

/**
 * The answer that the same parameters had while the catalog was this one, made where they had none: it must follow from the two alone, and
 * may keep nothing of a request. The caller's access must be checked before.
 */
export function sameAnswer<Answer extends object>(catalog: Catalog, parameters: object, make: () => Answer): Answer {
  const known = answers.get(catalog)?.get(parameters) as Answer | undefined
  if (known !== undefined) return known
  const answer = make()
  if (Object.isFrozen(parameters)) {
    const ofCatalog = answers.get(catalog) ?? new WeakMap<object, object>()
    answers.set(catalog, ofCatalog.set(parameters, answer))
  }
  return answer
}

/** Where an answer's data come from: headers of lists and files, and a Parquet file's metadata. */
export function contextHeaders(app: App, run: Run | undefined, range?: DateRange): AnswerHeaders {
  return {
    'Run-Id': run?.run_id,
    'Run-Created-At': run?.created_at,
    'Data-Through': run?.max_install_date ?? undefined,
    'Start-Date': range?.start,
    'End-Date': range?.end,
    Currency: app.currency,
  }
}

/** Dependencies of handlers. `clock` determines "today". */
export interface HandlerDeps {
  store: Store
  links: ExportLinks<ResolvedReport>
  clock: () => Date
}

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
