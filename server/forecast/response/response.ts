import { commonCourses, dayEffects, type Residuals, weekdayEffects } from './day-effects.ts'
import { innovations, smoothed } from './level.ts'
import { likelihoodOf, mixture, NOISES, SIMPLE, withUnsure } from './likelihood.ts'
import type { Moves } from './moves.ts'
import { type Seen, seenSpend } from './seen.ts'
import type { CampaignSeries } from './series.ts'
import { lookAgain, observed, openState, residualsOf, type State, withoutSpend } from './state.ts'
import { exponents, GRID, shrinkResponses, summarize, type Summary } from './shrink.ts'
import { valueResponses } from './value.ts'

/** How a campaign's installs follow its spend: installs = a(t) spend^b. */
export interface Response extends Summary {
  campaign: number
  /** d ln (revenue per install) / d ln spend; 0 or below, as a rule. */
  value: number
  jumps: Moves['jumps']
  /** Days since the last jump of spend; Infinity without one. */
  sinceJump: number
  seen: Seen
}

/** Rounds in which levels, effects of days and responses are estimated in turn. */
const ROUNDS = 5
/** Kinds of groups whose days differ: app, platform, network, country. */
const KINDS = 4

/** The responses of the campaigns of an app, of those that spend steadily. */
export function findResponses(all: readonly CampaignSeries[]): Response[] {
  const states = all.flatMap(series => openState(series))
  if (states.length === 0) return []
  const days = states[0]!.series.spend.length
  for (let round = 0; round < ROUNDS; round++) {
    const courses = commonCourses(
      states.map(state => withCourse(residualsOf(state, false), state.course)),
      days,
    )
    states.forEach((state, c) => (state.course = courses[c]!))
    if (round > 0) explainDays(states, days)
    if (round % 2 === 0 && round > 0) states.forEach(lookAgain)
    estimate(states)
  }
  const networks = numbered(states.map(({ series }) => series.network))
  const posteriors = shrinkResponses(
    states.map(({ likelihood }) => likelihood),
    networks,
  )
  const values = valueResponses(states)
  return states.map(({ series: { campaign, spend }, moves: { jumps } }, c) => ({
    campaign,
    ...summarize(posteriors[c]!),
    value: values[c]!,
    jumps,
    sinceJump: days - (jumps.at(-1)?.day ?? -Infinity),
    seen: seenSpend(spend),
  }))
}

/** Adds what is left of the residuals of a platform's, a network's or a country's days, and of a campaign's weekdays, to their effects. */
function explainDays(states: readonly State[], days: number): void {
  for (let kind = 0; kind < KINDS; kind++) {
    const effects = dayEffects(
      states.map(state => residualsOf(state, true)),
      kind,
      days,
    )
    states.forEach((state, c) => addTo(state.groupDays, effects[c]!))
  }
  for (const state of states) addTo(state.weekdays, weekdayEffects(residualsOf(state, true)))
}

/** Responses, noises and levels, given the effects of days. Noises are mixed in the shares in which the app's campaigns have them. */
function estimate(states: readonly State[]): void {
  const found = states.map(state => {
    const seen = observed(state)
    return { seen, byNoise: NOISES.map(noise => likelihoodOf(withUnsure(innovations(seen, noise), state.moves.unsure))) }
  })
  const shares = mixture(found.map(({ byNoise }) => byNoise.map(({ evidence }) => evidence)))
  states.forEach((state, c) => {
    const { seen, byNoise } = found[c]!
    const weights = exponents(Float64Array.from(byNoise, ({ evidence }, n) => evidence + Math.log(shares[n]!)))
    const total = weights.reduce((sum, one) => sum + one, 0)
    let [drift, day] = [0, 0]
    const means = new Float64Array(state.coefficients.length)
    const likelihood = new Float64Array(GRID.length)
    byNoise.forEach((one, n) => {
      const weight = weights[n]! / total
      drift += weight * NOISES[n]!.drift
      day += weight * NOISES[n]!.day
      one.means.forEach((value, j) => (means[j]! += weight * value))
      one.shape.forEach((value, k) => (likelihood[k]! += weight * value))
    })
    Object.assign(state, { noise: { drift, day }, coefficients: means, likelihood })
    means[0] = summarize(times(likelihood, SIMPLE)).mean
    state.level = smoothed(withoutSpend(state, seen.z), seen.counting, state.noise)
  })
}

function numbered(keys: readonly number[]): number[] {
  const seen = new Map<number, number>()
  return keys.map(key => {
    const number = seen.get(key) ?? seen.size
    seen.set(key, number)
    return number
  })
}

function addTo(sums: Float64Array, values: Float64Array): void {
  values.forEach((value, t) => (sums[t]! += value))
}

function times(one: Float64Array, other: Float64Array): Float64Array {
  const product = one.map((value, k) => value * other[k]!)
  const sum = product.reduce((all, value) => all + value, 0)
  return product.map(value => value / sum)
}

function withCourse({ values, ...rest }: Residuals, course: Float64Array): Residuals {
  return { ...rest, values: values.map((value, t) => value + course[t]!) }
}
