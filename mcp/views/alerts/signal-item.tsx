import type { ComponentChildren } from 'preact'
import type { Format } from '../parts/format.ts'
import { memo } from '../parts/memo.tsx'
import { describeSignal, gapOf, GROUP_WORDS, type Kind, type Signal, stakeOf, STATES } from './signals.ts'

interface SignalProps {
  signal: Signal
  format: Format
  ticked: boolean
  onTick: (key: string) => void
}

/** One alert: campaign, what is off and advice; details when opened, if the result has them. */
export const SignalItem = memo(function SignalItem({ signal, format, ticked, onTick }: SignalProps) {
  const { key, campaign, platform, network, country, dailySpend, gap, detail, spendDetail, advice, state } = signal
  const summary = describeSignal(signal, format)
  return (
    <>
      <input type="checkbox" aria-label={`Select ${campaign}: ${summary}`} checked={ticked} onChange={() => onTick(key)} />
      <div class="what">
        <p class="summary">
          <bdi>{summary}</bdi>
        </p>
        <p class="where">
          <bdi class="campaign">{campaign}</bdi>{' '}
          <span class="muted">
            <bdi>{network}</bdi> · {platform} · {country}
          </span>
          {state !== 'raised' && (
            <span class="state">
              {' '}
              <span class="tag">{STATES[state]}</span> <span class="muted">{seenWords(signal, format)}</span>
            </span>
          )}
        </p>
        {advice !== '' && (
          <p class="advice">
            <span aria-hidden="true">→ </span>
            <bdi>{advice}</bdi>
          </p>
        )}
        {detail !== '' && (
          <details>
            <summary>Why</summary>
            <p>
              <bdi>{detail}</bdi>
            </p>
            {spendDetail !== '' && (
              <p>
                <bdi>{spendDetail}</bdi>
              </p>
            )}
            <p class="muted">Raised {format.day(signal.createdAt)}.</p>
          </details>
        )}
      </div>
      <div class="numeric money">
        <strong>{format.money(gap ?? dailySpend)}</strong>
        <p class="muted">{gap === null ? 'spend per day' : `per day off target, of ${format.money(dailySpend)} spend`}</p>
      </div>
    </>
  )
})

/** `19 times since Oct 26`. */
function seenWords({ state, timesSeen, firstSeen, lastSeen }: Signal, format: Format): string {
  if (timesSeen === null) return ''
  const times = timesSeen === 1 ? 'once' : `${format.count(timesSeen)} times`
  if (state === 'closed') {
    return timesSeen === 1 ? `once, ${format.day(lastSeen)}` : `${times}, ${format.day(firstSeen)} to ${format.day(lastSeen)}`
  }
  return state === 'new' ? `since ${format.day(firstSeen)}` : `${times} since ${format.day(firstSeen)}`
}

interface KindProps {
  kind: Kind
  visible: ReadonlySet<Signal>
  /** Daily spend of all alerts. */
  total: number
  format: Format
  children: ComponentChildren
}

/** Open alerts of one kind, with the spend they concern. */
export function KindSection({ kind: { group, title, signals }, visible, total, format, children }: KindProps) {
  const those = signals.filter(signal => visible.has(signal))
  const stake = stakeOf(those)
  const gap = gapOf(those).money
  return (
    <section class={`kind ${group}`} aria-label={title} hidden={those.length === 0}>
      <h2>
        <span class="tag">{GROUP_WORDS[group]}</span> <bdi>{title}</bdi>
      </h2>
      <p class="muted">
        {alerts(those.length, format)}
        {gap > 0 && `, ${format.money(gap)} a day off target`}, {format.money(stake)} spend a day
        {total > 0 && `, ${format.share(stake / total)} of the spend concerned`}
      </p>
      <ul>{children}</ul>
    </section>
  )
}

interface ClosedProps {
  closed: readonly Signal[]
  visible: ReadonlySet<Signal>
  format: Format
  children: ComponentChildren
}

/** Alerts that the latest run no longer raises; collapsed. */
export function Closed({ closed, visible, format, children }: ClosedProps) {
  const count = closed.filter(signal => visible.has(signal)).length
  return (
    <details class="closed" hidden={count === 0}>
      <summary>{alerts(count, format)} closed: not raised by the latest run</summary>
      <ul>{children}</ul>
    </details>
  )
}

function alerts(count: number, format: Format): string {
  return count === 1 ? '1 alert' : `${format.count(count)} alerts`
}
