import { sum } from '../../../core/formulas/sums.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { isSameCampaign, regionName } from '../../../core/words/names.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { decidingReader } from '../app/deciding.ts'
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

/** Number of countries listed before the rest is summed. */
const FIRST = 8

/** The campaign by country, as recommended per country. */
export function Countries({ app, campaign }: { app: App; campaign: CampaignIdentity }) {
  const answer = useCountries(app, campaign)
  const { format } = app.context
  const rows = answer.data?.map(decidingReader(app.overview)) ?? []
  const others = rows.slice(FIRST)
  return (
    <section aria-labelledby="h-countries">
      <h3 id="h-countries">Countries</h3>
      <Loaded what="The countries" answer={answer} block="small-sk">
        {() =>
          rows.length === 0 ? (
            <p class="m">The latest run has no call per country for it.</p>
          ) : (
            <table class="l c">
              <TableHead of={[['Country'], ['A day', 'r'], ['ROAS', 'r'], ['Of target', 'r']]} />
              <tbody>
                {rows.slice(0, FIRST).map(({ id, country, dailySpend, predictedRoas, share }) => {
                  const side = share === null ? 'held' : sideOf(share, app.overview.actionThreshold)
                  return (
                    <tr key={id}>
                      <th scope="row" class="nm">
                        {regionName(country)}
                      </th>
                      <td class="r">{format.money(dailySpend)}</td>
                      <td class="r">{format.roas(predictedRoas)}</td>
                      <td class={`r b ${side === 'held' ? '' : side}`}>{format.share(share)}</td>
                    </tr>
                  )
                })}
                {others.length > 0 && (
                  <tr>
                    <th scope="row" class="m light">
                      {others.length} more
                    </th>
                    <td class="r">{format.money(sum(others, ({ dailySpend }) => dailySpend))}</td>
                    <td />
                    <td />
                  </tr>
                )}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </section>
  )
}
