import type { Event } from '../../../../generated/client/models.ts'
import { EstimatesTrend } from '../../parts/campaigns/estimates-trend.tsx'
import type { TrendPoint } from '../../parts/charts/trend-shape.ts'
import { TrendTable } from '../../parts/charts/trend-table.tsx'
import { EventList, eventsOf, type Lettered, letterEvents, marksOf } from '../../parts/events.tsx'
import { HistoryPicture } from '../app/history-picture.tsx'
import type { App } from '../app/use-app.ts'
import type { CampaignIdentity } from '../screen.ts'
import { Loaded } from '../trouble-notice.tsx'
import { useEstimates } from './use-history.ts'

interface EstimatesProps {
  app: App
  campaign: CampaignIdentity
  events: readonly Lettered<Event>[]
  target: number | null
}

/** ROAS by install week, as first estimated and as currently known. */
export function Estimates({ app, campaign, events, target }: EstimatesProps) {
  const answer = useEstimates(app, campaign)
  const { targetDsi, format } = app.context
  const starts = (answer.data?.cohorts ?? []).map(({ cohort }) => cohort)
  const own = letterEvents(
    eventsOf(events, campaign).filter(
      ({ endDate }) => starts[0] !== undefined && endDate >= starts[0],
    ),
  )
  return (
    <section aria-labelledby="h-estimates">
      <h3 id="h-estimates">History of estimates</h3>
      <p class="m s">
        D{targetDsi} ROAS by install week, Monday to Sunday. The tick is the first estimate, the dot
        the latest.
      </p>
      <Loaded what="The history" answer={answer} block="est-sk">
        {({ points }) => (
          <EstimatesTrend
            {...{ points, target, format }}
            label={`${campaign.campaign}, D${targetDsi} ROAS`}
            marks={marksOf(own, starts)}
          >
            <EventList events={own} format={format} />
            <HistoryPicture answer={answer} app={app} target={target} />
            <TrendTable
              of="Estimate"
              rows={[
                { label: 'Latest', lines: [{ name: '', points }], target },
                { label: 'First estimate', lines: [{ name: '', points: points.map(firstOf) }] },
              ]}
              write={format.roas}
            />
          </EstimatesTrend>
        )}
      </Loaded>
    </section>
  )
}

function firstOf({ label, first = null }: TrendPoint): TrendPoint {
  return { label, value: first, actualShare: 1 }
}
