import { GROUPS, trackRecord } from '../analytics/track-record.ts'
import {
  contentTag,
  contextHeaders,
  targetHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import { utcDate } from '../../core/model/dates.ts'
import { matcher } from '../../core/model/identities.ts'
import { filterInSlices } from '../../core/runtime/slices.ts'
import { identitiesName, servedRun } from '../../core/model/runs.ts'
import { decisionsContent, pastDecisions, trackRecordRange } from './past-decisions.ts'

/** `GET /v1/track-record`: outcomes of past recommendations, by group. */
export function getTrackRecord({ store, clock }: HandlerDeps): Handlers['getTrackRecord'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      granularity,
      countries,
      platforms,
      networks,
      campaigns,
      startDate,
      endDate,
      groupBy,
      examples,
      sort,
      limit,
      offset,
      ...unread
    } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const range = trackRecordRange(catalog, app, { startDate, endDate }, utcDate(clock()))
    const unmatched = unmatchedIn('getTrackRecord', query, work =>
      store.identities(work, catalog, app.app_id),
    )
    const content = [
      app.currency,
      ...decisionsContent(catalog, app),
      unmatched && identitiesName(catalog, app.app_id),
    ]
    return {
      kind: 'list',
      tag: contentTag('getTrackRecord', content, { ...withSortedFilters(query), range }),
      headers: {
        ...contextHeaders(app, servedRun(catalog, app.app_id, 'recommendation'), range),
        ...targetHeaders(app),
      },
      unmatched,
      page: { sort, limit, offset },
      body: async work => {
        const decisions = await pastDecisions(store, work, { catalog, app, granularity, range })
        return await trackRecord(
          await filterInSlices(decisions, matcher({ countries, platforms, networks, campaigns })),
          GROUPS.filter(name => groupBy.includes(name)),
          examples,
        )
      },
    }
  }
}
