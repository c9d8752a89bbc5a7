import { periodStart, roasHistoryRange, utcDate } from '../../core/model/dates.ts'
import { fileName, parseSort, stableJson, withSortedFilters } from '../analytics/file.ts'
import { matchingIds } from '../../core/model/identities.ts'
import {
  columnNames,
  firstAge,
  fullFromAge,
  recommendedIdentities,
  type RoasHistoryPlan,
  runsByAge,
  writeRoasHistory,
} from '../analytics/roas-history.ts'
import { identitiesName, runsName, succeededRuns } from '../../core/model/runs.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import {
  contentTag,
  countEvents,
  fileHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { AppFaults, resolveSnapshots } from './app-defaults.ts'
import { upperCase } from '../../core/checks/schemas.ts'

export function getRoasHistory({ store, clock }: HandlerDeps): Handlers['getRoasHistory'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      granularity,
      dsi,
      installGrouping,
      roasType,
      revenueType,
      startDate,
      endDate,
      countries,
      platforms,
      networks,
      campaigns,
      format,
      csvSafe,
      csvBom,
      limit,
      offset = 0,
      sort,
      ...unread
    } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const runs = succeededRuns(catalog, app.app_id, 'recommendation')
    const served = runs.at(-1)

    const faults = new AppFaults()
    const { range, what, parameters } = resolveSnapshots(
      app,
      { dsi, installGrouping, roasType, revenueType },
      faults,
      () => roasHistoryRange({ startDate, endDate }, served, utcDate(clock())),
    )
    const requested = {
      ...what,
      served,
      granularity,
      firstAge: firstAge(catalog.bet_lookbacks, app.app_id, platforms?.map(upperCase)),
    }
    const sorting = sort === undefined ? undefined : parseSort(sort)
    const columns = columnNames({ ...requested, range })
    faults.sort(columns.always, sorting, columns.ages)
    faults.throwAny()

    const full = fullFromAge(what.grouping)
    const events = await countEvents(catalog, {
      ...query,
      startDate: range.start,
      endDate: range.end,
    })
    const headers = {
      ...fileHeaders(app, served, range, events),
      'Full-From-Age': full,
      'Actual-From-Age': full + what.dsi,
    }
    const resolved = { ...withSortedFilters(query), ...parameters }
    const unmatched = unmatchedIn('getRoasHistory', query, work =>
      store.identities(work, catalog, app.app_id),
    )
    const content = [
      app.name,
      app.currency,
      requested.firstAge,
      runsName(runs),
      events,
      unmatched && identitiesName(catalog, app.app_id),
    ]
    return {
      kind: 'file',
      tag: contentTag('getRoasHistory', content, resolved),
      headers,
      format,
      fileName: fileName(
        [
          app.name,
          'roas-history',
          granularity,
          what.grouping,
          `d${what.dsi}`,
          what.roasType,
          what.revenueType,
          range.start,
          range.end,
          served?.created_at.slice(0, 10) ?? 'none',
        ],
        format,
      ),
      unmatched,
      build: async (path, work) => {
        const identities = await store.identities(work, catalog, app.app_id)
        const plan: RoasHistoryPlan = {
          ...requested,
          app,
          runs: runsByAge(runs),
          sorting,
          limit,
          offset,
          // The first period counts as a whole; the end and empty ranges are unchanged.
          range:
            range.start > range.end
              ? range
              : { start: periodStart(range.start, what.grouping), end: range.end },
          identityIds: matchingIds(identities, { countries, platforms, networks, campaigns }),
          recommended:
            granularity === 'app' || !served
              ? []
              : await recommendedIdentities(
                  await store.recommendations(work, [served], granularity),
                  identities,
                  granularity,
                ),
        }
        const encoding = {
          format,
          csvSafe,
          csvBom,
          metadata: { ...headers, Parameters: stableJson(resolved) },
        }
        const totalRows = await store.withSnapshotGroups(work, catalog, plan, (session, groups) =>
          writeRoasHistory(session, plan, groups, path, encoding),
        )
        return { totalRows }
      },
    }
  }
}
