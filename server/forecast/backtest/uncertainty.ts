import { groupBy } from '../model/group-by.ts'
import type { Day } from '../../model/days.ts'
import { bandKey, type Held, sigmaOf, type Spread, spread, type Uncertainty } from '../model/interval.ts'
import { sigmaToHold } from '../model/outcome.ts'
import { growth as growthOf, type Residual } from '../model/shape.ts'
import { type Case, COHORT_LEVELS } from './cohort.ts'
import type { Sigma } from './scores.ts'

/**
 * The width of intervals, from past errors: of a DSI, from there of each age band's campaigns, networks and app in turn. Each starts from the
 * one before, and the first from that of the shorter DSI, so that a DSI without outcomes is as unsure as the last one with some.
 * @param dsis ascending
 * @param bandsFrom shorter DSIs get no age bands
 */
export function learnUncertainty(cases: readonly Case[], dsis: readonly number[], bandsFrom = 0): Uncertainty {
  const growth = growthOf(cases.filter(({ level }) => level === 'campaign').flatMap(residual))
  const byDsi = groupBy(cases, ({ dsi }) => dsi)
  const spreads = new Map<number, Spread>()
  const bands = new Map<string, Spread>()
  let shorter: Spread | undefined
  for (const dsi of dsis) {
    const byPlace = groupBy(byDsi.get(dsi) ?? [], one => bandKey(dsi, one))
    const of = (level: Case['level'], age: number) => (byPlace.get(bandKey(dsi, { level, age })) ?? []).flatMap(residual)
    const ages = [...new Set((byDsi.get(dsi) ?? []).map(({ age }) => age))]
    const base: Spread = spread(
      ages.flatMap(age => of('campaign', age)),
      growth,
      shorter,
    )
    spreads.set(dsi, base)
    for (const age of dsi >= bandsFrom ? ages : []) {
      let above = base
      for (const level of COHORT_LEVELS) {
        above = spread(of(level, age), growth, above)
        bands.set(bandKey(dsi, { level, age }), above)
      }
    }
    shorter = base
  }
  return { growth, spread: spreads, bands }
}

const residuals = new WeakMap<Case, (Residual & Held)[]>()

function residual(one: Case): (Residual & Held)[] {
  const known = residuals.get(one) ?? makeResidual(one)
  residuals.set(one, known)
  return known
}

/** None where nothing was forecast. */
function makeResidual(one: Case): (Residual & Held)[] {
  const { gross, future, actualGross, rest, distance, step, dsi } = one
  if (!(future > 0)) return []
  return [
    {
      error: Math.log(actualGross / gross),
      needed: sigmaToHold({ total: gross, future, step }, actualGross),
      rest,
      distance,
      block: Math.floor(installedOn(one) / Math.max(dsi, SHORTEST_BLOCK)),
    },
  ]
}

/** Days. Weeks within are alike: one holiday or release touches them all. */
const SHORTEST_BLOCK = 28

function installedOn({ origin, age }: Case): Day {
  return origin - age
}

/**
 * Each case's sigma from the errors of cohorts that share no day with it, from install to DSI: neither they nor a shock stand on both
 * sides.
 */
export function sigmaHeldOut(cases: readonly Case[], dsis: readonly number[]): Sigma {
  const learned = new Map<string, Uncertainty>()
  const byDsi = groupBy(cases, ({ dsi }) => dsi)
  const sigma: Sigma = one => {
    const length = Math.max(one.dsi, SHORTEST_BLOCK)
    const fold = Math.floor(installedOn(one) / length)
    const key = `${one.dsi} ${fold}`
    let known = learned.get(key)
    if (known === undefined) {
      const [from, to] = [fold * length - one.dsi, (fold + 1) * length + one.dsi]
      const chain = dsis.slice(Math.max(0, dsis.indexOf(one.dsi) - 1), dsis.indexOf(one.dsi) + 1)
      const apart = chain.flatMap(dsi => byDsi.get(dsi) ?? []).filter(other => installedOn(other) <= from || installedOn(other) >= to)
      known = learnUncertainty(apart, chain, one.dsi)
      learned.set(key, known)
    }
    return sigmaOf(one, one.dsi, known, one)
  }
  // Scores by level and age read each case several times.
  const sigmas = new Map<Case, number>()
  return one => {
    const value = sigmas.get(one) ?? sigma(one)
    sigmas.set(one, value)
    return value
  }
}
