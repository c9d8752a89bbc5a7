import type { ComponentChildren } from 'preact'
import type { Format } from '../../../server/web/parts/use-format.ts'
import { memo } from '../../../server/web/parts/memo.tsx'
import { Bullet } from '../../../server/web/parts/charts/bullet.tsx'
import { confidenceWords } from '../../words/doubt-words.ts'
import { StepText } from '../../../server/web/parts/step-text.tsx'
import { countryName, gapOf, platformName, sideWords } from '../../../server/web/parts/words.ts'
import { type Line, reasonOf, type Recommendations, decidingTypes } from './lines.ts'

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

/** One campaign: its action, distance to target, spend, and the money in between. */
export const LineItem = memo(function LineItem({ line, threshold, format, ticked, onTick, onOpen, open }: LineProps) {
  const { key, campaign, action, ofTarget, predicted, target, interval, dailySpend } = line
  return (
    <>
      <input type="checkbox" aria-label={`Select ${campaign}`} checked={ticked} onChange={() => onTick(key)} />
      <div class="who">
        <button class="link clamp" aria-expanded={open} onClick={() => onOpen(key)}>
          <bdi>{campaign}</bdi>
        </button>
        <p class="step">
          <StepText words={line.step} />
        </p>
        <p>
          <span class="tag">{action}</span> {reasonOf(line)}
          {line.close && <span title="The 80% interval covers an edge of the HOLD band">, close call</span>}
          {changeOf(line)}
        </p>
        {line.outcome !== undefined && <p class="outcome">{outcomeWords(line, format)}</p>}
        <p class="muted">
          <bdi>{line.network}</bdi> · {platformName(line.platform)} · {countryName(line.country)} ·{' '}
          {confidenceWords({ ...line, confidenceScore: line.confidence }, format)}
        </p>
      </div>
      <div class="place">
        {ofTarget !== null && <Bullet share={ofTarget} low={interval?.low ?? null} high={interval?.high ?? null} threshold={threshold} />}
      </div>
      <div class="numbers">
        <div class="numeric of-target">
          <strong>{format.share(ofTarget)}</strong>
          <span class="unit"> of target</span>
          <p class="muted">
            {format.roas(predicted)} / {format.roas(target)}
          </p>
        </div>
        <div class="numeric spend">
          <strong>{format.money(dailySpend)}</strong>
          <span class="unit"> a day</span>
          {line.previousSpend !== null && line.previousSpend > 0 && (
            <p class="muted">{format.signedShare(dailySpend / line.previousSpend - 1)}</p>
          )}
        </div>
        <div class="numeric gap">
          {ofTarget === null ? (
            <span class="muted">no target</span>
          ) : (
            <>
              <strong>{format.money(gapOf(dailySpend, ofTarget))}</strong>
              <span class="per">/day</span>
              <p class="muted">{sideWords(ofTarget)}</p>
            </>
          )}
        </div>
      </div>
    </>
  )
})

function changeOf({ change, action, previousAction }: Line): ComponentChildren {
  if (change === 'new') return <b>, new</b>
  return previousAction !== null && previousAction !== action ? <b>, was {previousAction}</b> : null
}

/** The action in hindsight, in words. */
function outcomeWords({ outcome, action }: Line, format: Format): string {
  if (outcome === null || outcome === undefined) return 'Outcome not known yet'
  const verdict = outcome.action === action ? `${action} was right` : `in hindsight ${outcome.action}`
  const off = outcome.error === null ? '' : `, predicted ${format.share(Math.abs(outcome.error))} too ${outcome.error < 0 ? 'low' : 'high'}`
  return `Actual ROAS ${format.roas(outcome.actual)}${off}: ${verdict}`
}

/** Legend of the bars. */
export function Legend({ answer, lines, format }: { answer: Recommendations; lines: readonly Line[]; format: Format }) {
  const { context } = answer
  const isKnown = lines.some(({ interval }) => interval !== null)
  return (
    <p class="muted legend">
      Dots: predicted D{context.targetDsi} {decidingTypes(context)} ROAS against the campaign’s target, from 50% to 150% of it. Shaded: the
      HOLD band, {format.holdBand(context.actionThreshold)}.{' '}
      {isKnown
        ? 'Whiskers: the 80% interval; a close call covers an edge of the band.'
        : 'The error of these predictions is not known yet.'}
    </p>
  )
}
