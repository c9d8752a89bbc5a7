import { createHash } from 'node:crypto'
import { type OperationId, operations, type Requests } from '../../generated/operations.ts'
import type { ExportLinks } from '../access/export-links.ts'
import { stableJson } from '../analytics/file.ts'
import type { AnswerHeaders } from '../http/contract/answers.ts'
import { type App, type AppEvent, type Catalog, type Run, UNKNOWN } from '../model/catalog.ts'
import type { DateRange } from '../model/dates.ts'
import { type Identity, IDENTITY_NAMES, type IdentityName } from '../model/identities.ts'
import { forEachInSlices } from '../model/slices.ts'
import type { Store } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import type { ResolvedReport } from './app-defaults.ts'

/** Raise it when the same data and parameters give other bytes, so that old copies are not served. */
const FORMAT = 6

// Repeated requests have the same object, parsed and frozen.
const hashes = new WeakMap<object, string>()

function hashOf(parameters: object): string {
  const known = hashes.get(parameters)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(stableJson(parameters)).digest('hex')
  if (Object.isFrozen(parameters)) hashes.set(parameters, hash)
  return hash
}

/**
 * A response's tag: the same parts give the same bytes.
 * @param content everything that response and headers read besides parameters: catalog values, and names of external content
 * (`runs.ts`)
 */
export function contentTag(operation: string, content: readonly unknown[], parameters: object): string {
  return [FORMAT, operation, JSON.stringify(content), hashOf(parameters)].join('-')
}

// Keyed by catalog first, so that an old one can be collected.
const answers = new WeakMap<Catalog, WeakMap<object, object>>()

/** Caches a response by catalog and parameters; it must depend on nothing else. Check access before. */
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

export function decidingHeaders(app: App): AnswerHeaders {
  return {
    'Target-Dsi': app.target_dsi,
    'Target-Roas-Type': app.target_roas_type,
    'Target-Revenue-Type': app.target_revenue_type,
    'Action-Threshold': app.action_threshold,
  }
}

export const WITHHELD_REASONS = { history: 'TOO_LITTLE_HISTORY', backtest: 'BACKTEST_FAILED' } as const

/**
 * Headers of a file: also the DSIs that the run withholds, so that such a value does not look like a missing one, and the number of events.
 */
export function fileHeaders(app: App, run: Run | undefined, range: DateRange, events: number): AnswerHeaders {
  const withheld = run?.withheld?.map(({ dsi, reason }) => `${dsi};reason=${WITHHELD_REASONS[reason]}`)
  return { ...contextHeaders(app, run, range), 'Withheld-Dsis': withheld?.join(', '), Events: events }
}

export type EventQuery = Pick<
  Requests['listEvents']['query'],
  'appId' | 'startDate' | 'endDate' | 'platforms' | 'networks' | 'campaigns' | 'countries'
>

/** Events that overlap the range, which may be empty, and match the filters; a name that is null matches each. */
export function eventsOf(catalog: Catalog, query: EventQuery): AppEvent[] {
  const { appId, startDate, endDate, platforms, networks, campaigns, countries } = query
  const filters: Record<IdentityName, readonly string[] | undefined> = {
    platform: platforms?.map(platform => platform.toUpperCase()),
    network: networks,
    campaign: campaigns,
    country: countries,
  }
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) return []
  return (catalog.files[appId]?.events ?? []).filter(
    event =>
      (startDate === undefined || event.end_date >= startDate) &&
      (endDate === undefined || event.start_date <= endDate) &&
      IDENTITY_NAMES.every(name => event[name] === null || filters[name]?.includes(event[name]) !== false),
  )
}

/** `clock` determines "today". */
export interface HandlerDeps {
  store: Store
  links: ExportLinks<ResolvedReport>
  clock: () => Date
}

const FIELDS = { networks: 'network', campaigns: 'campaign', countries: 'country' } as const

type NameFilter = keyof typeof FIELDS
type NameFilters = { readonly [Name in NameFilter]?: readonly string[] | undefined }
type Named = Pick<Identity, (typeof FIELDS)[NameFilter]>

/** Placeholders that match anything. */
const ALWAYS_KNOWN: Record<NameFilter, readonly string[]> = {
  networks: [UNKNOWN],
  campaigns: [UNKNOWN],
  countries: [UNKNOWN, 'GLOBAL'],
}

/**
 * Builds `Unmatched-Filters`: name filters, in the contract's order, with a value that is in none of `sources`. Reads sources only as
 * needed. Undefined without such filters.
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
