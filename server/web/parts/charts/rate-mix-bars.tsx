import './charts.css'

interface RateMixBarsProps {
  /** Contribution of the group's own ratio; null: none. */
  rate: number | null
  /** Contribution of its share; null: an amount has none. */
  mix: number | null
  /** Largest absolute contribution of all rows. */
  most: number
  width?: number
}

/** Two bars from a common zero: decreases to the left, increases to the right. The numbers beside them are the same. */
export function RateMixBars({ rate, mix, most, width = 148 }: RateMixBarsProps) {
  const zero = width / 2
  const bars = [
    { value: rate, class: 'ch-rate' },
    { value: mix, class: 'ch-mix' },
  ].filter((bar): bar is { value: number; class: string } => bar.value !== null)
  return (
    <svg
      class="rate-mix"
      width={width}
      height={bars.length === 2 ? 16 : 10}
      viewBox={`0 0 ${width} ${bars.length === 2 ? 16 : 10}`}
      aria-hidden="true"
    >
      <path class="ch-stalk" d={`M${zero},0v16`} />
      {bars.map(({ value, class: kind }, index) => {
        const length = most === 0 ? 0 : (Math.abs(value) / most) * (zero - 2)
        return (
          <rect
            key={kind}
            class={kind}
            x={value < 0 ? zero - length : zero}
            y={1 + 7 * index}
            width={length}
            height={bars.length === 2 ? 7 : 8}
          />
        )
      })}
    </svg>
  )
}
