import { useMemo } from 'preact/hooks'
import type {
  AppSettings,
  Event,
  Overview,
  Recommendation,
} from '../../../../generated/client/models.ts'
import { letterEvents, type Lettered } from '../../parts/events.tsx'
import { formatOf } from '../../parts/use-format.ts'
import { platformName, regionName } from '../../../core/words/names.ts'
import { type Answer, useAnswer } from '../data/use-answer.ts'
import type { AppScreen, CampaignIdentity, Filters, Grouping } from '../screen.ts'
import { type Call, decidingReader } from '../../parts/campaigns/call.ts'
import type { MeasureContext } from './measures.ts'
import { daysOf, type Range, rangeBefore, rangeOf, type Window, windowOf } from './range.ts'
import { type Fact, type Facts, type Period, readFacts, readPeriods } from './read-facts.ts'
import { addPairs, type Pair } from '../../../core/formulas/sums.ts'
import { utcDate } from '../../../core/model/dates.ts'

export type { Call }

/** A network, platform, country or campaign. */
export interface Group {
  name: string
  /** The usual spelling of the name. */
  label: string
  pair: Pair
}

export interface App {
  overview: Overview
  settings: AppSettings
  context: MeasureContext
  range: Range
  before: Range | null
  window: Window
}

export function useSettings(appId: number | null): Answer<AppSettings> {
  return useAnswer(appId === null ? null : ['settings', appId], client =>
    client.getAppSettings({ appId: appId! }),
  )
}

/** The app with the screen's settings, dates resolved. */
export function appOf(
  screen: Pick<AppScreen, 'from' | 'to' | 'compare' | 'groupBy'>,
  overview: Overview,
  settings: AppSettings,
): App {
  const range = rangeOf(screen, overview.dataThrough ?? settings.dataThrough ?? utcDate(new Date()))
  const { targetDsi, targetRoasType: roasType } = overview
  return {
    overview,
    settings,
    range,
    before: rangeBefore(screen.compare, range),
    window: windowOf(
      range,
      settings.earliestReportStartDate,
      !settings.weeklyAggregation && screen.groupBy !== 'campaign',
    ),
    context: { targetDsi, roasType, dsis: settings.dsiValues, format: formatOf(overview.currency) },
  }
}

export function isByCountry({ groupBy, filters }: Pick<AppScreen, 'groupBy' | 'filters'>): boolean {
  return groupBy === 'country' || filters.countries.length > 0
}

export function useFacts(app: App, screen: AppScreen): Answer<Facts> {
  const { overview, settings, range } = app
  const byCountry = isByCountry(screen)
  return useAnswer(
    ['facts', overview.appId, range.from, range.to, screen.compare, byCountry],
    client => readFacts(client, { types: overview, settings }, range, screen.compare, byCountry),
  )
}

export function usePeriods(app: App, { groupBy, filters }: AppScreen): Answer<Period[]> {
  const { overview, settings, window } = app
  return useAnswer(['periods', overview.appId, window, groupBy, filters], client =>
    readPeriods(client, { types: overview, settings, filters }, window, groupBy),
  )
}

/** Recommendations per campaign or, by country, per campaign and country. */
export function useCalls(
  app: App,
  byCountry: boolean,
): { calls: Call[] | undefined; answer: Answer<Recommendation[]> } {
  const { appId } = app.overview
  const answer = useAnswer(
    byCountry ? ['recommendations', appId, 'campaign_geo'] : ['recommendations', appId],
    client =>
      byCountry
        ? client.getRecommendations({ appId, granularity: 'campaign_geo' })
        : client.getRecommendations({ appId }),
  )
  const calls = useMemo(() => answer.data?.map(decidingReader(app.overview)), [answer.data])
  return { calls, answer }
}

/** Events of the window, lettered in the order of their start. */
export function useEvents(app: App): Lettered<Event>[] {
  const { appId } = app.overview
  const { data } = useAnswer(['events', appId], client => client.listEvents({ appId }))
  return useMemo(() => letteredEvents(data ?? [], app), [data, app.window.from, app.window.to])
}

export function letteredEvents(
  events: readonly Event[],
  { window: { from, to } }: App,
): Lettered<Event>[] {
  return letterEvents(events.filter(({ startDate, endDate }) => endDate >= from && startDate <= to))
}

export function passes(
  { platforms, networks, countries, campaigns }: Filters,
  row: CampaignIdentity,
): boolean {
  return (
    (platforms.length === 0 || platforms.includes(row.platform)) &&
    (networks.length === 0 || networks.includes(row.network)) &&
    (campaigns.length === 0 || campaigns.includes(row.campaign)) &&
    (countries.length === 0 || (row.country !== null && countries.includes(row.country)))
  )
}

export function groupNameOf(grouping: Grouping, row: CampaignIdentity): string {
  return grouping === 'country' ? (row.country ?? 'Unknown') : row[grouping]
}

export function groupLabel(grouping: Grouping, name: string): string {
  return grouping === 'platform'
    ? platformName(name)
    : grouping === 'country'
      ? regionName(name)
      : name
}

/** Rows by group, by spend of the range. */
export function groupFacts(rows: readonly Fact[], grouping: Grouping, dsis: number): Group[] {
  const groups = new Map<string, Fact[]>()
  for (const row of rows) {
    const name = groupNameOf(grouping, row)
    const those = groups.get(name)
    if (those === undefined) groups.set(name, [row])
    else those.push(row)
  }
  return [...groups]
    .map(([name, those]) => ({
      name,
      label: groupLabel(grouping, name),
      pair: addPairs(those, dsis),
    }))
    .sort(
      (a, b) =>
        b.pair.now.spend - a.pair.now.spend ||
        (b.pair.before?.spend ?? 0) - (a.pair.before?.spend ?? 0) ||
        (a.name < b.name ? -1 : 1),
    )
}

/** `forecast from 0 to 6 days of revenue`, `actual`: how much of the range's revenue at the target DSI is known. */
export function maturityWords({ range, context }: App, facts: Facts): string {
  if (facts.actualShare === 1) return 'all actual'
  const through = facts.dataThrough ?? range.to
  const age = (day: string) => Math.max(0, daysOf({ from: day, to: through }) - 1)
  const [youngest, oldest] = [age(range.to), Math.min(age(range.from), context.targetDsi)]
  if (facts.actualShare !== null && facts.actualShare > 0)
    return `${Math.floor(facts.actualShare * 100)}% of days actual, the rest forecast from ${youngest} days of revenue on`
  return `forecast from ${youngest === oldest ? youngest : `${youngest} to ${oldest}`} ${oldest === 1 ? 'day' : 'days'} of revenue`
}
