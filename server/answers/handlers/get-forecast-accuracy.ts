import {
  contentTag,
  contextHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { AppFaults, resolveSnapshots } from './app-defaults.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { runsByAge } from '../analytics/roas-history.ts'
import { type AccuracyPlan, forecastAccuracy } from '../analytics/forecast-accuracy.ts'
import { IDENTITY_NAMES, matchingIds } from '../../core/model/identities.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import {
  addDays,
  type DateRange,
  forecastAccuracyRange,
  type InstallGrouping,
  periodStart,
  utcDate,
} from '../../core/model/dates.ts'
import { identitiesName, runsName, succeededRuns } from '../../core/model/runs.ts'

export function getForecastAccuracy({
  store,
  clock,
}: HandlerDeps): Handlers['getForecastAccuracy'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      granularity,
      groupBy,
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
      sort,
      limit,
      offset,
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
      resolvedDsi =>
        forecastAccuracyRange({ startDate, endDate }, served, utcDate(clock()), resolvedDsi),
    )
    faults.throwAny()

    const resolved = { ...withSortedFilters(query), ...parameters }
    const unmatched = unmatchedIn('getForecastAccuracy', { networks, campaigns, countries }, work =>
      store.identities(work, catalog, app.app_id),
    )
    const content = [app.currency, runsName(runs), unmatched && identitiesName(catalog, app.app_id)]
    return {
      kind: 'list',
      tag: contentTag('getForecastAccuracy', content, resolved),
      headers: contextHeaders(app, served, range),
      unmatched,
      page: { sort, limit, offset },
      body: async work => {
        const identities = await store.identities(work, catalog, app.app_id)
        const plan: AccuracyPlan = {
          ...what,
          app,
          runs: runsByAge(runs),
          range: wholePeriods(range, what.grouping),
          granularity,
          groupBy: IDENTITY_NAMES.filter(name => groupBy?.includes(name)),
          identityIds: matchingIds(identities, { countries, platforms, networks, campaigns }),
        }
        return store.withSnapshotGroups(work, catalog, plan, (session, groups) =>
          forecastAccuracy(session, plan, groups),
        )
      },
    }
  }
}

/** Only periods that end within the range; empty if there are none. */
function wholePeriods({ start, end }: DateRange, grouping: InstallGrouping): DateRange {
  return {
    start: periodStart(start, grouping),
    end: addDays(periodStart(addDays(end, 1), grouping), -1),
  }
}
