import './alerts.css'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Overview } from '../../../../generated/client/models.ts'
import { addDays, utcDate } from '../../../core/model/dates.ts'
import { shareOfSpend, sumByCurrency } from '../data/ranking.ts'
import { useOverview } from '../data/use-overview.ts'
import { Choice } from '../../parts/choice.tsx'
import { formatOf } from '../../parts/use-format.ts'
import { countOf, listOf } from '../../parts/words.ts'
import { type AlertsScreen, ALERT_STATES } from '../screen.ts'
import { hasSingleKeys } from '../settings.ts'
import { LoadingLead, TroubleNotice } from '../trouble-notice.tsx'
import { useNavigation } from '../use-screen.ts'
import { AlertLine, doneMark, snoozeMark } from './alert-line.tsx'
import { identityOf, keyOf, type Line, rank } from './inbox.ts'
import { type Mark, markLine, type State, stateOf, useMarks } from './marks.ts'
import { APPS_AT_ONCE, useInbox } from './use-inbox.ts'
import { sum } from '../../../core/formulas/sums.ts'

const WAYS = [
  [null, 'Both'],
  ['less', 'Buys less'],
  ['more', 'Buys more'],
] as const

/** Number of lines drawn at once; hundreds are slow and rarely read. */
const AT_ONCE = 60

const LABELS = { open: 'Open', snoozed: 'Snoozed', done: 'Done' }

interface StatedLine {
  line: Line
  state: State
}

/** Open alerts of all apps: a line per campaign, by money away from target. */
export function AlertsPage({ screen }: { screen: AlertsScreen }) {
  const overview = useOverview()
  if (overview.data === undefined) {
    return (
      <>
        <h1>Alerts</h1>
        <TroubleNotice what="The overview" answer={overview} />
        {overview.isLoading && <LoadingLead {...overview} />}
      </>
    )
  }
  return <InboxOfApps screen={screen} apps={overview.all} />
}

function InboxOfApps({ screen, apps }: { screen: AlertsScreen; apps: readonly Overview[] }) {
  const { go } = useNavigation()
  const [isAll, setAll] = useState(false)
  // After another filter, the first lines are shown again.
  const filter = JSON.stringify([screen.show, screen.app, screen.network, screen.direction])
  const [paging, setPaging] = useState({ filter, most: AT_ONCE })
  const most = paging.filter === filter ? paging.most : AT_ONCE
  const today = utcDate(new Date())
  const weigh = shareOfSpend(apps)
  const alerted = apps
    .filter(({ openAlerts }) => openAlerts > 0)
    .toSorted(
      (a, b) => weigh(b.currency, b.openAlertGap ?? 0) - weigh(a.currency, a.openAlertGap ?? 0),
    )
  const wanted =
    screen.app !== null
      ? alerted.filter(({ appId }) => appId === screen.app)
      : isAll
        ? alerted
        : alerted.slice(0, APPS_AT_ONCE)
  const inbox = useInbox(wanted)
  const marks = useMarks()

  const filtered = rank(inbox.lines, weigh)
    .filter(({ network }) => screen.network === null || network === screen.network)
    .filter(
      ({ subject }) => screen.direction === null || subject?.step.direction === screen.direction,
    )
    .map(line => ({ line, state: stateOf(line, marks[line.key], today) }))
  const counts = { open: 0, snoozed: 0, done: 0 }
  for (const { state } of filtered) counts[state.in]++
  const visible = filtered.filter(({ state }) => state.in === screen.show)
  const isFiltered = screen.app !== null || screen.network !== null || screen.direction !== null
  const widest = Math.max(...visible.map(({ line }) => weigh(line.app.currency, line.gap ?? 0)), 0)
  const [acting, keeping] = [
    visible.filter(item => hasStep(item.line)),
    visible.filter(item => !hasStep(item.line)),
  ]
  // The first line starts open, so that its actions are visible.
  const open =
    screen.line === null
      ? (acting[0] ?? keeping[0])?.line.key
      : screen.line === 'none'
        ? null
        : keyOf(screen.line)
  const firstLines = acting.slice(
    0,
    Math.max(most, acting.findIndex(({ line }) => line.key === open) + 1),
  )
  const isUnknown = inbox.isLoading || (inbox.trouble !== null && inbox.lines.length === 0)
  const focusOn = useFocusAfterMark()
  /** Marks a line; focus moves to the next one, which opens if this one was open. */
  const mark = (key: string, newMark: Mark | null) => {
    const order = [...acting, ...keeping].map(({ line }) => line)
    const at = order.findIndex(line => line.key === key)
    const next = order[at + 1] ?? order[at - 1]
    focusOn(next?.key ?? null)
    markLine(key, newMark)
    if (open === key && screen.line !== null && screen.line !== 'none')
      go({ ...screen, line: next === undefined ? null : identityOf(next) }, 'replace')
  }
  useMarkKeys(
    visible,
    key => mark(key, doneMark()),
    key => mark(key, snoozeMark(addDays(today, 7))),
  )
  const drawn = ({ line, state }: StatedLine) => (
    <AlertLine
      key={line.key}
      {...{ line, state, today }}
      bar={widest === 0 ? 0 : weigh(line.app.currency, line.gap ?? 0) / widest}
      isOpen={open === line.key}
      onToggle={isOpen => set({ line: isOpen ? identityOf(line) : 'none' })}
      onMark={newMark => mark(line.key, newMark)}
    />
  )
  const networks = [
    ...new Set([
      ...inbox.lines.map(({ network }) => network),
      ...(screen.network === null ? [] : [screen.network]),
    ]),
  ].sort()
  const set = (change: Partial<AlertsScreen>) => go({ ...screen, line: null, ...change })

  return (
    <>
      <h1>{isUnknown ? 'Alerts' : headingOf(visible, screen.show)}</h1>
      {inbox.isLoading ? (
        <p class="lead" role="status">
          Loading the alerts of {wanted.length} {wanted.length === 1 ? 'app' : 'apps'}
        </p>
      ) : (
        <p class="lead">{leadOf(visible, screen.show, weigh)}</p>
      )}
      {inbox.trouble !== null && (
        <TroubleNotice
          what={`Alerts of ${inbox.trouble.app.name}`}
          answer={{
            trouble: inbox.trouble.trouble,
            data: undefined,
            at: null,
            again: inbox.again,
            isLoading: inbox.isLoading,
          }}
        />
      )}
      <div class="hd controls">
        <div class="row seg" role="group" aria-label="State">
          {ALERT_STATES.map(show => (
            <button
              key={show}
              class="btn"
              aria-pressed={show === screen.show}
              onClick={() => set({ show })}
            >
              {LABELS[show]} {counts[show]}
            </button>
          ))}
        </div>
        <span class="sp" />
        <div class="bar card" role="group" aria-label="Filter">
          <Choice
            label="App"
            value={screen.app}
            options={[[null, 'All'], ...apps.map(({ appId, name }) => [appId, name] as const)]}
            onChoose={app => set({ app })}
          />
          <Choice
            label="Network"
            value={screen.network}
            options={[[null, 'All'], ...networks.map(network => [network, network] as const)]}
            onChoose={network => set({ network })}
          />
          <Choice
            label="Direction"
            value={screen.direction}
            options={WAYS}
            onChoose={direction => set({ direction })}
          />
        </div>
      </div>
      {visible.length > 0 && (
        <div class="card ib">
          <div class="ibh m s" aria-hidden="true">
            <span>Gap a day</span>
            <span>What to do</span>
            <span class="r">Spend judged</span>
            <span class="r">State</span>
            <span />
          </div>
          {firstLines.map(drawn)}
          {firstLines.length < acting.length && (
            <p class="pad">
              <button
                class="btn"
                onClick={() => setPaging({ filter, most: firstLines.length + AT_ONCE })}
              >
                Show {Math.min(AT_ONCE, acting.length - firstLines.length)} more of{' '}
                {acting.length - firstLines.length}
              </button>
            </p>
          )}
          {keeping.length > 0 && (
            <details
              class="keeps"
              open={
                keeping.length === visible.length || keeping.some(({ line }) => line.key === open)
              }
            >
              <summary>
                {countOf(keeping.length, 'campaign', formatOf(''))} with alerts and nothing to do
                today
                {keeping.some(({ line }) => line.gap !== null) && (
                  <span class="m">: {moneyOf(keeping)} a day away from target</span>
                )}
              </summary>
              {keeping.map(drawn)}
            </details>
          )}
        </div>
      )}
      {visible.length === 0 && !isUnknown && (
        <p class="card pad">
          <b class="b">{EMPTY[screen.show]}</b>{' '}
          {isFiltered && (
            <button class="lnk" onClick={() => set({ app: null, network: null, direction: null })}>
              Clear filters
            </button>
          )}
        </p>
      )}
      {wanted.length < alerted.length && screen.app === null && (
        <p class="foot m">
          Alerts of {wanted.length} of {alerted.length} apps, those with the most money away from
          target.{' '}
          <button class="lnk" onClick={() => setAll(true)}>
            Load the others
          </button>
        </p>
      )}
      <p class="foot m s">
        Gap: the daily spend that the alert judges, times its distance from target.
        {new Set(apps.map(({ currency }) => currency)).size > 1 &&
          ' Lines of different currencies are ranked by the share of what is spent in each.'}
      </p>
      <p class="foot m s">
        Done and snoozed are kept in this browser, since the service is read-only: other people and
        browsers do not see them.
      </p>
    </>
  )
}

const EMPTY = { open: 'Nothing is open.', snoozed: 'Nothing is snoozed.', done: 'Nothing is done.' }

/** `11 campaigns, $1,685 and €421 a day away from target` */
function headingOf(lines: readonly StatedLine[], show: AlertsScreen['show']): string {
  if (lines.length === 0) return show === 'open' ? 'No open alerts' : EMPTY[show].slice(0, -1)
  const count = `${lines.length} ${lines.length === 1 ? 'campaign' : 'campaigns'}`
  const money = moneyOf(lines)
  return money === ''
    ? `${count} with alerts, none about ROAS`
    : `${count}, ${money} a day away from target`
}

/** `€2,163 and $9,047`; empty without any. */
function moneyOf(lines: readonly StatedLine[]): string {
  const sums = sumByCurrency(
    lines.map(({ line }) => ({ currency: line.app.currency, amount: line.gap })),
  )
  return listOf(sums.map(([currency, sum]) => formatOf(currency).money(sum)))
}

/** Whether there is an action: a step, data to check, or an alert without a step, which says itself what it is about. */
function hasStep({ subject }: Line): boolean {
  return subject === null || (subject.step.kind !== 'keep' && subject.step.kind !== 'stopped')
}

/** The share of the first three lines, and counts of new and returned ones. */
function leadOf(
  lines: readonly StatedLine[],
  show: AlertsScreen['show'],
  weigh: (currency: string, amount: number) => number,
): string {
  if (show !== 'open') return ''
  const values = lines.map(({ line }) => weigh(line.app.currency, line.gap ?? 0))
  const [all, first] = [sum(values), sum(values.slice(0, 3))]
  const isNew = lines.filter(
    ({ line, state }) => line.isNew && state.in === 'open' && state.back === null,
  ).length
  const isBack = lines.filter(({ state }) => state.in === 'open' && state.back !== null).length
  return [
    lines.length > 3 &&
      all > 0 &&
      `The first three are ${formatOf('USD').share(first / all)} of it.`,
    isNew > 0 && `${isNew} ${isNew === 1 ? 'is' : 'are'} new.`,
    isBack > 0 && `${isBack} came back.`,
  ]
    .filter(part => part !== false)
    .join(' ')
}

/** Moves focus to a line once the previous one is gone; to the heading if none is left. */
function useFocusAfterMark(): (key: string | null) => void {
  const next = useRef<string | null | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const lines = [...document.querySelectorAll<HTMLElement>('details[data-key]')]
    const element = lines.find(line => line.dataset['key'] === next.current)
    next.current = undefined
    const target = element?.querySelector('summary') ?? document.querySelector<HTMLElement>('main')
    target?.focus()
  })
  return key => (next.current = key)
}

/** `d` and `s` on the focused line. */
function useMarkKeys(
  lines: readonly StatedLine[],
  done: (key: string) => void,
  snooze: (key: string) => void,
): void {
  useEffect(() => {
    function press({ key, target, metaKey, ctrlKey, altKey }: KeyboardEvent): void {
      if (
        (key !== 'd' && key !== 's') ||
        metaKey ||
        ctrlKey ||
        altKey ||
        !(target instanceof Element)
      )
        return
      if (!hasSingleKeys() || target.matches('input, select')) return
      const line = target.closest<HTMLElement>('details[data-key]')?.dataset['key']
      const focused = lines.find(item => item.line.key === line && item.state.in === 'open')
      if (focused === undefined) return
      if (key === 'd') done(focused.line.key)
      else snooze(focused.line.key)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
