import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Config } from '../config/config.ts'
import { ageToKnow, type Facts } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import { lookbackOf, type Standing } from './references.ts'
import type { Backtest } from '../backtest/gates.ts'

export function standingOf(dsi: number, fit: Fit, { gates }: Backtest): Standing {
  if (dsi > fit.limit) {
    const reach = fit.limit < 0 ? 'there are too few installs for any' : `with the history so far forecasts go to D${fit.limit}`
    return { dsi, withheld: 'history', isTrusted: false, reason: `D${dsi} is too far ahead: ${reach}.` }
  }
  const gate = gates.get(dsi)
  switch (gate?.verdict) {
    case 'passed':
    case 'accepted':
      return { dsi, withheld: null, isTrusted: true, reason: null }
    case 'beyond':
      return {
        dsi,
        withheld: 'history',
        isTrusted: false,
        reason: `D${dsi} is withheld: ${gate.reason ?? 'the inputs end before it'}.`,
      }
    case 'failed':
      return {
        dsi,
        withheld: 'backtest',
        isTrusted: false,
        reason: `D${dsi} forecasts of the past were not good enough: ${gate.reason ?? 'their gate failed.'}`,
      }
    default:
      return {
        dsi,
        withheld: null,
        isTrusted: false,
        reason:
          gate?.reason === undefined || gate.reason === null
            ? `D${dsi} forecasts cannot be tested yet: too few outcomes are known.`
            : `D${dsi} forecasts cannot be tested yet: those of days with less history were not good enough (${gate.reason.replace(/\.$/, '')}).`,
      }
  }
}

/** Trusted without forecasts if all deciding cohorts have reached the DSI. */
export function targetStanding(config: Config, facts: Facts, fit: Fit, backtest: Backtest): Standing {
  const { dsi } = config.targets
  const known = ageToKnow(facts, dsi)
  const isActual = [...PLATFORMS, null].every(platform => known <= lookbackOf(config, platform).start)
  return isActual ? { dsi, withheld: null, isTrusted: true, reason: null } : standingOf(dsi, fit, backtest)
}
