import type { Format } from '../parts/format.ts'
import { remembered } from '../parts/remembered.tsx'
import { STATES } from './dimensions.ts'
import type { Signal } from './signals.ts'

interface SignalProps {
  signal: Signal
  format: Format
  ticked: boolean
  onTick: (key: string) => void
}

/** One alert: where, what happened, what to do; why, on opening. */
export const SignalItem = remembered(function SignalItem({ signal, format, ticked, onTick }: SignalProps) {
  const { key, campaign, platform, network, country, dailySpend, summary, detail, spendDetail, advice, state } = signal
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
      </div>
      <div class="numeric money">
        <strong>{format.money(dailySpend)}</strong>
        <p class="muted">a day</p>
      </div>
    </>
  )
})

/** `19 times since Oct 26`. */
function seenWords({ state, timesSeen, firstSeen, lastSeen }: Signal, format: Format): string {
  if (timesSeen === null) return ''
  const times = timesSeen === 1 ? 'once' : `${format.count(timesSeen)} times`
  if (state === 'closed') {
    return timesSeen === 1
      ? `once, ${format.shortDay(lastSeen)}`
      : `${times}, ${format.shortDay(firstSeen)} to ${format.shortDay(lastSeen)}`
  }
  return state === 'new' ? `since ${format.shortDay(firstSeen)}` : `${times} since ${format.shortDay(firstSeen)}`
}
