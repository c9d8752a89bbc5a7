import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import type { WithheldFor } from '../../core/model/catalog.ts'
import { HIGH_CONFIDENCE } from '../../core/model/classification.ts'
import { daysUntilTested } from '../backtest/days-until-tested.ts'
import { isUntested } from '../backtest/untested.ts'
import type { Backtest } from '../backtest/gates.ts'
import type { Lookbacks } from '../config/forecast-config.ts'
import { ageToKnow, type Facts } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import type { Standing } from './references.ts'

const TRUSTED = { withheld: null, isTested: true, isTrusted: true, reason: null } as const

/** Greatest confidence without a test: below HIGH. */
export const UNTESTED_CONFIDENCE = HIGH_CONFIDENCE - 0.01

/** Forecasts are delivered if they pass their test, if they wait for it above a DSI that passed, or if the configuration accepts them. */
export function standingOf(
  dsi: number,
  facts: Facts,
  fit: Fit,
  { gates, untested }: Backtest,
): Standing {
  const gate = gates.get(dsi)
  const days = (wait: number | null): string =>
    wait === null ? '' : ` About ${count(wait)} of data are missing.`
  const withhold = (withheld: WithheldFor, reason: string): Standing => ({
    dsi,
    withheld,
    isTested: false,
    isTrusted: false,
    reason,
  })
  if (dsi > fit.limit) {
    const reach =
      fit.limit < 0
        ? 'there are too few installs for any'
        : `with the history so far forecasts go to D${fit.limit}`
    return withhold(
      'history',
      `D${dsi} is too far ahead: ${reach}.${days(daysUntilTested(facts, fit.asOf, dsi))}`,
    )
  }
  if (gate?.verdict === 'failed') {
    return withhold(
      'backtest',
      `D${dsi} forecasts of the past were not good enough: ${gate.reason ?? 'their gate failed.'}`,
    )
  }
  if (gate !== undefined && !isUntested(gate)) return { dsi, ...TRUSTED }
  const bad = gate?.reason ?? null
  const isBeyond = bad !== null && gate!.wape === null
  const yet = isBeyond ? '' : ' yet'
  const failed = isBeyond
    ? bad
    : `those of days with less history were not good enough (${bad?.replace(/\.$/, '')})`
  const why = bad === null ? 'too few outcomes are known' : failed
  const missing = days(daysUntilTested(facts, fit.asOf, dsi, { isAlike: bad !== null }))
  if (untested.has(dsi)) {
    const reason = `D${dsi} forecasts are not tested${yet}: ${why}. Their confidence is at most ${UNTESTED_CONFIDENCE}.${missing}`
    return { dsi, withheld: null, isTested: false, isTrusted: true, reason }
  }
  if (gate?.verdict === 'accepted') {
    return {
      dsi,
      withheld: null,
      isTested: false,
      isTrusted: false,
      reason: `D${dsi} forecasts are accepted without a test: ${why}.`,
    }
  }
  return withhold('history', `D${dsi} forecasts cannot be tested${yet}: ${why}.${missing}`)
}

function count(days: number): string {
  return days === 1 ? '1 more day' : `${days} more days`
}

/** Trusted without forecasts if all deciding cohorts have reached the DSI. */
export function targetStanding(
  dsi: number,
  lookbacks: Lookbacks,
  facts: Facts,
  fit: Fit,
  backtest: Backtest,
): Standing {
  const known = ageToKnow(facts, dsi)
  const isActual = [...PLATFORMS, null].every(platform => known <= lookbacks(platform).start)
  return isActual ? { dsi, ...TRUSTED } : standingOf(dsi, facts, fit, backtest)
}
