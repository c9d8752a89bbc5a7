import { thinLabels } from './charts/labels.ts'
import { round, type ValueScale } from './heat.ts'

interface ValueAxisProps {
  scale: ValueScale
  left: number
  right: number
  write: (value: number) => string
}

/** Horizontal lines at round values, with labels at the left. */
export function ValueAxis({ scale, left, right, write }: ValueAxisProps) {
  return (
    <g class="value-axis">
      <path class="grid" d={scale.ticks.map(tick => `M${left},${scale.at(tick)}H${right}`).join('')} />
      {scale.ticks.map(tick => (
        <text key={tick} x={left - 6} y={scale.at(tick)} dy="0.32em" text-anchor="end" data-value={tick}>
          {write(tick)}
        </text>
      ))}
    </g>
  )
}

interface PlaceAxisProps {
  /** Positions, px from the left, ascending. */
  at: readonly number[]
  write: (index: number) => string
  y: number
  width: number
}

/** Labels below the chart: the first, the last, and those between that fit. */
export function PlaceAxis({ at, write, y, width }: PlaceAxisProps) {
  const texts = at.map((_, index) => write(index))
  return (
    <g class="place-axis">
      {thinLabels(at, texts, width).map(({ index, x }) => (
        <text key={index} x={round(x)} y={y}>
          {texts[index]}
        </text>
      ))}
    </g>
  )
}

/** Width that the axis labels need, px. */
export function roomFor(texts: readonly string[]): number {
  return Math.max(24, ...texts.map(text => text.length * 6.6)) + 10
}
