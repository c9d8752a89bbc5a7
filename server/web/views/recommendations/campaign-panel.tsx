import type { ComponentChildren } from 'preact'
import { confidenceWords } from '../../../core/words/doubt-words.ts'
import { isSameCampaign } from '../../../core/words/names.ts'
import { Act } from '../../parts/campaigns/act.tsx'
import type { CellContext } from '../../parts/campaigns/campaign-columns.tsx'
import { CountriesTable } from '../../parts/campaigns/countries-table.tsx'
import { estimatePoints, EstimatesTrend } from '../../parts/campaigns/estimates-trend.tsx'
import { EventList, eventsOf, letterEvents, marksOf } from '../../parts/events.tsx'
import type { Host } from '../../parts/host.ts'
import { Notice } from '../../parts/notice.tsx'
import {
  type Answer,
  type AnyTool,
  type PartialArguments,
  rowsOf,
} from '../../parts/read-result.ts'
import { type Called, useCall } from '../../parts/use-call.ts'
import { countryName, platformName } from '../../parts/words.ts'
import { estimatesOf } from '../roas-history/cohorts.ts'
import { type Line, linesOf, reasonOf, type Recommendations } from './lines.ts'

interface PanelProps {
  line: Line
  answer: Recommendations
  host: Host
  context: CellContext
  onClose: () => void
}

/** Details of a campaign: its step, ROAS history and countries. */
export function CampaignPanel({ line, answer, host, context, onClose }: PanelProps) {
  const { history, countries } = useCampaignCalls(host, answer, line)
  const { campaign, network, platform, country, call } = line
  const { format } = context
  return (
    <section class="panel" aria-label={`Details of ${campaign}`}>
      <div class="ends title">
        <h3>
          <bdi>{campaign}</bdi>
        </h3>
        <button onClick={onClose}>Close</button>
      </div>
      <Act call={call} format={format}>
        <p class="m">
          {call.action}, {reasonOf(line)}
          {call.closeCall === true && ', close call'} · <bdi>{network}</bdi> ·{' '}
          {platformName(platform)} · {countryName(country)} · {confidenceWords(call, format)}
        </p>
      </Act>
      {host.can.call ? (
        <div class="cols both">
          <div>
            <h3>History of estimates</h3>
            <ReplyState of={history} what="its history">
              {history => <Estimates answer={history} line={line} context={context} />}
            </ReplyState>
          </div>
          <div>
            <h3>Countries</h3>
            <ReplyState of={countries} what="its countries">
              {countries => <Countries answer={countries} line={line} context={context} />}
            </ReplyState>
          </div>
        </div>
      ) : (
        <p>This host cannot load history and countries for the view.</p>
      )}
    </section>
  )
}

type Filters = Pick<
  PartialArguments<'svc_get_recommendations'>,
  'campaigns' | 'networks' | 'platforms'
>

/** Requests a campaign's history and countries, by one call each. */
function useCampaignCalls(host: Host, { context }: Recommendations, line: Line) {
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

interface SectionProps<Name extends AnyTool> {
  answer: Answer<Name>
  line: Line
  context: CellContext
}

function Estimates({ answer, line, context: { format } }: SectionProps<'svc_get_roas_history'>) {
  const { targetDsi: dsi, fullFromAge, installGrouping, events } = answer.context
  const { platform, network, campaign, country } = line
  const cohorts = rowsOf<unknown>(answer)
    .filter(row => isSameCampaign(line, row as unknown as Line))
    .map(row => ({
      cohort: String(row['install_cohort']),
      estimates: estimatesOf(row['roas_by_age']),
    }))
    .sort((a, b) => (a.cohort < b.cohort ? -1 : 1))
  const names = { platform, network, campaign, ...(country !== 'GLOBAL' && { country }) }
  const own = eventsOf(letterEvents(events), names)
  const points = estimatePoints(cohorts, { fullFromAge, dsi }, format)
  return (
    <>
      <p class="m s">
        D{dsi} ROAS of {installGrouping.toLowerCase()} cohorts. The tick is the first estimate, the
        dot the latest.
      </p>
      <EstimatesTrend
        {...{ points, format }}
        label={`${campaign}, D${dsi} ROAS`}
        target={line.call.targetRoas}
        marks={marksOf(
          own,
          cohorts.map(({ cohort }) => cohort),
        )}
      >
        <EventList events={own} format={format} />
      </EstimatesTrend>
    </>
  )
}

function Countries({ answer, line, context }: SectionProps<'svc_get_recommendations'>) {
  const { format, threshold } = context
  const calls = linesOf(answer)
    .filter(other => isSameCampaign(line, other))
    .map(({ call }) => call)
  if (calls.length === 0) return <p>No recommendations by country.</p>
  const { action } = line.call
  const off = calls.filter(call => call.action !== action).length
  return (
    <>
      <p class="m s">
        {calls.length === 1
          ? 'This campaign runs in one country.'
          : off === 0
            ? `All countries say ${action}.`
            : `${format.count(off)} of ${format.count(calls.length)} countries differ from ${action}.`}{' '}
        The band is {format.holdBand(threshold)}.
      </p>
      <CountriesTable calls={calls} context={context} />
    </>
  )
}

interface ReplyStateProps<Name extends AnyTool> {
  of: Called<Name>
  what: string
  children: (answer: Answer<Name>) => ComponentChildren
}

function ReplyState<Name extends AnyTool>({
  of: { reply, again },
  what,
  children,
}: ReplyStateProps<Name>) {
  if (reply === null) {
    return (
      <p class="m" role="status">
        Loading {what}.
      </p>
    )
  }
  if ('answer' in reply) return <>{children(reply.answer)}</>
  return (
    <Notice
      tone={reply.problem.kind === 'limited' ? 'warning' : 'error'}
      title={`Cannot load ${what}`}
    >
      <p>{reply.problem.message}</p>
      <button onClick={again}>Retry</button>
    </Notice>
  )
}
