import type { GetRoasHistoryParameters } from '../../../../generated/client/parameters.ts'
import type { UascopeClient } from '../../../../client/src/client.ts'
import { estimatePoints } from '../../parts/campaigns/estimates-trend.tsx'
import type { Format } from '../../parts/use-format.ts'
import { addDays } from '../../../core/model/dates.ts'
import type { Cohort } from '../../views/roas-history/cohorts.ts'
import { readRows } from '../data/read-rows.ts'
import { useAnswer } from '../data/use-answer.ts'
import { mondayOf, WEEKS } from '../app/range.ts'
import type { App } from '../app/use-app.ts'
import type { CampaignIdentity } from '../screen.ts'

type Names = Pick<GetRoasHistoryParameters, 'platforms' | 'networks' | 'campaigns'>

/** Filters that select one campaign. The service has no filter for an unknown platform. */
export function namesOf({ platform, network, campaign }: CampaignIdentity): Names {
  return {
    ...(platform !== 'Unknown' && { platforms: [platform] as NonNullable<Names['platforms']> }),
    networks: [network],
    campaigns: [campaign],
  }
}

type HistoryRow = Record<string, string | number | null>

/** Latest and first estimate of each install week's ROAS at the target DSI. */
export function useEstimates(
  { overview: { appId, targetDsi }, range, settings, context }: App,
  campaign: CampaignIdentity,
) {
  const wished = addDays(mondayOf(range.to), -7 * (WEEKS - 1))
  const startDate =
    wished > settings.earliestRoasHistoryStartDate ? wished : settings.earliestRoasHistoryStartDate
  const { country } = campaign
  const scope =
    country === null
      ? { granularity: 'campaign' }
      : { granularity: 'campaign_geo', countries: [country] }
  return useHistory(
    appId,
    { ...namesOf(campaign), ...scope } as Scope,
    startDate,
    targetDsi,
    context.format,
  )
}

/** The app's install weeks, with estimates at every age. */
export function useAppHistory({ overview: { appId, targetDsi }, settings, context }: App) {
  return useHistory(
    appId,
    { granularity: 'app' },
    settings.earliestRoasHistoryStartDate,
    targetDsi,
    context.format,
  )
}

type Scope = Pick<GetRoasHistoryParameters, 'granularity' | 'countries'> & Names

function useHistory(
  appId: number,
  scope: Scope,
  startDate: string,
  targetDsi: number,
  format: Format,
) {
  const parameters: GetRoasHistoryParameters = {
    appId,
    ...scope,
    installGrouping: 'weekly',
    startDate,
    format: 'csv',
  }
  return useAnswer(['estimates', parameters], async client => {
    const getRoasHistory = client.getRoasHistory.bind(client) as (
      parameters: GetRoasHistoryParameters,
    ) => ReturnType<UascopeClient['getRoasHistory']>
    const { rows, headers } = await readRows<HistoryRow>(getRoasHistory(parameters))
    const full = Number(headers.get('full-from-age') ?? 6)
    const cohorts = rows.map((row): Cohort => {
      const cohort = String(row['install_cohort'])
      return {
        key: cohort,
        cohort,
        campaign: '',
        identity: {},
        dailySpend: 0,
        estimates: knownOf(row),
      }
    })
    return {
      cohorts,
      points: estimatePoints(cohorts, { fullFromAge: full, dsi: targetDsi }, format),
      fullFromAge: full,
      actualFromAge: Number(headers.get('actual-from-age') ?? targetDsi + full),
    }
  })
}

function knownOf(row: HistoryRow): { age: number; value: number }[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const age = /^roas_age_(\d+)$/.exec(name)?.[1]
    return age === undefined || typeof value !== 'number' ? [] : [{ age: Number(age), value }]
  })
}
