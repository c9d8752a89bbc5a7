import { useMemo, useState } from 'preact/hooks'
import { sideOf } from '../../../core/model/classification.ts'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { Choice } from '../../parts/choice.tsx'
import { memo } from '../../parts/memo.tsx'
import { Name } from '../../parts/name.tsx'
import { signedRate } from '../../parts/plan/plan-words.ts'
import { NotTested } from '../not-tested.tsx'
import { StepText } from '../../parts/step-text.tsx'
import type { Format } from '../../parts/use-format.ts'
import { listOf, platformName, regionName } from '../../../core/words/names.ts'
import { actionWords, stepWords } from '../../../core/words/step-words.ts'
import { Names } from '../names-as-text.tsx'
import type { AppScreen } from '../screen.ts'
import { Worth } from '../step-item.tsx'
import { followedBy, useNavigation } from '../use-screen.ts'
import { type CampaignRow, readSort, type SortName, sortRows, writeSort } from './campaign-rows.ts'
import type { App, Call } from './use-app.ts'

interface CampaignsTableProps {
  screen: AppScreen
  app: App
  /** The group whose campaigns these are; null: all. */
  title: string | null
  rows: readonly CampaignRow[]
}

/** Number of rows drawn at first; more are slow and rarely read. */
const FIRST = 40

const COLUMNS: readonly [sort: SortName | null, label: string, kind: string][] = [
  ['campaign', 'Campaign', ''],
  [null, 'Call', ''],
  ['share', 'Of target', 'w'],
  ['gap', 'Off target a day', 'r'],
  ['step', 'What to do', 'do'],
  [null, 'Worth a day', 'r g'],
  ['spend', 'Spend', 'r'],
  ['roas', 'ROAS', 'r'],
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

/** Which rows are listed, by their step. */
const KINDS = [
  ['all', 'All'],
  ['step', 'With a step'],
  ['check_data', 'Data to check'],
  ['keep', 'Keep'],
] as const

type Kind = (typeof KINDS)[number][0]

/** Whether a row has this kind of step, and the searched text in its names or words. */
function isListed(row: CampaignRow, kind: Kind, text: string, format: Format): boolean {
  const step = row.call?.step
  if (
    kind !== 'all' &&
    (kind === 'step' ? (step?.direction ?? 'none') === 'none' : step?.kind !== kind)
  )
    return false
  if (text === '') return true
  const words = [
    row.campaign,
    row.network,
    platformName(row.platform),
    row.call?.action,
    row.call && actionWords(row.call, format),
  ]
  return words.join(' ').toLowerCase().includes(text.toLowerCase())
}

/** Campaigns in a line each: the call's verdict, the step, and the page's own dates in grey. A line opens the campaign. */
export function CampaignsTable({ screen, app, title, rows }: CampaignsTableProps) {
  const { go, href, isStill = false } = useNavigation()
  const [isAll, setAll] = useState(false)
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const sort = readSort(screen.sort)
  const { targetDsi, format } = app.context
  const sorted = useMemo(() => sortRows(rows, sort), [rows, screen.sort])
  const listed = useMemo(
    () => sorted.filter(row => isListed(row, kind, text.trim(), format)),
    [sorted, kind, text],
  )
  const visible = isAll ? listed : listed.slice(0, FIRST)
  const threshold = app.overview.actionThreshold
  const noun = rows.every(({ country }) => country === null) ? 'campaign' : 'campaign and country'
  const dates = format.range(app.range.from, app.range.to)
  const headerOf = (name: SortName | null, label: string) => (
    <>
      {label}
      <span aria-hidden="true">
        {name === null || name !== sort.by ? '' : sort.descending ? ' ▾' : ' ▴'}
      </span>
      {(name === 'roas' || name === 'spend') && <span class="nw dt"> {dates}</span>}
    </>
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
          {format.count(rows.length)}{' '}
          {rows.length === 1
            ? noun
            : noun.replace('campaign', 'campaigns').replace('country', 'countries')}
          {rows.length > 1 && `, by ${ORDERS[sort.by]}`}
        </h2>
        <span class="m s">{judgedWords(rows, format)}</span>
        <details>
          <summary>How to read it</summary>
          <p class="m s">
            Bar: predicted D{targetDsi} ROAS against target, with its 80% interval; shaded: HOLD,{' '}
            {format.holdBand(threshold)}. In grey: installs of {dates}; “out” is outside the
            interval.
          </p>
        </details>
        {!isStill && rows.length > 1 && (
          <>
            <span class="sp" />
            <div class="bar card find">
              <label>
                <span class="vh">Find a campaign</span>
                <input
                  type="search"
                  placeholder="Find"
                  value={text}
                  onInput={({ currentTarget }) => setText(currentTarget.value)}
                />
              </label>
              <Choice label="What to do" value={kind} options={KINDS} onChoose={setKind} />
            </div>
          </>
        )}
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
                  aria-sort={
                    name === null
                      ? undefined
                      : name !== sort.by
                        ? 'none'
                        : sort.descending
                          ? 'descending'
                          : 'ascending'
                  }
                >
                  {name === null || isStill ? (
                    headerOf(name, label)
                  ) : (
                    <button
                      class="so"
                      onClick={() => {
                        const descending =
                          name === sort.by ? !sort.descending : !ASCENDING.includes(name)
                        go({ ...screen, sort: writeSort({ by: name, descending }) })
                      }}
                    >
                      {headerOf(name, label)}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {visible.map(row => {
              const { platform, network, campaign, country } = row
              const to: AppScreen = { ...screen, open: { platform, network, campaign, country } }
              return (
                <tr key={row.key} role="row" data-row>
                  <th
                    scope="row"
                    role="rowheader"
                    class="one"
                    title={[campaign, platformName(platform), network].join(' · ')}
                  >
                    <a class="cover" href={href(to)} onClick={followedBy(() => go(to))}>
                      {isStill ? <bdi>{campaign}</bdi> : <Name>{campaign}</Name>}
                    </a>{' '}
                    <span class="m s light wide">
                      <Names of={[country === null ? null : regionName(country), network]} />
                    </span>
                  </th>
                  <Cells {...{ row, app }} />
                </tr>
              )
            })}
          </tbody>
        </table>
        {listed.length === 0 && (
          <p class="pad m">
            {rows.length === 0
              ? 'No campaign spent anything in these dates. Choose other dates or clear the filters.'
              : 'No campaign matches. Change the text or the choice above.'}
          </p>
        )}
      </div>
      {visible.length < listed.length && (
        <p class="rest">
          {isStill ? (
            `${format.count(listed.length - visible.length)} more`
          ) : (
            <button class="btn" onClick={() => setAll(true)}>
              Show {format.count(listed.length - visible.length)} more
            </button>
          )}
        </p>
      )}
    </section>
  )
}

/** `Calls judge installs of Nov 19–25 (iOS) and Nov 20–26 (Android). `: of each platform, its longest range; empty without calls. */
function judgedWords(rows: readonly CampaignRow[], format: Format): string {
  const ranges = new Map<string, Set<string>>()
  for (const { platform, call } of rows) {
    if (call === null) continue
    const dates = format.range(call.lookbackStartDate, call.lookbackEndDate)
    ranges.set(dates, (ranges.get(dates) ?? new Set()).add(platformName(platform)))
  }
  if (ranges.size === 0) return ''
  const parts = [...ranges].map(([dates, platforms]) =>
    ranges.size === 1 ? dates : `${dates} (${[...platforms].join(', ')})`,
  )
  return `Calls judge installs of ${listOf(parts)}. `
}

interface RowProps {
  row: CampaignRow
  app: App
}

/** The cells that do not depend on the address: drawn once, however often rows are sorted. */
const Cells = memo(function Cells({ row, app }: RowProps) {
  const { format } = app.context
  const { call, now, before, roas, gap } = row
  const side = call === null ? 'm' : toneOf(call, app)
  return (
    <>
      <td role="cell">
        {call === null ? <span class="m s">No call</span> : <CallTag action={call.action} />}
      </td>
      <td role="cell" class="w">
        <OfTarget {...{ call, app }} />
        {call !== null && call.share !== null && !call.tested && <NotTested dsi={call.targetDsi} />}
      </td>
      <td role="cell" class="r">
        <span class="ml m s">Off target </span>
        {gap === null ? (
          <span class="m">–</span>
        ) : (
          <span class={side}>{signedRate(gap, format).replace('/day', '')}</span>
        )}
      </td>
      <td role="cell" class="do one" title={call === null ? undefined : stepWords(call, format)}>
        {call === null ? <span class="m">–</span> : <StepText words={actionWords(call, format)} />}
      </td>
      <td role="cell" class="r g">
        {call !== null && call.step.direction !== 'none' && (
          <Worth step={call.step} format={format} isNamed />
        )}
      </td>
      <td
        role="cell"
        class="r m"
        title={
          before === null || before.spend === 0
            ? undefined
            : format.signedShare(now.spend / before.spend - 1)
        }
      >
        <span class="ml s">Spend </span>
        {format.money(now.spend)}
      </td>
      <td role="cell" class="r m">
        <span class="ml s">ROAS </span>
        {format.roas(roas)} <Within {...{ call, roas }} />
      </td>
    </>
  )
})

/** The tone of a call: its side of the target, if it still spends. */
function toneOf({ share, step }: Call, { overview }: App): string {
  const side =
    share === null || step.kind === 'stopped' ? 'held' : sideOf(share, overview.actionThreshold)
  return side === 'held' ? 'm' : side
}

export function CallTag({ action }: { action: string }) {
  return (
    <span class={`tag ${action === 'REDUCE' ? 'below' : action === 'SCALE' ? 'above' : 'h'}`}>
      {action}
    </span>
  )
}

/** The call's predicted ROAS over target; its figures are in the title. */
function OfTarget({ call, app }: { call: Call | null; app: App }) {
  const { format } = app.context
  if (call === null || call.share === null || call.targetRoas === null) {
    return (
      <span class="m s">
        {call === null ? '–' : call.targetRoas === null ? 'no target' : 'no forecast'}
      </span>
    )
  }
  const over = (value: number | null) => (value === null ? null : value / call.targetRoas!)
  return (
    <span class="of" title={`${format.roas(call.predictedRoas)} / ${format.roas(call.targetRoas)}`}>
      <Bullet
        share={call.share}
        low={over(call.predictedLowRoas)}
        high={over(call.predictedHighRoas)}
        threshold={app.overview.actionThreshold}
        width={66}
      />
      <b class={`b ${toneOf(call, app)}`}>{format.share(call.share)}</b>
    </span>
  )
}

/** Whether the range's ROAS is inside the interval of the call, which judges other installs; null if either is not known. */
export function isWithin(call: Call | null, roas: number | null): boolean | null {
  const { predictedLowRoas: low = null, predictedHighRoas: high = null } = call ?? {}
  return roas === null || low === null || high === null ? null : roas >= low && roas <= high
}

function Within({ call, roas }: Pick<CampaignRow, 'call' | 'roas'>) {
  if (isWithin(call, roas) !== false) return null
  return (
    <span class="s" title="Outside the 80% interval of the call’s installs">
      out
    </span>
  )
}
