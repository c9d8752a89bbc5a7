import type { Config } from '../config/config.ts'
import type { Day, Facts } from '../facts.ts'
import { calibrate } from '../model/calibration.ts'
import { growth as growthOf, type Residual } from '../model/growth.ts'
import { sigmaOf, spread } from '../model/spread.ts'
import type { Progress } from '../progress.ts'
import type { Case } from './case.ts'
import { casesOf } from './cases.ts'
import { firstCellOf } from '../model/first-cell.ts'
import { decided, decisionScore, judged } from './decisions.ts'
import { gate, gateBeyond } from './gates.ts'
import { agesOf, origins } from './origins.ts'
import type { Backtest } from './result.ts'
import { accuracy, type Score, type Sigma } from './score.ts'

/**
 * Forecasts as they would have been made on past Sundays, against what came: of every DSI the last 26 from which all answers are known by the as-of day.
 * Nothing that is dated later has any influence.
 */
export function backtest(facts: Facts, asOf: Day, config: Config, progress: Progress): Backtest {
  const { dsi: dsis } = config.app
  const cells = firstCellOf(facts.cells.day, facts.cells.count, asOf + 1)
  const { toAge = Infinity } = facts
  const wanted = new Map(dsis.map(dsi => [dsi, new Set(dsi <= toAge ? origins(facts.firstDay, asOf, dsi, cells) : [])]))
  const all = [...new Set([...wanted.values()].flatMap(days => [...days]))].sort((a, b) => a - b)
  const cases = all.flatMap((origin, index) => {
    progress('backtest', index / all.length)
    return casesOf(facts, origin, dsis).filter(({ dsi, knownOn }) => knownOn <= asOf && wanted.get(dsi)!.has(origin))
  })
  progress('backtest', 1)
  const growth = growthOf(residuals(cases))
  const byDsi = new Map(dsis.map(dsi => [dsi, cases.filter(one => one.dsi === dsi)]))
  const uncertainty = { growth, spread: new Map(dsis.map(dsi => [dsi, spread(residuals(byDsi.get(dsi)!), growth)])) }
  const heldOut = sigmaHeldOut(byDsi, growth)
  const atTarget = decided(cases, facts.names, config)
  return {
    asOf,
    origins: all,
    gates: new Map(dsis.map(dsi => [dsi, dsi <= toAge ? gate(dsi, byDsi.get(dsi)!, heldOut, config) : gateBeyond(dsi, toAge, config)])),
    uncertainty,
    calibration: calibrate(judged(atTarget, heldOut, config)),
    scores: dsis.flatMap(dsi => scores(dsi, byDsi.get(dsi)!, heldOut)),
    decisions: decisionScore(atTarget),
    cases,
  }
}

function scores(dsi: number, cases: readonly Case[], sigma: Sigma): Score[] {
  return (['app', 'campaign'] as const).flatMap(level => {
    const ofLevel = cases.filter(one => one.level === level)
    return [null, ...agesOf(dsi)].map(age => ({
      dsi,
      level,
      age,
      ...accuracy(
        ofLevel.filter(one => age === null || one.age === age),
        sigma,
      ),
    }))
  })
}

/** How the forecasts of campaigns, on which decisions rest, ended. */
function residuals(cases: readonly Case[]): Residual[] {
  return cases
    .filter(({ level, future }) => level === 'campaign' && future > 0)
    .map(({ gross, actualGross, rest, distance }) => ({ error: Math.log(actualGross / gross), rest, distance }))
}

/** How unsure each case was, by the errors of the DSI's other origins. */
function sigmaHeldOut(byDsi: ReadonlyMap<number, readonly Case[]>, growth: number): Sigma {
  const spreads = new Map<number, Map<Day, number>>()
  for (const [dsi, cases] of byDsi) {
    const origins = [...new Set(cases.map(({ origin }) => origin))]
    spreads.set(dsi, new Map(origins.map(origin => [origin, spread(residuals(cases.filter(one => one.origin !== origin)), growth)])))
  }
  return one => sigmaOf(one, one.dsi, { growth, spread: new Map([[one.dsi, spreads.get(one.dsi)!.get(one.origin)!]]) })
}
