import type { Host, Reply } from '../parts/host.ts'
import { type CampaignName, isSameCampaign } from '../../words/names.ts'
import type { Given } from '../parts/read-result.ts'
import type { Line, Recommendations } from './lines.ts'

export interface Opened {
  history: Reply<'svc_get_roas_history'> | null
  countries: Reply<'svc_get_recommendations'> | null
}

export type Filters = Pick<Given<'svc_get_recommendations'>, 'campaigns' | 'networks' | 'platforms'>

/** Loads a campaign's history and countries in two calls; delivers each result when it arrives. */
export function askFor(host: Host, { context }: Recommendations, line: Line, came: (part: Partial<Opened>) => void): void {
  const filters: Filters = { campaigns: [line.campaign], networks: [line.network] }
  // The tools do not accept WEB, so its rows are filtered here.
  if (line.platform === 'IOS' || line.platform === 'ANDROID') filters.platforms = [line.platform]
  const byCountry = context.granularity === 'campaign_geo'
  void host
    .call('svc_get_roas_history', {
      appId: context.app.id,
      granularity: byCountry ? 'campaign_geo' : 'campaign',
      ...filters,
      ...(byCountry && { countries: [line.country] }),
    })
    .then(history => came({ history }))
  void host
    .call('svc_get_recommendations', {
      appId: context.app.id,
      granularity: 'campaign_geo',
      ...filters,
      ...(context.asOf !== undefined && { asOf: context.asOf }),
    })
    .then(countries => came({ countries }))
}

export function isOf(line: Line, row: Readonly<Record<string, unknown>>): boolean {
  return isSameCampaign(line, row as unknown as CampaignName)
}
