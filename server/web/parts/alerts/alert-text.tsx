import './gap.css'
import type { Format } from '../use-format.ts'
import type { Alerted } from './alerted.ts'
import { adviceWords, type AlertTexts, alertWords } from './alert-words.ts'

/** The alert in a line, with its change. */
export function AlertText({
  alert,
  dsi,
  format,
}: {
  alert: AlertTexts
  dsi: number | null
  format: Format
}) {
  const { change, metric } = alert
  return (
    <>
      <bdi>{alertWords(alert, dsi, format)}</bdi>{' '}
      {change !== null && metric !== 'confidence' && (
        <span class="b">{format.signedShare(change)}</span>
      )}
    </>
  )
}

/** The pipeline's own advice, if the step does not cover the alert. */
export function Advice({ alert }: { alert: AlertTexts }) {
  const advice = adviceWords(alert)
  return advice === null ? null : (
    <div class="m s nm advice">
      <bdi>{advice}</bdi>
    </div>
  )
}

interface GapProps {
  of: Pick<Alerted<unknown>, 'gap' | 'side'>
  /** Length of the bar, 0 to 1. */
  bar: number
  isStopped: boolean
  format: Format
  /** Whether a heading says that it is a day's. */
  isNamed?: boolean
}

/** A campaign's money away from target, a day. */
export function Gap({ of: { gap, side }, bar, isStopped, format, isNamed = false }: GapProps) {
  return (
    <span class={`gap ${isStopped ? 'm' : (side ?? 'm')}`}>
      {gap === null ? (
        <span class="s">no ROAS alert</span>
      ) : (
        <>
          <b>{format.money(gap)}</b>
          <span class="s">
            {!isNamed && '/day'} {side === 'below' ? 'short' : 'above'}
            {isStopped && ' when it ran'}
          </span>
          <span class="gb" style={{ width: `${Math.max(2, bar * 100)}%` }} />
        </>
      )}
    </span>
  )
}
