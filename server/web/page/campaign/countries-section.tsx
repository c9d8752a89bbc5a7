import { isSameCampaign } from '../../../core/words/names.ts'
import { CountriesTable } from '../../parts/campaigns/countries-table.tsx'
import { decidingReader } from '../../parts/campaigns/call.ts'
import type { App } from '../app/use-app.ts'
import { useAnswer } from '../data/use-answer.ts'
import type { CampaignIdentity } from '../screen.ts'
import { Loaded } from '../trouble-notice.tsx'
import { namesOf } from './use-history.ts'

/** The campaign's recommendations per country. */
function useCountries({ overview: { appId } }: App, campaign: CampaignIdentity) {
  const names = namesOf(campaign)
  const answer = useAnswer(['countries', appId, names], client =>
    client.getRecommendations({ appId, granularity: 'campaign_geo', ...names }),
  )
  return { ...answer, data: answer.data?.filter(row => isSameCampaign(row, campaign)) }
}

/** The campaign by country, as recommended per country. */
export function Countries({ app, campaign }: { app: App; campaign: CampaignIdentity }) {
  const answer = useCountries(app, campaign)
  const context = { format: app.context.format, threshold: app.overview.actionThreshold }
  return (
    <section aria-labelledby="h-countries">
      <h3 id="h-countries">Countries</h3>
      <Loaded what="The countries" answer={answer} block="small-sk">
        {rows =>
          rows.length === 0 ? (
            <p class="m">The latest run has no call per country for it.</p>
          ) : (
            <CountriesTable calls={rows.map(decidingReader(app.overview))} context={context} />
          )
        }
      </Loaded>
    </section>
  )
}
