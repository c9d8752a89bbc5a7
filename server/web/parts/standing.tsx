interface StandingProps {
  withheld: readonly { dsi: number; reason: 'TOO_LITTLE_HISTORY' | 'BACKTEST_FAILED' }[] | undefined
  untested: readonly number[] | undefined
  /** The DSIs that the view shows. */
  dsis: readonly number[]
}

const REASONS = {
  TOO_LITTLE_HISTORY: 'too little history',
  BACKTEST_FAILED: 'past forecasts were too far off',
}

/** Explains missing values at DSIs that the run does not forecast, and forecasts that no test has judged. */
export function Standing({ withheld = [], untested = [], dsis }: StandingProps) {
  const missing = withheld.filter(({ dsi }) => dsis.includes(dsi))
  const names = missing.map(({ dsi, reason }) => `D${dsi} (${REASONS[reason]})`).join(', ')
  const early = untested.filter(dsi => dsis.includes(dsi)).map(dsi => `D${dsi}`)
  return (
    <>
      {missing.length > 0 && (
        <p class="withheld m">
          No forecasts at {names}: cohorts younger than that have no value there.
        </p>
      )}
      {early.length > 0 && (
        <p class="untested m">
          Forecasts at {early.join(', ')} are not tested yet: too few earlier ones can be compared
          with outcomes.
        </p>
      )}
    </>
  )
}
