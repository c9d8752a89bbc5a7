import { useMemo, useState } from 'preact/hooks'
import { CampaignTable } from '../../parts/campaigns/campaign-table.tsx'
import { Choice } from '../../parts/choice.tsx'
import { Name } from '../../parts/name.tsx'
import type { Format } from '../../parts/use-format.ts'
import { listOf, platformName, regionName } from '../../../core/words/names.ts'
import { Names } from '../../parts/names-as-text.tsx'
import type { AppScreen } from '../screen.ts'
import { followedBy, useNavigation } from '../use-screen.ts'
import {
  type CampaignRow,
  columnsOf,
  readSort,
  sortCampaigns,
  writeSort,
} from './campaign-rows.tsx'
import type { App } from './use-app.ts'

interface CampaignsTableProps {
  screen: AppScreen
  app: App
  /** The group whose campaigns these are; null: all. */
  title: string | null
  rows: readonly CampaignRow[]
}

/** Number of rows drawn at first; more are slow and rarely read. */
const FIRST = 40

const ORDERS: Record<string, string> = {
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
function isListed(row: CampaignRow, kind: Kind, text: string): boolean {
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
    row.call?.head,
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
  const sorted = useMemo(() => sortCampaigns(rows, sort), [rows, screen.sort])
  const listed = useMemo(
    () => sorted.filter(row => isListed(row, kind, text.trim())),
    [sorted, kind, text],
  )
  const visible = isAll ? listed : listed.slice(0, FIRST)
  const threshold = app.overview.actionThreshold
  const noun = rows.every(({ country }) => country === null) ? 'campaign' : 'campaign and country'
  const dates = format.range(app.range.from, app.range.to)
  const columns = useMemo(() => columnsOf(dates), [dates])
  const context = useMemo(() => ({ format, threshold }), [format, threshold])
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
        <CampaignTable
          {...{ columns, context, sort }}
          rows={visible}
          {...(!isStill && { onSort: next => go({ ...screen, sort: writeSort(next) }) })}
          titleOf={({ campaign, platform, network }) =>
            [campaign, platformName(platform), network].join(' · ')
          }
          nameOf={({ platform, network, campaign, country }) => {
            const to: AppScreen = { ...screen, open: { platform, network, campaign, country } }
            return (
              <>
                <a class="cover" href={href(to)} onClick={followedBy(() => go(to))}>
                  {isStill ? <bdi>{campaign}</bdi> : <Name>{campaign}</Name>}
                </a>{' '}
                <span class="m s light wide">
                  <Names of={[country === null ? null : regionName(country), network]} />
                </span>
              </>
            )
          }}
        />
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
