import './charts.css'
import { holdBand, sideOf } from '../../../core/model/classification.ts'

interface BulletProps {
  /** Value over target: 0.7 is 70% of target. */
  share: number
  /** 80% interval, over target. */
  low?: number | null
  high?: number | null
  /** Half-width of the HOLD band: 0.05. */
  threshold: number
  /** Draws the axis: 50%, target, 150%. */
  labeled?: boolean
  width?: number
}

const [LOW, HIGH] = [0.5, 1.5]

/** A value and its interval against target, from 50 % to 150 % of it; an arrow at the edge marks a value beyond. */
export function Bullet({
  share,
  low = null,
  high = null,
  threshold,
  labeled = false,
  width = 240,
}: BulletProps) {
  const at = (value: number) =>
    Math.max(5, Math.min(width - 5, ((value - LOW) / (HIGH - LOW)) * width))
  const percent = (value: number) => `${Math.round(value * 100)}%`
  const beyond = share < LOW ? -1 : share > HIGH ? 1 : 0
  const hasInterval = low !== null && high !== null
  const words = `${percent(share)} of target${hasInterval ? `, 80% interval ${percent(low)} to ${percent(high)}` : ''}`
  const x = at(share)
  const [left, right] = holdBand(threshold).map(at) as [number, number]
  return (
    <svg
      class={`bullet ch-${sideOf(share, threshold)}`}
      width="100%"
      viewBox={`0 0 ${width} ${labeled ? 30 : 16}`}
      role="img"
      aria-label={words}
      style={{ maxWidth: `${width}px` }}
    >
      <rect class="ch-hold" x={left} y="1" width={right - left} height="14" />
      <path class="ch-grid" d={`M0,8H${width}`} />
      <path class="ch-at" d={`M${at(1)},0v16`} />
      {hasInterval && (
        <path class="ch-whisker" d={`M${at(low)},8H${at(high)}M${at(low)},4v8M${at(high)},4v8`} />
      )}
      {beyond === 0 ? (
        <circle class="ch-at-value" cx={x} cy="8" r="4.5" />
      ) : (
        <path class="ch-at-value" d={`M${x + beyond * 5},8l${-beyond * 9},-5v10z`} />
      )}
      {labeled && (
        <>
          <text x="0" y="28">
            50%
          </text>
          <text x={at(1)} y="28" text-anchor="middle">
            target
          </text>
          <text x={width} y="28" text-anchor="end">
            150%
          </text>
        </>
      )}
    </svg>
  )
}
