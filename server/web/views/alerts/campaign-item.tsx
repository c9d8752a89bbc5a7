import type { ComponentChildren } from 'preact'
import type { Format } from '../../parts/use-format.ts'
import { memo } from '../../parts/memo.tsx'
import { startOf } from '../../../core/words/step-words.ts'
import { Advice, AlertText, Gap } from '../../parts/alerts/alert-text.tsx'
import { adviceWords, labelledAdvice } from '../../parts/alerts/alert-words.ts'
import { steppedAlert } from '../../parts/alerts/alerted.ts'
import { StepText } from '../../parts/step-text.tsx'
import { countryName, platformName } from '../../parts/words.ts'
import type { AlertedCampaign } from './alerted-campaigns.ts'
import { type Signal, STATES } from './signals.ts'

interface CampaignProps {
  campaign: AlertedCampaign
  /** Largest gap of all lines, the length of a full bar. */
  greatest: number
  format: Format
  ticked: boolean
  onTick: (key: string) => void
}

/** One campaign: its gap, its step, its place, and its alerts beneath. */
export const CampaignItem = memo(function CampaignItem({
  campaign: line,
  greatest,
  format,
  ticked,
  onTick,
}: CampaignProps) {
  const { key, campaign, platform, network, country, dailySpend, isNew, alerts } = line
  const step = steppedAlert(alerts)?.step ?? null
  const name = campaign === '' ? `All ${platformName(platform)} campaigns` : campaign
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={ticked}
        onChange={() => onTick(key)}
      />
      <Gap
        of={line}
        bar={(line.gap ?? 0) / greatest}
        isStopped={step?.kind === 'stopped'}
        format={format}
      />
      <div class="what">
        <p class="step" title={step?.words}>
          {step === null ? (
            <b>{alerts[0]?.title}</b>
          ) : (
            <StepText words={startOf(step.words, step.direction !== 'none')} />
          )}
        </p>
        <p class="where">
          <bdi class="campaign">{name}</bdi>{' '}
          <span class="m">
            <bdi>{network}</bdi>
            {campaign !== '' && ` · ${platformName(platform)}`} · {countryName(country)}
          </span>{' '}
          {isNew && <span class="tag new">New</span>}
        </p>
        <ul class="signals">
          {alerts.map(signal => (
            <SignalLine key={signal.id} signal={signal} format={format} />
          ))}
        </ul>
      </div>
      <div class="r money">
        {format.rate(dailySpend)}
        <p class="m">spend, as judged</p>
      </div>
    </>
  )
})

/** One alert of a campaign; opens to show the reasons, if the result has them. */
function SignalLine({ signal, format }: { signal: Signal; format: Format }) {
  const { detail = '', spendDetail, country } = signal
  const advice = adviceWords(signal) === null ? labelledAdvice(signal.recommendedAction) : null
  const why = [detail, advice, spendDetail].filter(text => typeof text === 'string' && text !== '')
  return (
    <li class={`signal ${signal.state}`}>
      <p>
        <AlertText alert={signal} dsi={null} format={format} />
        {country !== 'GLOBAL' && country !== '' && <span class="m"> · {country}</span>}{' '}
        <span class="state m">{seenWords(signal, format)}</span>
      </p>
      <Advice alert={signal} />
      {detail !== '' && (
        <details>
          <summary>Why</summary>
          {why.map(text => (
            <p key={text}>
              <bdi>{text}</bdi>
            </p>
          ))}
          <p class="m">Raised {format.day(signal.createdAt)}.</p>
        </details>
      )}
    </li>
  )
}

/** `19 times since Oct 26`; empty if the result has no count. */
function seenWords({ state, timesSeen, firstSeen, lastSeen }: Signal, format: Format): string {
  if (timesSeen === undefined) return ''
  const times = timesSeen === 1 ? 'once' : `${format.count(timesSeen)} times`
  if (state === 'closed') {
    return timesSeen === 1
      ? `once, ${format.day(lastSeen)}`
      : `${times}, ${format.day(firstSeen)} to ${format.day(lastSeen)}`
  }
  return state === 'new'
    ? `since ${format.day(firstSeen)}`
    : `${times} since ${format.day(firstSeen)}`
}

interface ClosedProps {
  closed: readonly Signal[]
  format: Format
}

/** Alerts that the latest run no longer raises; collapsed. */
export function Closed({ closed, format }: ClosedProps): ComponentChildren {
  if (closed.length === 0) return null
  return (
    <details class="closed">
      <summary>
        {closed.length === 1 ? '1 alert' : `${format.count(closed.length)} alerts`} closed: not
        raised by the latest run
      </summary>
      <ul>
        {closed.map(signal => (
          <li key={signal.id}>
            <p class="where">
              <bdi class="campaign">{signal.campaign}</bdi>{' '}
              <span class="m">
                <bdi>{signal.network}</bdi> · {platformName(signal.platform)} ·{' '}
                {countryName(signal.country)} · {STATES[signal.state]}
              </span>
            </p>
            <ul class="signals">
              <SignalLine signal={signal} format={format} />
            </ul>
          </li>
        ))}
      </ul>
    </details>
  )
}
