import { groupBy } from '../model/group-by.ts'
import type { Day } from '../../core/model/dates.ts'
import { bandKey, type NeededSigma, sigmaOf, spread, type Uncertainty } from '../model/interval.ts'
import { sigmaToCover } from '../model/outcome.ts'
import { growth as growthOf, type Residual } from '../model/growth.ts'
import type { Case } from './cohort.ts'
import type { Sigma } from './scores.ts'

/**
 * The width of intervals, from past errors: of campaigns by DSI, then within it by age band; of the app by DSI. Each starts from the
 * previous one, and a DSI from the shorter one's, so that a DSI without outcomes is as uncertain as the last one with some. The app does not
 * start from campaigns: where most bring no further payment, any width holds them.
 * @param dsis ascending
 */
export function learnUncertainty(cases: readonly Case[], dsis: readonly number[]): Uncertainty {
  return learn(pastOf(cases), dsis)
}

/** The error of a past forecast. */
interface PastError extends Residual, NeededSigma {
  installedOn: Day
}

/** Errors by `bandKey`, and the ages of each DSI's cases. */
interface Past {
  errors: ReadonlyMap<string, readonly PastError[]>
  ages: ReadonlyMap<number, readonly number[]>
}

function pastOf(cases: readonly Case[]): Past {
  const byPlace = groupBy(cases, testCase => bandKey(testCase.dsi, testCase))
  const byDsi = groupBy(cases, ({ dsi }) => dsi)
  return {
    errors: new Map([...byPlace].map(([key, some]) => [key, some.flatMap(errorOf)])),
    ages: new Map([...byDsi].map(([dsi, some]) => [dsi, [...new Set(some.map(({ age }) => age))]])),
  }
}

/** @param bandsFrom shorter DSIs get no age bands */
function learn(
  { errors, ages }: Past,
  dsis: readonly number[],
  counts: (error: PastError) => boolean = () => true,
  bandsFrom = 0,
): Uncertainty {
  const of = (dsi: number, level: Case['level'], age: number) =>
    (errors.get(bandKey(dsi, { level, age })) ?? []).filter(counts)
  const ofCampaigns = new Map(
    dsis.map(dsi => [dsi, (ages.get(dsi) ?? []).flatMap(age => of(dsi, 'campaign', age))]),
  )
  const growth = growthOf([...ofCampaigns.values()].flat())
  const spreads = new Map<number, number>()
  const bands = new Map<string, number>()
  let [campaigns, app] = [1, 1]
  for (const [dsi, all] of ofCampaigns) {
    campaigns = spread(all, growth, campaigns)
    spreads.set(dsi, campaigns)
    for (const age of dsi >= bandsFrom ? (ages.get(dsi) ?? []) : [])
      bands.set(
        bandKey(dsi, { level: 'campaign', age }),
        spread(of(dsi, 'campaign', age), growth, campaigns),
      )
    app = spread(of(dsi, 'app', 0), growth, app)
    bands.set(bandKey(dsi, { level: 'app', age: 0 }), app)
  }
  return { growth, spread: spreads, bands }
}

/** Empty if nothing was forecast. */
function errorOf(testCase: Case): PastError[] {
  const { gross, future, actualGross, restVariance, distance, step, dsi } = testCase
  if (!(future > 0)) return []
  return [
    {
      error: Math.log(actualGross / gross),
      needed: sigmaToCover({ total: gross, future, step }, actualGross),
      restVariance,
      distance,
      block: Math.floor(installedOn(testCase) / Math.max(dsi, SHORTEST_BLOCK)),
      installedOn: installedOn(testCase),
    },
  ]
}

/** Days. Weeks within a block are similar: one holiday or release affects them all. */
const SHORTEST_BLOCK = 28

function installedOn({ origin, age }: Case): Day {
  return origin - age
}

/** Sigma of a DSI's cases as set by the outcomes of Sundays before one. */
export function sigmaBefore(
  cases: readonly Case[],
  dsis: readonly number[],
  dsi: number,
  origin: Day,
): Sigma {
  const before = cases.filter(testCase => testCase.origin < origin)
  const known = learn(pastOf(before), chainTo(dsi, dsis))
  return testCase => sigmaOf(testCase, dsi, known, testCase)
}

/** A DSI after the next shorter one, from whose width it starts. */
function chainTo(dsi: number, dsis: readonly number[]): number[] {
  const index = dsis.indexOf(dsi)
  return dsis.slice(Math.max(0, index - 1), index + 1)
}

/**
 * Each case's sigma from the errors of cohorts that share no day with it, from install to DSI: neither the cohorts nor a shock is on both
 * sides.
 */
export function sigmaHeldOut(cases: readonly Case[], dsis: readonly number[]): Sigma {
  const past = pastOf(cases)
  const learned = new Map<string, Uncertainty>()
  const sigma: Sigma = testCase => {
    const length = Math.max(testCase.dsi, SHORTEST_BLOCK)
    const fold = Math.floor(installedOn(testCase) / length)
    const key = `${testCase.dsi} ${fold}`
    let known = learned.get(key)
    if (known === undefined) {
      const [from, to] = [fold * length - testCase.dsi, (fold + 1) * length + testCase.dsi]
      known = learn(
        past,
        chainTo(testCase.dsi, dsis),
        ({ installedOn }) => installedOn <= from || installedOn >= to,
        testCase.dsi,
      )
      learned.set(key, known)
    }
    return sigmaOf(testCase, testCase.dsi, known, testCase)
  }
  // Scores by level and age use each case several times.
  const sigmas = new Map<Case, number>()
  return testCase => {
    const value = sigmas.get(testCase) ?? sigma(testCase)
    sigmas.set(testCase, value)
    return value
  }
}
