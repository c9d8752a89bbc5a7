import { extentOf, trendScale } from '../../views/parts/charts/trend-shape.ts'
import { TrendKey } from '../../views/parts/charts/trend-key.tsx'
import { TrendTable } from '../../views/parts/charts/trend-table.tsx'
import { Trend } from '../../views/parts/charts/trend.tsx'
import { Events, type LetteredEvent } from '../app/panels.tsx'
import { HistoryPicture } from '../app/history-picture.tsx'
import type { App } from '../app/use-app.ts'
import type { CampaignIdentity } from '../screen.ts'
import { TroubleNotice } from '../trouble-notice.tsx'
import { useEstimates } from './use-campaign.ts'

interface EstimatesProps {
  app: App
  campaign: CampaignIdentity
  events: readonly LetteredEvent[]
  target: number | null
}

/** ROAS by install week, as first estimated and as known now. */
export function Estimates({ app, campaign, events, target }: EstimatesProps) {
  const answer = useEstimates(app, campaign)
  const { targetDsi, format } = app.context
  const { points = [], starts = [] } = answer.data ?? {}
  const extent = extentOf([...points.flatMap(({ value, first }) => [value, first]), target])
  const own = events
    .filter(
      event =>
        (event.platform === null || event.platform === campaign.platform) &&
        (event.network === null || event.network === campaign.network) &&
        (event.campaign === null || event.campaign === campaign.campaign) &&
        (event.country === null || campaign.country === null || event.country === campaign.country) &&
        starts.length > 0 &&
        event.endDate >= starts[0]!,
    )
    .map((event, index) => ({ ...event, letter: String.fromCharCode(65 + (index % 26)) }))
  const marks = own.map(({ letter, startDate }) => ({
    letter,
    index: Math.max(
      0,
      starts.findLastIndex(start => start <= startDate),
    ),
  }))
  return (
    <section aria-labelledby="h-estimates">
      <h3 id="h-estimates">History of estimates</h3>
      <p class="m s">D{targetDsi} ROAS by install week, Monday to Sunday. The tick is the first estimate, the dot the latest.</p>
      <TroubleNotice what="The history" answer={answer} now={Date.now()} />
      {answer.data === undefined ? (
        answer.isLoading && <span class="sk est-sk" role="status" aria-label="Loading" />
      ) : extent === null || points.length === 0 ? (
        <p class="m">No run kept estimates of this campaign’s last weeks.</p>
      ) : (
        <>
          <Trend
            label={`${campaign.campaign}, D${targetDsi} ROAS`}
            points={points}
            scale={trendScale([Math.max(0, extent[0] * 0.94), extent[1] * 1.04])}
            write={format.roas}
            writeTick={format.share}
            target={target}
            marks={marks}
            height={220}
          />
          <TrendKey
            entries={[
              'actual',
              'forecast',
              'partly',
              points.some(({ note }) => note !== undefined) && 'part',
              'first',
              target !== null && 'target',
              marks.length > 0 && 'event',
            ]}
          />
          <Events events={own} app={app} />
          <HistoryPicture answer={answer} app={app} target={target} />
          <TrendTable of="Estimate" rows={[{ name: 'Latest', points, target }]} write={format.roas} />
        </>
      )}
    </section>
  )
}
