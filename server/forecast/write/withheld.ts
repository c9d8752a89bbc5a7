import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import { daysUntilTested } from '../backtest/days-until-tested.ts'
import type { Backtest } from '../backtest/gates.ts'
import type { Config } from '../config/forecast-config.ts'
import { ageToKnow, type Facts } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { lookbackOf } from '../config/lookback.ts'
import type { Standing } from './references.ts'

const TRUSTED = { withheld: null, isTrusted: true, reason: null } as const

/** Forecasts are delivered if they pass their test, or if the configuration accepts them. */
export function standingOf(dsi: number, facts: Facts, fit: Fit, { gates }: Backtest): Standing {
  const gate = gates.get(dsi)
  const days = (wait: number | null): string => (wait === null ? '' : ` About ${count(wait)} of data are missing.`)
  if (dsi > fit.limit) {
    const reach = fit.limit < 0 ? 'there are too few installs for any' : `with the history so far forecasts go to D${fit.limit}`
    const missing = daysUntilTested(facts, fit.asOf, dsi)
    return { dsi, withheld: 'history', isTrusted: false, reason: `D${dsi} is too far ahead: ${reach}.${days(missing)}` }
  }
  switch (gate?.verdict) {
    case 'passed':
      return { dsi, ...TRUSTED }
    case 'accepted':
      return gate.wape === null && gate.reason === null
        ? { dsi, withheld: null, isTrusted: false, reason: `D${dsi} forecasts are accepted without a test: too few outcomes are known.` }
        : { dsi, ...TRUSTED }
    case 'beyond':
      return { dsi, withheld: 'history', isTrusted: false, reason: `D${dsi} is withheld: ${gate.reason ?? 'the inputs end before it'}.` }
    case 'failed': {
      const why = gate.reason ?? 'their gate failed.'
      return { dsi, withheld: 'backtest', isTrusted: false, reason: `D${dsi} forecasts of the past were not good enough: ${why}` }
    }
    default: {
      const bad = gate?.reason ?? null
      const why =
        bad === null ? 'too few outcomes are known.' : `those of days with less history were not good enough (${bad.replace(/\.$/, '')}).`
      const missing = daysUntilTested(facts, fit.asOf, dsi, { isAlike: bad !== null })
      return { dsi, withheld: 'history', isTrusted: false, reason: `D${dsi} forecasts cannot be tested yet: ${why}${days(missing)}` }
    }
  }
}

function count(days: number): string {
  return days === 1 ? '1 more day' : `${days} more days`
}

/** Trusted without forecasts if all deciding cohorts have reached the DSI. */
export function targetStanding(
  config: Pick<Config, 'targets' | 'betLookback' | 'app'>,
  facts: Facts,
  fit: Fit,
  backtest: Backtest,
): Standing {
  const { dsi } = config.targets
  const known = ageToKnow(facts, dsi)
  const isActual = [...PLATFORMS, null].every(platform => known <= lookbackOf(config, platform).start)
  return isActual ? { dsi, ...TRUSTED } : standingOf(dsi, facts, fit, backtest)
}
