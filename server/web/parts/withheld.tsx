interface WithheldProps {
  withheld: readonly { dsi: number; reason: 'TOO_LITTLE_HISTORY' | 'BACKTEST_FAILED' }[] | undefined
  /** The DSIs that the view shows. */
  dsis: readonly number[]
}

const REASONS = { TOO_LITTLE_HISTORY: 'too little history', BACKTEST_FAILED: 'past forecasts were too far off' }

/** Explains missing values at DSIs that the run does not forecast. */
export function Withheld({ withheld = [], dsis }: WithheldProps) {
  const shown = withheld.filter(({ dsi }) => dsis.includes(dsi))
  if (shown.length === 0) return null
  const names = shown.map(({ dsi, reason }) => `D${dsi} (${REASONS[reason]})`).join(', ')
  return <p class="withheld muted">No forecasts at {names}: cohorts younger than that have no value there.</p>
}
