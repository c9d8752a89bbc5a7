import type { ComponentChildren } from 'preact'
import type { Format } from '../parts/format.ts'
import { remembered } from '../parts/remembered.tsx'
import type { Axis } from './axis.ts'
import { Bullet } from './bullet.tsx'
import type { Line } from './lines.ts'
import { bidOf, reasonOf } from './words.ts'

interface LineProps {
  line: Line
  axis: Axis
  /** The relative error that 90 % of forecasts stay within; 0: unknown. */
  error: number
  format: Format
  ticked: boolean
  onTick: (key: string) => void
  /** Opens the line, or closes it. */
  onOpen: (key: string) => void
  open: boolean
}

/** One campaign: what to do, how far it is from its target, what it spends, and its bid. */
export const LineItem = remembered(function LineItem({ line, axis, error, format, ticked, onTick, onOpen, open }: LineProps) {
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
          {line.close && <span title="The expected error reaches over an edge of the band">, close call</span>}
          {changeOf(line)}
        </p>
        <p class="muted">
          <bdi>{line.network}</bdi> · {line.platform} · {line.country} · <Confidence line={line} format={format} />
        </p>
      </div>
      <Bullet line={line} axis={axis} error={error} />
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
          <span class="unit"> a day</span>
          {line.previousSpend !== null && line.previousSpend > 0 && (
            <p class="muted">{format.change(line.dailySpend / line.previousSpend - 1)}</p>
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
