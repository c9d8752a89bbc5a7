import type { ComponentChildren } from 'preact'
import type { Format } from '../parts/format.ts'
import { memo } from '../parts/memo.tsx'
import type { Axis } from './axis.ts'
import { bidOf, type Line, reasonOf, type Recommendations, typeWords } from './lines.ts'

interface LineProps {
  line: Line
  axis: Axis
  format: Format
  ticked: boolean
  onTick: (key: string) => void
  /** Opens or closes the line. */
  onOpen: (key: string) => void
  open: boolean
}

/** One campaign: action, distance to target, spend, bid. */
export const LineItem = memo(function LineItem({ line, axis, format, ticked, onTick, onOpen, open }: LineProps) {
  const { key, campaign, action, ofTarget, predicted, target, bidDsi } = line
  const bid = bidOf(line, format)
  return (
    <>
      <input type="checkbox" aria-label={`Select ${campaign}`} checked={ticked} onChange={() => onTick(key)} />
      <div class="who">
        <button class="link" aria-expanded={open} onClick={() => onOpen(key)}>
          <bdi>{campaign}</bdi>
        </button>
        <p>
          <span class="tag">{action}</span> {reasonOf(line)}
          {line.close && <span title="The 80% interval covers an edge of the HOLD band">, close call</span>}
          {changeOf(line)}
        </p>
        {line.outcome !== undefined && <p class="outcome">{outcomeWords(line, format)}</p>}
        <p class="muted">
          <bdi>{line.network}</bdi> · {line.platform} · {line.country} · <Confidence line={line} format={format} />
        </p>
      </div>
      <Bullet line={line} axis={axis} />
      <div class="numbers">
        <div class="numeric of-target">
          <strong>{format.share(ofTarget)}</strong>
          <span class="unit"> of target</span>
          <p class="muted">
            {format.roas(predicted)} / {format.roas(target)}
          </p>
        </div>
        <div class="numeric spend">
          <strong>{format.money(line.dailySpend)}</strong>
          <span class="unit"> per day</span>
          {line.previousSpend !== null && line.previousSpend > 0 && (
            <p class="muted">{format.signedShare(line.dailySpend / line.previousSpend - 1)}</p>
          )}
        </div>
        <div class="numeric bid">
          {bid.what}
          <p class="muted">
            {bid.advice === 'no ROAS bid' ? '' : `D${bidDsi} bid, `}
            {bid.advice}
          </p>
        </div>
      </div>
    </>
  )
})

function Confidence({ line: { status, confidence }, format }: { line: Line; format: Format }) {
  return (
    <span>
      {status.toLowerCase()} confidence{confidence === null ? '' : ` (${format.share(confidence)})`}
    </span>
  )
}

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

/** A bar from target to prediction, with a whisker for the 80 % interval. */
function Bullet({ line: { ofTarget, interval }, axis }: { line: Line; axis: Axis }) {
  if (ofTarget === null) return <span class="bullet" aria-hidden="true" />
  const at = axis.place(ofTarget)
  const target = axis.place(1)
  const [low, high] = interval === null ? [at, at] : [axis.place(interval.low), axis.place(interval.high)]
  return (
    <span class="bullet" aria-hidden="true">
      <i class="deviation" style={`left:${Math.min(at, target)}%;width:${Math.abs(at - target)}%`} />
      {high > low && <i class="whisker" style={`left:${low}%;width:${high - low}%`} />}
      {ofTarget > axis.to ? <i class="beyond">▸</i> : <i class="dot" style={`left:${at}%`} />}
    </span>
  )
}

export function AxisLine({ axis, percent }: { axis: Axis; percent: (ratio: number) => string }) {
  return (
    <span class="axis">
      {axis.ticks.map((tick, index) => (
        <i key={tick} style={`left:${axis.place(tick)}%`} class={tick === 1 ? 'target' : tick === axis.to ? 'last' : undefined}>
          {tick === 1 ? 'target' : percent(tick)}
          {index === axis.ticks.length - 1 && <span> of target</span>}
        </i>
      ))}
    </span>
  )
}

/** Legend of the bars. */
export function Legend({ answer, lines, format }: { answer: Recommendations; lines: readonly Line[]; format: Format }) {
  const { context } = answer
  const isKnown = lines.some(({ interval }) => interval !== null)
  return (
    <p class="muted legend">
      Bars: predicted D{context.targetDsi} {typeWords(context)} ROAS against the campaign’s target. Shaded: the HOLD band, ±
      {format.share(context.actionThreshold)}.{' '}
      {isKnown
        ? 'Whiskers: the 80% interval; a close call covers an edge of the band.'
        : 'The error of these predictions is not known yet.'}
    </p>
  )
}
