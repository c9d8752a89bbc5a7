import type { RevenueType, RoasType } from '../../generated/vocabulary/vocabulary.ts'
import {
  ApiError,
  type AppSettings,
  type Event,
  type ListEventsParameters,
  type UascopeClient,
} from '../../client/src/index.ts'
import { filterInSlices } from '../../server/core/runtime/slices.ts'
import { upperCase } from '../../server/core/checks/schemas.ts'

interface Origin {
  run: { id: number; createdAt: string | null } | null
  dataThrough: string | null
}

/** The common context of all tools with rows. */
export function contextOf(
  app: App,
  { run, dataThrough }: Origin,
  filters: Readonly<Record<string, readonly string[]>>,
) {
  return {
    app: { id: app.id, name: app.name },
    currency: app.currency,
    targetDsi: app.targetDsi,
    targetRoasType: upperCase(app.targetRoasType),
    targetRevenueType: upperCase(app.targetRevenueType),
    actionThreshold: significant(app.actionThreshold),
    runId: run?.id ?? null,
    runCreatedAt: run?.createdAt ?? null,
    dataThrough: dataThrough ?? app.dataThrough,
    filters,
  }
}

export function fileContextOf<Granularity>(
  app: App,
  file: Origin & { startDate: string; endDate: string },
  values: FilterValues & { granularity: Granularity },
) {
  return {
    ...contextOf(app, file, filtersOf(values)),
    ...standingOf(app),
    startDate: file.startDate,
    endDate: file.endDate,
    granularity: values.granularity,
  }
}

/** DSIs without forecasts, and those with untested ones, for tools with DSIs: a withheld value must not look like a missing one. */
export function standingOf({
  withheldDsis,
  untestedDsis,
}: App): Partial<Pick<App, 'withheldDsis' | 'untestedDsis'>> {
  return {
    ...(withheldDsis.length > 0 && { withheldDsis }),
    ...(untestedDsis.length > 0 && { untestedDsis }),
  }
}

const FILTERS = ['alertGroups', 'countries', 'platforms', 'networks', 'campaigns'] as const

type FilterValues = { [Name in (typeof FILTERS)[number]]?: readonly string[] }

export function filtersOf(values: FilterValues): Record<string, readonly string[]> {
  return Object.fromEntries(
    FILTERS.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

/** Maximum events listed; more would displace rows. */
const MAX_EVENTS = 20
/** Maximum characters of a note. */
const MAX_NOTE = 200

/** The filters that apply to both events and rows. */
export function eventFilters({
  appId,
  countries,
  platforms,
  networks,
  campaigns,
}: Omit<ListEventsParameters, 'sort'>): ListEventsParameters {
  return { appId, countries, platforms, networks, campaigns }
}

/** Omits null names and notes: nulls cost tokens. */
function listedEvent({ id: _, ...event }: Event) {
  const { platform, network, campaign, country, note, ...always } = event
  const others = Object.entries({
    platform,
    network,
    campaign,
    country,
    note: note && shortened(note),
  }).filter(([, value]) => value !== null)
  return {
    ...always,
    ...(Object.fromEntries(others) as Partial<
      Record<'platform' | 'network' | 'campaign' | 'country' | 'note', string>
    >),
  }
}

function shortened(note: string): string {
  return note.length > MAX_NOTE ? `${note.slice(0, MAX_NOTE)}…` : note
}

interface Days {
  startDate: string
  endDate: string
}

/** The latest events that overlap one of the ranges, with a note if some are omitted. Without a range: none. */
export async function eventsBetween(events: readonly Event[], ...ranges: readonly (Days | null)[]) {
  const days = ranges.filter(range => range !== null && range.startDate <= range.endDate) as Days[]
  const overlaps = ({ startDate, endDate }: Event) =>
    days.some(range => startDate <= range.endDate && endDate >= range.startDate)
  const overlapping = await filterInSlices(events, overlaps)
  const notes =
    overlapping.length > MAX_EVENTS
      ? [`Of ${overlapping.length} events the latest ${MAX_EVENTS} are listed.`]
      : []
  return { events: overlapping.slice(-MAX_EVENTS).map(listedEvent), notes }
}

export function originOf(headers: Headers): Origin {
  const run = headers.get('run-id')
  return {
    run: run === null ? null : { id: Number(run), createdAt: headers.get('run-created-at') },
    dataThrough: headers.get('data-through'),
  }
}

interface Words {
  targetRoasType: RoasType
  targetRevenueType: RevenueType
  withheldDsis: { dsi: number; reason: 'TOO_LITTLE_HISTORY' | 'BACKTEST_FAILED' }[]
}

/** The app settings that a model needs to choose arguments and read results. */
export type App = Omit<AppSettings, keyof Words> & Words

/** Maximum concurrent settings requests, which leaves capacity for other callers. */
const AT_ONCE = 8

/** The app with this id. Rejects if the caller cannot read it. */
export async function readApp(client: UascopeClient, appId: number): Promise<App> {
  return (await client.getAppSettings({ appId })) as App
}

/** The apps that the caller can read, by ascending id. */
export async function readApps(client: UascopeClient): Promise<App[]> {
  const listed = await client.listApps()
  const apps: App[] = []
  for (let first = 0; first < listed.length; first += AT_ONCE) {
    const some = await Promise.all(
      listed
        .slice(first, first + AT_ONCE)
        .map(({ id }) => readApp(client, id).catch(ignoreRemovedApp)),
    )
    apps.push(...some.filter(app => app !== undefined))
  }
  return apps
}

/** An import may have removed an app between the two requests. */
function ignoreRemovedApp(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 403) return undefined
  throw error
}

/** Six significant digits, and every digit before the point: more is noise to a model and costs tokens. Yen are as exact as on the page. */
export function significant(value: number): number {
  return Math.abs(value) >= 1e6 ? Math.round(value) : Number(value.toPrecision(6))
}

/** Rounds every number to six significant digits. */
export function roundedAll<Item extends object>(item: Item): Item {
  const numbers = Object.entries(item).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, significant(value)] as const] : [],
  )
  return { ...item, ...Object.fromEntries(numbers) }
}

/** A share to 0.01 %; null if the whole is 0. */
export function shareOf(part: number, total: number): number | null {
  return total === 0 ? null : Math.round((part / total) * 10_000) / 10_000
}
