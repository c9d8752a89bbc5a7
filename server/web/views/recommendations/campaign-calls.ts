import type { Host } from '../../parts/host.ts'
import { type CampaignName, isSameCampaign } from '../../../core/words/names.ts'
import type { PartialArguments } from '../../parts/read-result.ts'
import { useCall } from '../../parts/use-call.ts'
import type { Line, Recommendations } from './lines.ts'

type Filters = Pick<
  PartialArguments<'svc_get_recommendations'>,
  'campaigns' | 'networks' | 'platforms'
>

/** Requests a campaign's history and countries, by one call each. */
export function useCampaignCalls(host: Host, { context }: Recommendations, line: Line) {
  const filters: Filters = { campaigns: [line.campaign], networks: [line.network] }
  // The tools do not accept WEB, so its rows are filtered here.
  if (line.platform === 'IOS' || line.platform === 'ANDROID') filters.platforms = [line.platform]
  const byCountry = context.granularity === 'campaign_geo'
  const historyOf: PartialArguments<'svc_get_roas_history'> = {
    appId: context.app.id,
    granularity: byCountry ? 'campaign_geo' : 'campaign',
    ...filters,
    ...(byCountry && { countries: [line.country] }),
  }
  const countriesOf: PartialArguments<'svc_get_recommendations'> = {
    appId: context.app.id,
    granularity: 'campaign_geo',
    ...filters,
    ...(context.asOf !== undefined && { asOf: context.asOf }),
  }
  return {
    history: useCall(host, 'svc_get_roas_history', historyOf, context.runId),
    countries: useCall(host, 'svc_get_recommendations', countriesOf, context.runId),
  }
}

export function isOf(line: Line, row: Readonly<Record<string, unknown>>): boolean {
  return isSameCampaign(line, row as unknown as CampaignName)
}
