import { ROAS_TYPES } from '../../../generated/vocabulary/vocabulary.ts'
import type { components } from '../../../generated/types.ts'
import {
  contentTag,
  contextHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
} from './answer-context.ts'
import { withSortedFilters } from '../analytics/file.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import { earlier, later } from '../../core/model/dates.ts'
import { type Identity, matcher } from '../../core/model/identities.ts'
import { doubleOf, type IdentityTotals } from '../../core/model/store.ts'
import { identitiesName, runName, servedRun } from '../../core/model/runs.ts'
import { forEachInSlices, mapInSlices, sortInSlices } from '../../core/runtime/slices.ts'

/** `GET /v1/campaigns`: those with cohorts in the served run, by spend of its last 30 days, then name. */
export function listCampaigns({ store }: HandlerDeps): Handlers['listCampaigns'] {
  return async ({ companyId, query, path }) => {
    const { appId, platforms, networks, countries, sort, limit, offset, ...unread } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    const unmatched = unmatchedIn('listCampaigns', query, work =>
      store.identities(work, catalog, app.app_id),
    )
    // Identities are append-only, so the run determines them.
    const content = [app.currency, runName(run), unmatched && identitiesName(catalog, app.app_id)]
    return {
      kind: 'list',
      tag: contentTag('listCampaigns', content, withSortedFilters(query)),
      headers: contextHeaders(app, run),
      unmatched,
      page: { sort, limit, offset },
      body: async work => {
        if (!run) return []
        const totals = new Map<number, IdentityTotals>()
        await forEachInSlices(await store.identityTotals(work, catalog, run), row =>
          totals.set(row.identity, row),
        )
        const matches = matcher({ platforms, networks, countries })
        const campaigns = new Map<number, CampaignTotals>()
        await forEachInSlices(await store.identities(work, catalog, app.app_id), identity => {
          const own = totals.get(identity.id)
          if (!own || !matches(identity)) return
          const others = campaigns.get(identity.campaign_id)
          if (others) addTo(others, identity, own)
          else
            campaigns.set(identity.campaign_id, {
              ...own,
              name: identity,
              countries: [identity.country],
            })
        })
        return await mapInSlices(await sortInSlices([...campaigns.values()], bySpend), displayed)
      },
    }
  }
}

interface CampaignTotals extends IdentityTotals {
  name: Identity
  countries: string[]
}

function addTo(campaign: CampaignTotals, { country }: Identity, more: IdentityTotals): void {
  campaign.countries.push(country)
  campaign.first_install_date = earlier(campaign.first_install_date, more.first_install_date)
  campaign.last_install_date = later(campaign.last_install_date, more.last_install_date)
  campaign.spend += more.spend
  for (const type of ROAS_TYPES) campaign[`${type}_installs`] += more[`${type}_installs`]
}

function bySpend({ spend, name }: CampaignTotals, other: CampaignTotals): number {
  if (spend !== other.spend) return spend < other.spend ? 1 : -1
  return (
    inBytes(name.platform, other.name.platform) ||
    inBytes(name.network, other.name.network) ||
    inBytes(name.campaign, other.name.campaign)
  )
}

/** Compares in UTF-8 order, unlike JavaScript. */
function inBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function displayed({
  name,
  countries,
  ...totals
}: CampaignTotals): components['schemas']['Campaign'] {
  return {
    platform: name.platform as components['schemas']['Platform'],
    network: name.network,
    campaign: name.campaign,
    countries: countries.sort(inBytes),
    firstInstallDate: totals.first_install_date,
    lastInstallDate: totals.last_install_date,
    spend: doubleOf(totals.spend),
    paidInstalls: totals.paid_installs,
    incrementalBlendedInstalls: totals.incremental_blended_installs,
    fullBlendedInstalls: totals.full_blended_installs,
  }
}
