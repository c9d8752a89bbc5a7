import { sum } from '../../../core/formulas/sums.ts'
import type { Alert, Event, TrackRecord } from '../../../../generated/client/models.ts'
import { eventsOf, type Lettered, letterEvents, marksOf } from '../../parts/events.tsx'
import { extentOf, trendScale } from '../../parts/charts/trend-shape.ts'
import { TrendKey } from '../../parts/charts/trend-key.tsx'
import { TrendTable } from '../../parts/charts/trend-table.tsx'
import { Trend } from '../../parts/charts/trend.tsx'
import { Events } from '../app/panels.tsx'
import { HistoryPicture } from '../app/history-picture.tsx'
import type { App, Call } from '../app/use-app.ts'
import type { CampaignIdentity } from '../screen.ts'
import { Loaded } from '../trouble-notice.tsx'
import { useCountries, useEstimates, useTrackRecord } from './use-campaign.ts'
import { gapOfAlerts, MIN_DECISIONS, sideOf } from '../../../core/model/classification.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { platformName, regionName } from '../../../core/words/names.ts'
import { decidingReader } from '../app/deciding.ts'
import { knownResponse } from '../../../core/formulas/response-curve.ts'
import { alertWords } from '../../parts/alert-words.ts'
import { Advice } from '../alerts/alert-line.tsx'
import type { Answer } from '../data/use-answer.ts'

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

/** The evidence of a campaign's response to spend. */
const EVIDENCE: Partial<Record<string, string>> = {
  learned: 'Learned from jumps of this campaign’s spend.',
  assumed: 'Assumed: a prior, until jumps of this campaign’s spend show its own response.',
}

/** The campaign's response to spend, if the run gives one with an interval. */
export function ResponseOf({ call, app }: { call: Call; app: App }) {
  const { format, targetDsi } = app.context
  const {
    responseEvidence: evidence,
    responseElasticity: response,
    responseLow: low,
    responseHigh: high,
    marginalRoas: marginal,
    targetRoas: target,
  } = call
  if (response === null && marginal === null) return null
  return (
    <section aria-labelledby="h-response">
      <h3 id="h-response">Response to spend</h3>
      {/* A DSI without a test withholds steps, not what was measured. */}
      {knownResponse({ ...call, tested: true }) === null ? (
        <p class="m">
          Not known: the run gives no interval for it, or a wide one. A budget test would measure
          it.
        </p>
      ) : (
        <>
          <dl class="resp">
            <div>
              <dt>Marginal ROAS at D{targetDsi}</dt>
              <dd>
                <b>{format.roas(marginal)}</b>
                {target !== null && (
                  <span class="m"> of the last unit spent; target {format.roas(target)}</span>
                )}
              </dd>
            </div>
            <div>
              <dt>1% more spend</dt>
              <dd>
                <b>{response!.toFixed(2)}% more installs</b>
                <span class="m">
                  {' '}
                  (80% interval {low!.toFixed(2)} to {high!.toFixed(2)})
                </span>
              </dd>
            </div>
          </dl>
          {evidence !== null && EVIDENCE[evidence] !== undefined && (
            <p class="m s">{EVIDENCE[evidence]}</p>
          )}
        </>
      )}
    </section>
  )
}

/** How often similar recommendations were right. */
export function TrackRecordOf({ app, campaign }: { app: App; campaign: CampaignIdentity }) {
  const { network, own, isLoading, trouble } = useTrackRecord(app, campaign)
  const since = [network?.since, own?.since].filter(day => day !== undefined).sort()[0]
  return (
    <section aria-labelledby="h-record">
      <h3 id="h-record">Track record</h3>
      {trouble !== null && <p class="m">Did not load. {trouble.message}</p>}
      {isLoading ? (
        trouble === null && <span class="sk small-sk" role="status" aria-label="Loading" />
      ) : (
        <>
          <table class="l c">
            <TableHead
              of={[
                [since === undefined ? 'Campaigns' : `Since ${app.context.format.day(since)}`],
                ['Calls', 'r'],
                ['Right', 'r'],
                ['Error', 'r'],
              ]}
            />
            <tbody>
              <Row
                name={`${campaign.network}, ${platformName(campaign.platform)}`}
                record={network}
                app={app}
              />
              <Row name="This campaign" record={own} app={app} />
            </tbody>
          </table>
          <p class="m s">
            Right: share of money. Error: half of the money’s estimates were closer.
          </p>
        </>
      )}
    </section>
  )
}

function Row({ name, record, app }: { name: string; record: TrackRecord | undefined; app: App }) {
  const { share, roas, count } = app.context.format
  const calls = record?.decisions ?? 0
  const error = record?.p50 ?? null
  return (
    <tr>
      <th scope="row" class="nm">
        <bdi>{name}</bdi>
      </th>
      <td class="r">{count(calls)}</td>
      {calls < MIN_DECISIONS ? (
        <td class="r m" colSpan={2}>
          too few: {MIN_DECISIONS} needed
        </td>
      ) : (
        <>
          <td class="r">{share(record?.rightShare)}</td>
          <td class="r">{error === null ? '–' : `±${roas(error)}`}</td>
        </>
      )}
    </tr>
  )
}

interface AlertsOfProps {
  app: App
  answer: Answer<Alert[]>
}

/** The campaign's open alerts, the most money first. */
export function AlertsOf({ app, answer }: AlertsOfProps) {
  const { format } = app.context
  const gapOf = (alert: Alert) => gapOfAlerts([alert])?.gap ?? null
  const byGap = (a: Alert, b: Alert) =>
    (gapOf(b) ?? -1) - (gapOf(a) ?? -1) || b.dailySpend - a.dailySpend
  return (
    <section aria-labelledby="h-alerts">
      <h3 id="h-alerts">Alerts</h3>
      <Loaded what="The alerts" answer={answer} block="small-sk">
        {alerts =>
          alerts.length === 0 ? (
            <p class="m">No open alerts.</p>
          ) : (
            <ul class="al">
              {alerts.toSorted(byGap).map(alert => {
                const gap = gapOf(alert)
                const side = (alert.change ?? 0) < 0 ? 'below' : 'above'
                return (
                  <li key={alert.id}>
                    <span class="nm">
                      {alert.country !== 'GLOBAL' && `${alert.country}: `}
                      <bdi>{alertWords(alert, app.context.targetDsi, format)}</bdi>
                      <Advice alert={alert} />
                    </span>
                    {gap === null ? (
                      <span>{format.rate(alert.dailySpend)} spend</span>
                    ) : (
                      <span class={`${side} b`}>
                        {format.rate(gap)} {side === 'below' ? 'short' : 'above'}
                      </span>
                    )}
                    <span class="m s">
                      {alert.timesSeen === 1 ? 'new' : `${alert.timesSeen} times`} since{' '}
                      {format.day(alert.firstSeen)}
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
