import type { ValueScale } from './heat.ts'

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
  /** Width of one label, px. */
  room?: number
}

/** Labels below the chart; skips those that do not fit. */
export function PlaceAxis({ at, write, y, width, room = 58 }: PlaceAxisProps) {
  const shown: number[] = []
  at.forEach((x, index) => {
    const last = shown.at(-1)
    if (last === undefined || x - at[last]! >= room) shown.push(index)
  })
  return (
    <g class="place-axis">
      {shown.map(index => {
        const x = at[index]!
        const anchor = x < room / 2 ? 'start' : x > width - room / 2 ? 'end' : 'middle'
        return (
          <text key={index} x={anchor === 'end' ? width : anchor === 'start' ? Math.max(0, x - 6) : x} y={y} text-anchor={anchor}>
            {write(index)}
          </text>
        )
      })}
    </g>
  )
}

/** Width that the axis labels need, px. */
export function roomFor(texts: readonly string[]): number {
  return Math.max(24, ...texts.map(text => text.length * 6.6)) + 10
}
