import type { Requests } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { readableApp } from '../access/callers.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../checks/parameters.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { AppEvent, Catalog } from '../model/catalog.ts'
import { type IdentityName, IDENTITY_NAMES } from '../model/identities.ts'
import { digest, identitiesName } from '../model/runs.ts'
import { contentTag, type HandlerDeps, unmatchedIn } from './answer-context.ts'

type Query = Pick<Requests['listEvents']['query'], 'appId' | 'startDate' | 'endDate' | 'platforms' | 'networks' | 'campaigns' | 'countries'>

/** Events that overlap the range and match the filters; a name that is null matches each. */
export function eventsOf(catalog: Catalog, query: Query): AppEvent[] {
  const { appId, startDate, endDate, platforms, networks, campaigns, countries } = query
  const filters: Record<IdentityName, readonly string[] | undefined> = {
    platform: platforms?.map(platform => platform.toUpperCase()),
    network: networks,
    campaign: campaigns,
    country: countries,
  }
  return (catalog.files[appId]?.events ?? []).filter(
    event =>
      (startDate === undefined || event.end_date >= startDate) &&
      (endDate === undefined || event.start_date <= endDate) &&
      IDENTITY_NAMES.every(name => event[name] === null || filters[name]?.includes(event[name]) !== false),
  )
}

/** `GET /v1/events`: by start, then end, then id. */
export function listEvents({ store }: HandlerDeps): Handlers['listEvents'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      startDate: _start,
      endDate: _end,
      platforms: _platforms,
      networks: _networks,
      campaigns: _campaigns,
      countries: _countries,
      ...left
    } = query
    allRead(left, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const all = catalog.files[appId]?.events ?? []
    const unmatched = unmatchedIn(
      'listEvents',
      query,
      async () =>
        all.map(({ network, campaign, country }) => ({ network: network ?? '', campaign: campaign ?? '', country: country ?? '' })),
      work => store.identities(work, catalog, app.app_id),
    )
    return {
      kind: 'list',
      tag: contentTag('listEvents', [digest(all), unmatched && identitiesName(catalog, app.app_id)], withSortedFilters(query)),
      headers: {},
      unmatched,
      body: async () => eventsIn(catalog, query),
    }
  }
}

/** The same as the API shows them, by start, then end, then id. */
export function eventsIn(catalog: Catalog, query: Query): components['schemas']['Event'][] {
  return eventsOf(catalog, query).sort(byDays).map(displayed)
}

function byDays(one: AppEvent, other: AppEvent): number {
  if (one.start_date !== other.start_date) return one.start_date < other.start_date ? -1 : 1
  if (one.end_date !== other.end_date) return one.end_date < other.end_date ? -1 : 1
  return one.event_id - other.event_id
}

function displayed(event: AppEvent): components['schemas']['Event'] {
  return {
    id: event.event_id,
    kind: event.kind,
    title: event.title,
    startDate: event.start_date,
    endDate: event.end_date,
    platform: event.platform,
    network: event.network,
    campaign: event.campaign,
    country: event.country,
    note: event.note,
  }
}
