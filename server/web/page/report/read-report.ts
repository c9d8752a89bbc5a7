import type { UascopeClient } from '../../../../client/src/client.ts'
import type { Overview } from '../../../../generated/client/models.ts'
import { decidingReader, targetOf } from '../../parts/campaigns/call.ts'
import { causesOf } from '../app/causes.ts'
import { headingOf } from '../app/heading.ts'
import { measureOf } from '../app/measures.ts'
import { readFacts, readPeriods } from '../app/read-facts.ts'
import { addPairs } from '../../../core/formulas/sums.ts'
import { appOf, groupFacts, letteredEvents } from '../app/use-app.ts'
import { appScreen } from '../screen.ts'

export type Report = Awaited<ReturnType<typeof readReport>>

/** Reads the app's default screen: the last 7 days, by network, compared with the 7 before. */
export async function readReport(client: UascopeClient, overview: Overview) {
  const { appId } = overview
  const screen = appScreen(appId)
  const settings = await client.getAppSettings({ appId })
  const app = appOf(screen, overview, settings)
  const [facts, periods, recommendations, events] = await Promise.all([
    readFacts(client, { types: overview, settings }, app.range, screen.compare, false),
    readPeriods(
      client,
      { types: overview, settings, filters: screen.filters },
      app.window,
      screen.groupBy,
    ),
    client.getRecommendations({ appId }),
    client.listEvents({ appId }),
  ])
  const calls = recommendations.map(decidingReader(overview))
  const measure = measureOf(screen.metric, app.context)
  const groups = groupFacts(facts.rows, screen.groupBy, app.context.dsis.length)
  const total = addPairs(facts.rows, app.context.dsis.length)
  const causes = causesOf(groups, measure)
  const target = targetOf(calls)
  const heading = headingOf({
    measure,
    now: measure.of(total.now),
    missing: measure.missing(total.now),
    before: total.before === null ? null : measure.of(total.before),
    causes,
    target,
    isCompared: true,
    format: app.context.format,
    actionThreshold: overview.actionThreshold,
  })
  return {
    screen,
    app,
    facts,
    periods,
    calls,
    events: letteredEvents(events, app),
    measure,
    groups,
    total,
    causes,
    target,
    heading,
  }
}
