import type { components } from '../../../generated/types.ts'
import {
  allEvents,
  contentTag,
  type EventQuery,
  eventsOf,
  type HandlerDeps,
  listName,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import type { AppEvent, Catalog } from '../../core/model/catalog.ts'
import { identitiesName } from '../../core/model/runs.ts'
import { mapInSlices } from '../../core/runtime/slices.ts'

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
      sort,
      limit,
      offset,
      ...unread
    } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const all = allEvents(catalog, app.app_id)
    const unmatched = unmatchedIn(
      'listEvents',
      query,
      async () =>
        await mapInSlices(all, ({ network, campaign, country }) => ({
          network: network ?? '',
          campaign: campaign ?? '',
          country: country ?? '',
        })),
      work => store.identities(work, catalog, app.app_id),
    )
    return {
      kind: 'list',
      tag: contentTag(
        'listEvents',
        [await listName(all), unmatched && identitiesName(catalog, app.app_id)],
        withSortedFilters(query),
      ),
      headers: {},
      unmatched,
      page: { sort, limit, offset },
      body: () => eventsIn(catalog, query),
    }
  }
}

/** Events in the API's form. */
export async function eventsIn(
  catalog: Catalog,
  query: EventQuery,
): Promise<components['schemas']['Event'][]> {
  return await mapInSlices(await eventsOf(catalog, query), displayed)
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
