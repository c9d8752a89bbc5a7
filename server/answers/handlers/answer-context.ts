import { createHash } from 'node:crypto'
import { type OperationId, operations, type Requests } from '../../../generated/operations.ts'
import type { ExportLinks } from '../../core/access/export-links.ts'
import { stableJson } from '../analytics/file.ts'
import type { AnswerHeaders } from '../contract/answers.ts'
import {
  type App,
  type AppEvent,
  type Budget,
  type Catalog,
  type Run,
  UNKNOWN,
} from '../../core/model/catalog.ts'
import { problem } from '../../core/checks/problem.ts'
import type { DateRange } from '../../core/model/dates.ts'
import {
  grouped,
  type Identity,
  IDENTITY_NAMES,
  type IdentityName,
  oncePerList,
} from '../../core/model/identities.ts'
import { filterInSlices, forEachInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import { type Store, StoreDamaged, StoreUnavailable } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import type { ResolvedReport } from './app-defaults.ts'

/** Increase it when the same data and parameters give other bytes, so that old copies are not served. */
export const FORMAT = 8

// Repeated requests use the same parsed, frozen object.
const hashes = new WeakMap<object, string>()

function hashOf(parameters: object): string {
  const known = hashes.get(parameters)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(stableJson(parameters)).digest('hex')
  if (Object.isFrozen(parameters)) hashes.set(parameters, hash)
  return hash
}

/**
 * A response's tag: equal parts give equal bytes.
 * @param content everything that the response and its headers read besides parameters: catalog values, and names of external content
 * (`runs.ts`)
 */
export function contentTag(
  operation: string,
  content: readonly unknown[],
  parameters: object,
): string {
  return [FORMAT, operation, JSON.stringify(content), hashOf(parameters)].join('-')
}

// Keyed by catalog first, so that an old one can be collected.
const answers = new WeakMap<Catalog, WeakMap<object, object>>()

/** Caches a response by catalog and parameters; it must depend on nothing else. Check access first. */
export async function sameAnswer<Answer extends object>(
  catalog: Catalog,
  parameters: object,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const known = answers.get(catalog)?.get(parameters) as Answer | undefined
  if (known !== undefined) return known
  const answer = await make()
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

export function targetHeaders(app: App): AnswerHeaders {
  return {
    'Target-Dsi': app.target_dsi,
    'Target-Roas-Type': app.target_roas_type,
    'Target-Revenue-Type': app.target_revenue_type,
    'Action-Threshold': app.action_threshold,
  }
}

export const WITHHELD_REASONS = {
  history: 'TOO_LITTLE_HISTORY',
  backtest: 'BACKTEST_FAILED',
} as const

/** Headers of a file, including the DSIs that the run withholds or has not tested, so that a withheld value does not look missing, and the number of events. */
export function fileHeaders(
  app: App,
  run: Run | undefined,
  range: DateRange,
  events: number,
): AnswerHeaders {
  const withheld = run?.withheld?.map(
    ({ dsi, reason }) => `${dsi};reason=${WITHHELD_REASONS[reason]}`,
  )
  return {
    ...contextHeaders(app, run, range),
    'Withheld-Dsis': withheld?.join(', '),
    'Untested-Dsis': run?.untested?.join(', '),
    Events: events,
  }
}

/** The header of an answer without a field, whose sources cannot be read; undefined if they are not why it failed. */
export function withheldField(
  field: string,
  error: unknown,
): { 'Withheld-Fields': string } | undefined {
  if (!(error instanceof StoreUnavailable)) return undefined
  return {
    'Withheld-Fields': `${field};reason=${error instanceof StoreDamaged ? 'data_damaged' : 'unavailable'}`,
  }
}

// Events and budgets are named and sorted once per list, in slices, and then looked up.

/** Names a list's content, for tags. */
export const listName = oncePerList<object, Promise<string>>(async rows => {
  const hash = createHash('sha256')
  await forEachInSlices(rows, row => hash.update(`${JSON.stringify(row)}\n`))
  return hash.digest('base64url').slice(0, 22)
})

const NO_EVENTS: readonly AppEvent[] = []

/** All of an app; the same list at each call. */
export function allEvents(catalog: Catalog, appId: number): readonly AppEvent[] {
  return catalog.files[appId]?.events ?? NO_EVENTS
}

export type EventQuery = Pick<
  Requests['listEvents']['query'],
  'appId' | 'startDate' | 'endDate' | 'platforms' | 'networks' | 'campaigns' | 'countries'
>

/** Events that overlap the range, which may be empty, and match the filters, by start, then end, then id; a null name matches every filter. */
export async function eventsOf(catalog: Catalog, query: EventQuery): Promise<AppEvent[]> {
  const { startDate, endDate } = query
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) return []
  const isNamed = nameMatcher(query)
  return await filterInSlices(
    await byDays(allEvents(catalog, query.appId)),
    event =>
      (startDate === undefined || event.end_date >= startDate) &&
      (endDate === undefined || event.start_date <= endDate) &&
      isNamed(event),
  )
}

/** The number of these events. Without name filters it takes two look-ups. */
export async function countEvents(
  catalog: Catalog,
  query: EventQuery & { startDate: string; endDate: string },
): Promise<number> {
  const { platforms, networks, campaigns, countries, startDate, endDate } = query
  if (startDate > endDate) return 0
  if ([platforms, networks, campaigns, countries].some(names => names !== undefined))
    return (await eventsOf(catalog, query)).length
  const events = allEvents(catalog, query.appId)
  const [started, ended] = await Promise.all([byDays(events), byEnd(events)])
  return (
    countWhile(started, event => event.start_date <= endDate) -
    countWhile(ended, event => event.end_date < startDate)
  )
}

const byDays = oncePerList<AppEvent, Promise<AppEvent[]>>(events =>
  sortInSlices(
    events,
    (a, b) =>
      inOrder(a.start_date, b.start_date) ||
      inOrder(a.end_date, b.end_date) ||
      a.event_id - b.event_id,
  ),
)

const byEnd = oncePerList<AppEvent, Promise<AppEvent[]>>(events =>
  sortInSlices(events, (a, b) => inOrder(a.end_date, b.end_date)),
)

function inOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Counts the leading rows that pass. */
function countWhile<Row>(rows: readonly Row[], isIn: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isIn(rows[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

function nameMatcher({
  platforms,
  networks,
  campaigns,
  countries,
}: EventQuery): (event: AppEvent) => boolean {
  const filterValues: Record<IdentityName, readonly string[] | undefined> = {
    platform: platforms?.map(platform => platform.toUpperCase()),
    network: networks,
    campaign: campaigns,
    country: countries,
  }
  const filters = IDENTITY_NAMES.flatMap(name =>
    filterValues[name] === undefined ? [] : [{ name, wanted: new Set(filterValues[name]) }],
  )
  return event =>
    filters.every(({ name, wanted }) => event[name] === null || wanted.has(event[name]))
}

const NO_BUDGETS: readonly Budget[] = []

const ofMonth = grouped<Budget, string>(({ month }) => month)

/** An app's budgets of a month, by names in byte order, then id; null, which matches all, comes first. Returns the same list at each call. */
export async function budgetsOf(
  catalog: Catalog,
  appId: number,
  month: string,
): Promise<readonly Budget[]> {
  const budgets = ofMonth(catalog.files[appId]?.budgets ?? NO_BUDGETS, month)
  return budgets.length === 0 ? NO_BUDGETS : await byNames(budgets)
}

const byNames = oncePerList<Budget, Promise<readonly Budget[]>>(async budgets => {
  const named = budgets.map(budget => ({
    budget,
    names: [budget.platform, budget.network, budget.campaign].map(name => Buffer.from(name ?? '')),
  }))
  const sorted = await sortInSlices(
    named,
    (a, b) =>
      a.names.reduce((order, name, index) => order || Buffer.compare(name, b.names[index]!), 0) ||
      a.budget.budget_id - b.budget.budget_id,
  )
  return sorted.map(({ budget }) => budget)
})

/** `clock` supplies the current time. */
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
  const active = operations
    .find(operation => operation.operationId === operationId)!
    .parameters.map(({ name }) => name)
    .filter(
      (name): name is NameFilter =>
        Object.hasOwn(FIELDS, name) && filters[name as NameFilter] !== undefined,
    )
  if (active.length === 0) return undefined
  return async work => {
    const missing = active.map(name => ({
      name,
      field: FIELDS[name],
      unknown: new Set(filters[name]),
    }))
    for (const { name, unknown } of missing)
      ALWAYS_KNOWN[name].forEach(known => unknown.delete(known))
    for (const read of sources) {
      const open = missing.filter(({ unknown }) => unknown.size > 0)
      if (open.length === 0) break
      await forEachInSlices(await read(work), row =>
        open.forEach(({ field, unknown }) => unknown.delete(row[field])),
      )
    }
    const names = missing.filter(({ unknown }) => unknown.size > 0).map(({ name }) => name)
    return names.length === 0 ? undefined : names.join(', ')
  }
}

const accessOf = grouped<Catalog['app_access'][number], number | null>(access => access.company_id)
const appsOf = grouped<App, number>(app => app.app_id)

// Cached, since every request reads it and a company may have a thousand apps.
const readable = new WeakMap<Catalog, Map<number | null, ReadonlyMap<number, App>>>()

/** The live apps that a company can access, by id, in ascending order. */
export function readableApps(catalog: Catalog, companyId: number | null): ReadonlyMap<number, App> {
  const companies = readable.get(catalog) ?? new Map<number | null, ReadonlyMap<number, App>>()
  readable.set(catalog, companies)
  const known = companies.get(companyId)
  if (known) return known
  const ids = accessOf(catalog.app_access, companyId).map(access => access.app_id)
  const apps = ids.flatMap(id => appsOf(catalog.apps, id)).filter(app => app.live)
  const byId = new Map(apps.sort((a, b) => a.app_id - b.app_id).map(app => [app.app_id, app]))
  companies.set(companyId, byId)
  return byId
}

/**
 * The app, if the company can read it.
 * @throws `app_forbidden`, identical for foreign, inactive and unknown apps, without the id
 */
export function readableApp(catalog: Catalog, companyId: number | null, appId: number): App {
  const app = readableApps(catalog, companyId).get(appId)
  if (!app)
    throw problem(
      'app_forbidden',
      'This key cannot read this app. GET /v1/apps lists the apps it can read.',
    )
  return app
}
