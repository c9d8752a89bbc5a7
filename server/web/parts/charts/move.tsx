import './charts.css'
import { useWidth } from '../use-width.ts'
import { spreadLabels, widthOf } from './labels.ts'

interface MoveStep {
  /** `15.0%` */
  value: number
  text: string
  /** `live`, `recommended` */
  name: string
}

interface MoveProps {
  /** From the present value to the unlimited one, in order. The second is the recommended step. */
  steps: readonly MoveStep[]
  label: string
}

/** The size of a move on a line: current, recommended and unlimited value. */
export function Move({ steps, label }: MoveProps) {
  const [ref, width] = useWidth(480)
  const values = steps.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const widths = steps.map(({ text, name }) => Math.max(widthOf(text), widthOf(name)))
  const room = Math.max(...widths) / 2 + 2
  const gap = Math.max(...widths) + 12
  const wished = values.map(
    value => room + (high === low ? 0 : ((value - low) / (high - low)) * (width - 2 * room)),
  )
  const at = spreadLabels(
    wished,
    Math.min(gap, (width - 2 * room) / Math.max(1, steps.length - 1)),
    room,
    width - room,
  )
  const [from, to] = [at[0]!, at[1] ?? at[0]!]
  const way = Math.sign(to - from)
  return (
    <div class="trend" ref={ref}>
      <svg
        width={width}
        height={62}
        viewBox={`0 0 ${width} 62`}
        role="img"
        aria-label={`${label}: ${steps.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
      >
        <path class="ch-way" d={`M${Math.min(...at)},30H${Math.max(...at)}`} />
        {way !== 0 && values[0] !== values[1] && (
          <>
            <path class="ch-move" d={`M${from + way * 9},30H${to - way * 13}`} />
            <path class="ch-tip-arrow" d={`M${to - way * 8},30l${-way * 9},-5v10z`} />
          </>
        )}
        {steps.map(({ text, name }, index) => (
          <g key={name}>
            <circle
              class={index === 1 ? 'ch-step ch-now' : 'ch-step'}
              cx={at[index]}
              cy="30"
              r={index < 2 ? 6.5 : 4.5}
            />
            <text
              class={index < 2 ? 'ch-value' : undefined}
              x={at[index]}
              y="14"
              text-anchor="middle"
            >
              {text}
            </text>
            <text x={at[index]} y="56" text-anchor="middle">
              {name}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
