import { toTsv } from '../../../core/words/spreadsheet.ts'
import { useMemo } from 'preact/hooks'
import { addDays } from '../../../core/model/dates.ts'
import { type Format, useFormat } from '../../parts/use-format.ts'
import { FilterBar, useFilters } from '../../parts/filters.tsx'
import { pagesOf, type Page } from '../../parts/pages-of.ts'
import { RowCount } from '../../parts/row-count.tsx'
import { Selected } from '../../parts/selected.tsx'
import { useSelection } from '../../parts/selection.tsx'
import type { PartialArguments } from '../../parts/read-result.ts'
import { useTellHost } from '../../parts/use-tell-host.ts'
import { countOf } from '../../parts/words.ts'
import { CampaignItem, Closed } from './campaign-item.tsx'
import { campaignKey } from '../../../core/words/names.ts'
import { type AlertedCampaign, campaignsOf, totalGap } from './alerted-campaigns.ts'
import { DIMENSIONS, inOrder, type Signal, signalsOf } from './signals.ts'
import { copiedColumns, chatMessageOf } from './chat-message.ts'
import type { ViewProps } from '../../parts/frame.tsx'
import { sum } from '../../../core/formulas/sums.ts'

/** Number of days searched for earlier alerts. */
const DAYS_BACK = 30

/** Open alerts, a line per campaign, by money away from target. */
export function Alerts({ answer, args, host, ask }: ViewProps<'svc_get_alerts'>) {
  const { context } = answer
  const format = useFormat(context.currency)
  const signals = useMemo(() => signalsOf(answer), [answer])
  const filtering = useFilters(signals, DIMENSIONS)
  const campaigns = useMemo(() => campaignsOf(filtering.rows), [filtering.rows])
  const all = useMemo(() => campaignsOf(signals), [signals])
  const greatest = Math.max(0, ...all.map(({ gap }) => gap ?? 0))
  const closed = useMemo(
    () => inOrder(filtering.rows.filter(({ state }) => state === 'closed')),
    [filtering.rows],
  )
  const selection = useSelection()
  const selected = useMemo(
    () => signals.filter(signal => selection.keys.has(campaignKey(signal))),
    [signals, selection.keys],
  )
  useTellHost(
    host,
    `Looking at alerts of ${context.app.name} (app ${context.app.id}): ${countOf(campaigns.length, 'campaign', format)}.`,
    {
      tool: 'svc_get_alerts',
      arguments: args,
      shown: filtering.chosen,
    },
  )

  if (signals.length === 0) return null
  const askFor = (more: PartialArguments<'svc_get_alerts'>) =>
    host.can.call ? () => ask({ ...args, ...more }) : undefined
  const turn = host.can.call ? (page: Page) => ask({ ...args, ...page.arguments }) : undefined
  const isDistinct = answer.columns.includes('timesSeen')
  const from =
    args.startDate ??
    (context.runCreatedAt === null
      ? undefined
      : addDays(context.runCreatedAt.slice(0, 10), -DAYS_BACK))
  const seenBefore =
    isDistinct || from === undefined ? undefined : askFor({ distinct: true, startDate: from })
  const explain = answer.columns.includes('detail') ? undefined : askFor({ detail: 'full' })
  const isFiltered = Object.values(filtering.chosen).some(values => values.length > 0)
  const of = isFiltered
    ? 'under these filters'
    : answer.truncated
      ? `in the ${countOf(signals.length, 'loaded alert', format)}`
      : ''
  return (
    <>
      <Lead campaigns={campaigns} signals={filtering.rows} of={of} format={format} />
      <div class="bar">
        <FilterBar all={signals} dimensions={DIMENSIONS} filtering={filtering} />
        {seenBefore !== undefined && <button onClick={seenBefore}>Check earlier alerts</button>}
        {explain !== undefined && <button onClick={explain}>Explain each alert</button>}
      </div>
      <Selected
        {...{ selection, host }}
        keys={campaigns.map(({ key }) => key)}
        selected={[...new Set(selected.map(campaignKey))]}
        chatMessage={() => chatMessageOf(answer, selected, format)}
        text={() =>
          toTsv([...campaigns.flatMap(line => line.alerts), ...closed], copiedColumns(answer))
        }
      />
      <ul class="alerted" aria-label="Campaigns with alerts">
        {campaigns.map(line => (
          <li key={line.key} class="campaign-line">
            <CampaignItem
              campaign={line}
              greatest={greatest}
              format={format}
              ticked={selection.keys.has(line.key)}
              onTick={selection.toggle}
            />
          </li>
        ))}
      </ul>
      <Closed closed={closed} format={format} />
      <p class="m legend">
        Gap: daily spend times distance from target. A campaign counts once per country.
      </p>
      <RowCount
        visible={filtering.rows.length}
        came={signals.length}
        matched={answer.totalRows}
        format={format}
        pages={pagesOf(answer, args)}
        onPage={turn}
      />
    </>
  )
}

interface LeadProps {
  campaigns: readonly AlertedCampaign[]
  signals: readonly Signal[]
  /** The filters of the sums; empty: everything. */
  of: string
  format: Format
}

/** `$1,685/day away from target in 11 campaigns; the first three are 67% of it.` */
function Lead({ campaigns, signals, of, format }: LeadProps) {
  const { money, count } = totalGap(campaigns)
  const first = sum(campaigns.slice(0, 3), ({ gap }) => gap ?? 0)
  const others = campaigns.length - count
  const [fresh, closed] = ['new', 'closed'].map(
    state => signals.filter(signal => signal.state === state).length,
  )
  return (
    <p class="lead" role="status">
      {count > 0 && (
        <>
          <strong>{format.rate(money)}</strong> away from target in{' '}
          {countOf(count, 'campaign', format)}
          {count > 3 && `; the first three are ${format.share(first / money)} of it`}.{' '}
        </>
      )}
      {others > 0 &&
        `${countOf(others, count > 0 ? 'other campaign' : 'campaign', format)} with alerts that are not about ROAS. `}
      {of !== '' && `Counted ${of}. `}
      {signals.some(({ state }) => state !== 'raised') &&
        `${format.count(fresh)} new, ${format.count(closed)} closed.`}
    </p>
  )
}
