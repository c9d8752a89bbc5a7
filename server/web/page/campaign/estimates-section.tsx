import type { Event } from '../../../../generated/client/models.ts'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { extentOf, trendScale } from '../../parts/charts/trend-shape.ts'
import { TrendTable } from '../../parts/charts/trend-table.tsx'
import { Trend } from '../../parts/charts/trend.tsx'
import { eventsOf, type Lettered, letterEvents, marksOf } from '../../parts/events.tsx'
import { HistoryPicture } from '../app/history-picture.tsx'
import { Events } from '../app/panels.tsx'
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
  const { points = [], starts = [] } = answer.data ?? {}
  const extent = extentOf([...points.flatMap(({ value, first }) => [value, first]), target])
  const own = letterEvents(
    eventsOf(events, campaign).filter(
      ({ endDate }) => starts[0] !== undefined && endDate >= starts[0],
    ),
  )
  const marks = marksOf(own, starts)
  return (
    <section aria-labelledby="h-estimates">
      <h3 id="h-estimates">History of estimates</h3>
      <p class="m s">
        D{targetDsi} ROAS by install week, Monday to Sunday. The tick is the first estimate, the dot
        the latest.
      </p>
      <Loaded what="The history" answer={answer} block="est-sk">
        {() =>
          extent === null || points.length === 0 ? (
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
              <TrendTable
                of="Estimate"
                rows={[{ name: 'Latest', points, target }]}
                write={format.roas}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
