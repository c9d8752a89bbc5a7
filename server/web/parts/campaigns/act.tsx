import type { ComponentChildren } from 'preact'
import { StepText } from '../step-text.tsx'
import type { Format } from '../use-format.ts'
import type { Call } from './call.ts'

interface ActProps {
  call: Call
  format: Format
  children?: ComponentChildren
}

/** A campaign's step, and what it rests on. */
export function Act({ call, format, children }: ActProps) {
  const { predictedRoas: predicted, targetRoas: target, share, targetDsi: dsi } = call
  const { predictedLowRoas: low, predictedHighRoas: high } = call
  const judged =
    'lookbackStartDate' in call
      ? `, installs of ${format.range(call.lookbackStartDate, call.lookbackEndDate)}`
      : ''
  const spend = format.rate(call.dailySpend)
  return (
    <div class="act">
      <p class="do">
        <StepText words={call.words} />
      </p>
      <p class="m">
        {share === null
          ? `${spend}${judged}: ${target === null ? 'no target is set' : 'no ROAS is predicted'}.`
          : `${spend} returns ${format.roas(predicted)} at D${dsi}${call.tested ? '' : ' (not tested yet)'}${judged}: ${format.share(share)} of the ${format.roas(target)} target.`}
        {low !== null &&
          high !== null &&
          ` 80% interval ${format.roas(low)} to ${format.roas(high)}${call.closeCall === true ? ': a close call' : ''}.`}{' '}
        It spends {format.rate(call.currentDailySpend)} now.
      </p>
      {children}
    </div>
  )
}
