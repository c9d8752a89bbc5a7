import type { Axis } from './axis.ts'
import type { Line } from './lines.ts'

/** Predicted against target: a bar from the target to the prediction, a whisker for its expected error. Its numbers stand beside it. */
export function Bullet({ line: { ofTarget }, axis, error }: { line: Line; axis: Axis; error: number }) {
  if (ofTarget === null) return <span class="bullet" aria-hidden="true" />
  const at = axis.place(ofTarget)
  const target = axis.place(1)
  const [low, high] = [axis.place(ofTarget * (1 - error)), axis.place(ofTarget * (1 + error))]
  return (
    <span class="bullet" aria-hidden="true">
      <i class="deviation" style={`left:${Math.min(at, target)}%;width:${Math.abs(at - target)}%`} />
      {high > low && <i class="whisker" style={`left:${low}%;width:${high - low}%`} />}
      {ofTarget > axis.to ? <i class="beyond">▸</i> : <i class="dot" style={`left:${at}%`} />}
    </span>
  )
}

/** The axis over all lines, in percent of the target. */
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
