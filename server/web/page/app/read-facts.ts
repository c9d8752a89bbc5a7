import type { UascopeClient } from '../../../../client/src/client.ts'
import type { AppSettings, Overview } from '../../../../generated/client/models.ts'
import type { GetReportParameters } from '../../../../generated/client/parameters.ts'
import { readRows } from '../data/read-rows.ts'
import type { CampaignIdentity, Comparison, Filters, Grouping } from '../screen.ts'
import { type Range, startOfPeriod, type Window } from './range.ts'
import { addUp, type Pair, type Sums } from '../../../core/formulas/sums.ts'

type Row = Record<string, string | number | null>
type Types = Pick<Overview, 'targetRoasType' | 'targetRevenueType' | 'targetDsi'>

/** A campaign (in a country, if requested) over a range. */
export interface Fact extends Pair, CampaignIdentity {}

export interface Facts {
  rows: Fact[]
  /** Share of the range's days that are actual at the target DSI, 0 to 1. */
  actualShare: number | null
  runCreatedAt: string | null
  dataThrough: string | null
}

/** A group in a period: a point of a panel. */
export interface Period {
  group: string
  start: string
  sums: Sums
  /** Days with installs or spend, and the number of these that are old enough to be actual at the target DSI. */
  knownDays: number
  actualDays: number
}

interface FactsQuery {
  types: Types
  settings: AppSettings
  filters: Filters
}

/** Every campaign of a range and of the compared one: one response for cards, causes and tables of any grouping. */
export async function readFacts(
  client: UascopeClient,
  { types, settings }: Omit<FactsQuery, 'filters'>,
  { from, to }: Range,
  compare: Comparison,
  byCountry: boolean,
): Promise<Facts> {
  const { rows, headers } = await report(client, {
    ...metricsOf(types, settings.dsiValues),
    appId: settings.id,
    granularity: byCountry ? 'campaign_geo' : 'campaign',
    groupBy: byCountry
      ? ['platform', 'network', 'campaign', 'country']
      : ['platform', 'network', 'campaign'],
    installGrouping: 'total',
    startDate: from,
    endDate: to,
    compare: compare === 'none' ? undefined : compare,
  })
  const sumsOf = sumsReader(types, settings.dsiValues)
  const share = `actual_share_d${types.targetDsi}`
  return {
    rows: rows.map(row => ({
      platform: String(row['platform']),
      network: String(row['network']),
      campaign: String(row['campaign']),
      country: byCountry ? String(row['country']) : null,
      now: sumsOf(row, ''),
      before: compare === 'none' ? null : sumsOf(row, '_before'),
    })),
    actualShare: (rows[0]?.[share] as number | null | undefined) ?? null,
    runCreatedAt: headers.get('run-created-at'),
    dataThrough: headers.get('data-through'),
  }
}

/** The periods of a window by group. Weeks that do not end on Sunday are summed from days. */
export async function readPeriods(
  client: UascopeClient,
  { types, settings, filters }: FactsQuery,
  window: Window,
  groupBy: Grouping,
): Promise<Period[]> {
  const byCountry = groupBy === 'country' || filters.countries.length > 0
  const { rows } = await report(client, {
    ...metricsOf(types, settings.dsiValues),
    appId: settings.id,
    granularity: byCountry ? 'campaign_geo' : 'campaign',
    groupBy: [groupBy],
    installGrouping: window.grain === 'ISO week' ? 'weekly' : 'daily',
    startDate: window.from,
    endDate: window.to,
    ...filterParameters(filters),
  })
  const sumsOf = sumsReader(types, settings.dsiValues)
  const periods = new Map<string, Period & { parts: Sums[] }>()
  for (const row of rows) {
    const [group, day] = [String(row[groupBy]), String(row['install_cohort'])]
    const start = startOfPeriod(day < window.from ? window.from : day, window)
    const key = JSON.stringify([group, start])
    const period = periods.get(key) ?? {
      group,
      start,
      actualDays: 0,
      knownDays: 0,
      sums: EMPTY,
      parts: [],
    }
    const days = Number(row['period_days'])
    period.knownDays += days
    period.actualDays += days * Number(row[`actual_share_d${types.targetDsi}`] ?? 1)
    period.parts.push(sumsOf(row, ''))
    periods.set(key, period)
  }
  return [...periods.values()].map(({ parts, ...period }) => ({
    ...period,
    sums: addUp(parts, settings.dsiValues.length),
  }))
}

const EMPTY: Sums = { spend: 0, installs: 0, organic: 0, revenue: [] }

function filterParameters({
  platforms,
  networks,
  countries,
  campaigns,
}: Filters): Pick<GetReportParameters, 'platforms' | 'networks' | 'countries' | 'campaigns'> {
  return {
    ...(platforms.length > 0 && {
      platforms: platforms as NonNullable<GetReportParameters['platforms']>,
    }),
    ...(networks.length > 0 && { networks }),
    ...(countries.length > 0 && { countries }),
    ...(campaigns.length > 0 && { campaigns }),
  }
}

function metricsOf(
  { targetRoasType: roasType, targetRevenueType: revenueType }: Types,
  dsiValues: readonly number[],
): Partial<GetReportParameters> {
  return {
    metrics: ['spend', 'installs', 'organic_installs', 'revenue'],
    roasTypes: [roasType] as NonNullable<GetReportParameters['roasTypes']>,
    revenueTypes: [revenueType] as NonNullable<GetReportParameters['revenueTypes']>,
    dsiValues,
    maturity: true,
  }
}

/** CSV needs no decoder in the page. */
async function report(client: UascopeClient, parameters: GetReportParameters) {
  // The client checks combinations of parameters by type, which needs literals.
  const getReport = client.getReport.bind(client) as (
    parameters: GetReportParameters,
  ) => ReturnType<UascopeClient['getReport']>
  return readRows<Row>(getReport({ ...parameters, format: 'csv' }))
}

function sumsReader(
  { targetRoasType: roasType, targetRevenueType: revenueType }: Types,
  dsiValues: readonly number[],
): (row: Row, suffix: string) => Sums {
  return (row, suffix) => ({
    spend: Number(row[`spend${suffix}`] ?? 0),
    installs: Number(row[`installs_${roasType}${suffix}`] ?? 0),
    organic: Number(row[`organic_installs${suffix}`] ?? 0),
    revenue: dsiValues.map(dsi => {
      const amount = row[`revenue_${roasType}_${revenueType}_d${dsi}${suffix}`]
      return typeof amount === 'number' ? amount : null
    }),
  })
}
