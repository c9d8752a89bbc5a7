import { useMemo, useState } from 'preact/hooks'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { memo } from '../../parts/memo.tsx'
import { StepText } from '../../parts/step-text.tsx'
import { platformName, regionName, typeWords } from '../../../../mcp/words/names.ts'
import { stepWords } from '../../../../mcp/words/step-words.ts'
import { Names } from '../names-as-text.tsx'
import type { AppScreen } from '../screen.ts'
import { followedBy, useNavigation } from '../use-screen.ts'
import { type CampaignRow, readSort, type SortName, sortRows, writeSort } from './campaign-rows.ts'
import { roasOf } from './deciding.ts'
import type { App, Call } from './use-app.ts'

interface CampaignsTableProps {
  screen: AppScreen
  app: App
  /** The group whose campaigns these are; null: all. */
  title: string | null
  rows: readonly CampaignRow[]
}

/** Number of rows drawn at first; more are slow and rarely read. */
const FIRST = 60

const COLUMNS: readonly [sort: SortName | null, label: string, kind: string][] = [
  ['campaign', 'Campaign', ''],
  [null, 'Call', ''],
  ['share', 'Against target', 'w'],
  ['roas', 'ROAS', 'r'],
  ['spend', 'Spend', 'r'],
  ['gap', 'Off target', 'r'],
  ['step', 'What to do', 'do'],
]

/** Columns that sort in ascending order first. */
const ASCENDING: readonly SortName[] = ['campaign', 'share', 'gap']

const ORDERS: Record<SortName, string> = {
  spend: 'spend',
  roas: 'ROAS',
  share: 'share of target',
  gap: 'money off target',
  step: 'what its step gains',
  campaign: 'name',
}

/** Campaigns with their money, their ROAS against target and their action. */
export function CampaignsTable({ screen, app, title, rows }: CampaignsTableProps) {
  const { go, href, isStill = false } = useNavigation()
  const [isAll, setAll] = useState(false)
  const sort = readSort(screen.sort)
  const sorted = useMemo(() => sortRows(rows, sort), [rows, screen.sort])
  const shown = isAll ? sorted : sorted.slice(0, FIRST)
  const { targetDsi, format } = app.context
  const threshold = app.overview.actionThreshold
  const noun = rows.every(({ country }) => country === null) ? 'campaign' : 'campaign and country'
  const dates = format.range(app.range.from, app.range.to)
  const headerOf = (label: string) =>
    label === 'ROAS' ? (
      <>
        D{targetDsi} ROAS, <span class="nw">{dates}</span>
      </>
    ) : (
      label
    )
  return (
    <section aria-labelledby="h-campaigns" id="campaigns">
      <div class="hd">
        <h2 id="h-campaigns">
          {title !== null && (
            <>
              <bdi>{title}</bdi>:{' '}
            </>
          )}
          {format.count(rows.length)} {rows.length === 1 ? noun : noun.replace('campaign', 'campaigns').replace('country', 'countries')}
          {rows.length > 1 && `, by ${ORDERS[sort.by]}`}
        </h2>
        <span class="m s">
          ROAS, spend and off target: installs of {dates}. Bar: predicted D{targetDsi} ROAS of the installs that the call judges, against
          the campaign’s target, with its 80% interval; shaded: HOLD band, {format.holdBand(threshold)}
        </span>
      </div>
      <div class="card tb">
        <table class="l cl" role="table">
          <thead role="rowgroup">
            <tr role="row">
              {COLUMNS.map(([name, label, kind]) => (
                <th
                  role="columnheader"
                  key={label}
                  scope="col"
                  class={kind}
                  aria-sort={name === null ? undefined : name !== sort.by ? 'none' : sort.descending ? 'descending' : 'ascending'}
                >
                  {name === null || isStill ? (
                    headerOf(label)
                  ) : (
                    <button
                      class="so"
                      onClick={() => {
                        const descending = name === sort.by ? !sort.descending : !ASCENDING.includes(name)
                        go({ ...screen, sort: writeSort({ by: name, descending }) })
                      }}
                    >
                      {headerOf(label)}
                      <span aria-hidden="true">{name === sort.by ? (sort.descending ? ' ▾' : ' ▴') : ''}</span>
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map(row => {
              const { platform, network, campaign, country } = row
              const to: AppScreen = { ...screen, open: { platform, network, campaign, country } }
              return (
                <tr key={row.key} role="row" data-row>
                  <th scope="row" role="rowheader">
                    <a class="cover clamp" href={href(to)} onClick={followedBy(() => go(to))}>
                      <bdi>{campaign}</bdi>
                    </a>
                    <div class="m s light clamp">
                      <Names of={placeOf(row)} />
                    </div>
                  </th>
                  <Cells {...{ row, app }} />
                </tr>
              )
            })}
          </tbody>
        </table>
        {rows.length === 0 && <p class="pad m">No campaign spent anything in these dates. Choose other dates or clear the filters.</p>}
      </div>
      {shown.length < sorted.length && (
        <p class="rest">
          {isStill ? (
            `${format.count(sorted.length - shown.length)} more`
          ) : (
            <button class="btn" onClick={() => setAll(true)}>
              Show {format.count(sorted.length - shown.length)} more
            </button>
          )}
        </p>
      )}
    </section>
  )
}

interface RowProps {
  row: CampaignRow
  app: App
}

/** The cells that do not depend on the address: drawn once, however often rows are sorted. */
const Cells = memo(function Cells({ row, app }: RowProps) {
  const { format } = app.context
  const { call, now, before, roas, roasBefore, gap } = row
  return (
    <>
      <td role="cell">{call === null ? <span class="m s">No call</span> : <CallTag action={call.action} />}</td>
      <td role="cell" class="w">
        <AgainstTarget {...{ call, app }} />
      </td>
      <td role="cell" class="r">
        <span class="ml m s">ROAS {format.range(app.range.from, app.range.to)} </span>
        <span class="b">{format.roas(roas)}</span>
        {before !== null && <div class="m s">{roas !== null && roasBefore !== null ? format.points(roas - roasBefore) : '–'}</div>}
        <Within {...{ call, roas }} />
      </td>
      <td role="cell" class="r">
        <span class="ml m s">Spend </span>
        <span class="b">{format.money(now.spend)}</span>
        {before !== null && <div class="m s">{before.spend > 0 ? format.signedShare(now.spend / before.spend - 1) : 'nothing before'}</div>}
      </td>
      <td role="cell" class="r">
        <Gap {...{ call, gap, app }} />
      </td>
      <td role="cell" class="do">
        {call === null ? <span class="m">–</span> : <StepText words={stepWords(call, format)} />}
      </td>
    </>
  )
})

function placeOf({ platform, network, country, call }: CampaignRow): (string | null)[] {
  const shownCountry = country ?? (call === null || call.country === 'GLOBAL' ? null : call.country)
  return [platformName(platform), shownCountry && regionName(shownCountry), network]
}

export function CallTag({ action }: { action: string }) {
  return <span class={`tag ${action === 'REDUCE' ? 'below' : action === 'SCALE' ? 'above' : 'h'}`}>{action}</span>
}

function AgainstTarget({ call, app }: { call: Call | null; app: App }) {
  const { format } = app.context
  if (call === null || call.share === null || call.targetRoas === null) {
    return <span class="m s">{call === null ? 'not in the latest run' : call.targetRoas === null ? 'no target' : 'no predicted ROAS'}</span>
  }
  const over = (value: number | null) => (value === null ? null : value / call.targetRoas!)
  return (
    <>
      <Bullet
        share={call.share}
        low={over(call.predictedLowRoas)}
        high={over(call.predictedHighRoas)}
        threshold={app.overview.actionThreshold}
        width={200}
      />
      <div class="s m">
        <b class="b">{format.share(call.share)}</b> of target: {format.roas(call.predictedRoas)} / {format.roas(call.targetRoas)}
        <div>{format.range(call.lookbackStartDate, call.lookbackEndDate)}</div>
        {call.opposedBy.map(type => {
          const { predicted, target } = roasOf(call, { ...app.overview, roasType: type })
          return (
            <div key={type} class="warn">
              {format.share(predicted! / target!)} by {typeWords(type)} ROAS
            </div>
          )
        })}
      </div>
    </>
  )
}

/** The range's ROAS beside the interval of the recommendation, which judges other installs. */
export function Within({ call, roas }: { call: Call | null; roas: number | null }) {
  const { predictedLowRoas: low = null, predictedHighRoas: high = null } = call ?? {}
  if (roas === null || low === null || high === null) return null
  const isWithin = roas >= low && roas <= high
  return <div class={isWithin ? 'm s' : 's warn'}>{isWithin ? 'inside' : 'outside'} the interval</div>
}

function Gap({ call, gap, app }: { call: Call | null; gap: number | null; app: App }) {
  if (call === null || call.targetRoas === null || gap === null) return <span class="m">–</span>
  const side = gap < 0 ? 'below' : 'above'
  return (
    <>
      <span class={`b ${side}`}>{app.context.format.money(Math.abs(gap))}</span>
      <div class={`s ${side}`}>{side === 'below' ? 'short' : 'above'}</div>
    </>
  )
}
