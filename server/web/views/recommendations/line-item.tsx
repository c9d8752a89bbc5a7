import type { Format } from '../../parts/use-format.ts'
import { memo } from '../../parts/memo.tsx'
import { Name } from '../../parts/name.tsx'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { rangeWords, untestedWords } from '../../../core/words/step-words.ts'
import { StepText } from '../../parts/step-text.tsx'
import { countryName, platformName } from '../../parts/words.ts'
import { type Line, type Recommendations, decidingTypes } from './lines.ts'

interface LineProps {
  line: Line
  /** Half-width of the HOLD band. */
  threshold: number
  format: Format
  ticked: boolean
  onTick: (key: string) => void
  /** Opens or closes the line. */
  onOpen: (key: string) => void
  open: boolean
}

/** One campaign in a line: its step, share of target, worth and spend. */
export const LineItem = memo(function LineItem({
  line,
  threshold,
  format,
  ticked,
  onTick,
  onOpen,
  open,
}: LineProps) {
  const { key, campaign, action, ofTarget, predicted, target, interval, currentDailySpend } = line
  const standing = line.tested ? null : `The ${untestedWords(line.targetDsi)}`
  const notes = [
    standing,
    changeOf(line, format),
    line.outcome === undefined ? null : outcomeWords(line, format),
  ].filter(note => note !== null)
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Select ${campaign}`}
        checked={ticked}
        onChange={() => onTick(key)}
      />
      <div class="who one">
        <button class="link" aria-expanded={open} onClick={() => onOpen(key)} title={campaign}>
          <Name>{campaign}</Name>
        </button>{' '}
        <span class="muted">
          {platformName(line.platform)} · <bdi>{line.network}</bdi>
          {line.country !== 'GLOBAL' && ` · ${countryName(line.country)}`}
        </span>
      </div>
      <p class="step one" title={line.step}>
        <StepText words={line.head} />
      </p>
      <div class="place" title={`${format.roas(predicted)} / ${format.roas(target)}`}>
        <span class="tag">{action}</span>
        {ofTarget !== null && (
          <Bullet
            share={ofTarget}
            low={interval?.low ?? null}
            high={interval?.high ?? null}
            threshold={threshold}
            width={110}
          />
        )}
        <strong>{ofTarget === null ? '–' : format.share(ofTarget)}</strong>
      </div>
      <div class="numeric gain">{worthOf(line, format)}</div>
      <div class="numeric spend">{format.money(currentDailySpend)}</div>
      {notes.length > 0 && <p class="outcome muted">{notes.join('. ')}</p>}
    </>
  )
})

/** `$1,051`; without a middle `$2,219 to $2,961`. */
function worthOf({ direction, gain, gainLow, gainHigh }: Line, format: Format): string {
  if (direction === 'none') return ''
  if (gain !== null) return format.money(gain)
  return gainLow === null || gainHigh === null
    ? 'not priced'
    : rangeWords(gainLow, gainHigh, format)
}

/** `New`, `Was HOLD, spend +25.0%`; null without a change. */
function changeOf(
  { change, action, previousAction, previousSpend, dailySpend }: Line,
  format: Format,
): string | null {
  if (change === 'new') return 'New'
  const was = previousAction !== null && previousAction !== action ? [`was ${previousAction}`] : []
  const spend =
    previousSpend !== null && previousSpend > 0
      ? [`spend ${format.signedShare(dailySpend / previousSpend - 1)}`]
      : []
  const words = [...was, ...spend].join(', ')
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The action in hindsight, in words. */
function outcomeWords({ outcome, action }: Line, format: Format): string {
  if (outcome === null || outcome === undefined) return 'Outcome not known yet'
  const verdict =
    outcome.action === action ? `${action} was right` : `in hindsight ${outcome.action}`
  const off =
    outcome.error === null
      ? ''
      : `, predicted ${format.share(Math.abs(outcome.error))} too ${outcome.error < 0 ? 'low' : 'high'}`
  return `Actual ROAS ${format.roas(outcome.actual)}${off}: ${verdict}`
}

/** Legend of the bars. */
export function Legend({
  answer,
  lines,
  format,
}: {
  answer: Recommendations
  lines: readonly Line[]
  format: Format
}) {
  const { context } = answer
  const isKnown = lines.some(({ interval }) => interval !== null)
  return (
    <p class="muted legend">
      Dots: predicted D{context.targetDsi} {decidingTypes(context)} ROAS against the campaign’s
      target, from 50% to 150% of it. Shaded: the HOLD band,{' '}
      {format.holdBand(context.actionThreshold)}.{' '}
      {isKnown
        ? 'Whiskers: the 80% interval; a close call covers an edge of the band.'
        : 'The error of these predictions is not known yet.'}
    </p>
  )
}
