/** Marks a value at a DSI whose forecasts no test has judged yet. */
export function NotTested({ dsi }: { dsi: number }) {
  return (
    <span
      class="m s nw not-tested"
      title={`Too few past forecasts at D${dsi} can be compared with outcomes.`}
    >
      not tested yet
    </span>
  )
}
