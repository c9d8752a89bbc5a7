import type { components } from '../../generated/types.ts'
import { readableApp } from '../access/callers.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../checks/parameters.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { AppEvent, Catalog } from '../model/catalog.ts'
import { digest, identitiesName } from '../model/runs.ts'
import { contentTag, type EventQuery, eventsOf, type HandlerDeps, unmatchedIn } from './answer-context.ts'

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
export function eventsIn(catalog: Catalog, query: EventQuery): components['schemas']['Event'][] {
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
