/** Marks a value at a DSI whose forecasts no test has judged yet. */
export function NotTested({ dsi }: { dsi: number }) {
  return (
    <span
      class="m s nw not-tested"
      title={`Past forecasts at D${dsi} were not compared with outcomes: the history is too short.`}
    >
      not tested yet
    </span>
  )
}
