import { commonCourse, dayEffects, type Residuals, weekdayEffects } from './day-effects.ts'
import { innovations, type Noise, type Observed, type Products, smoothed } from './level.ts'
import { seenSpend } from './seen.ts'
import { findMoves, type Moves } from './moves.ts'
import type { CampaignSeries } from './series.ts'
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
  seen: ReturnType<typeof seenSpend>
}

/** Standard deviations of a level's daily change, and of a day, that a campaign may have. */
const NOISES: readonly Noise[] = [0.002, 0.008, 0.016, 0.032, 0.06].flatMap(drift =>
  [0.01, 0.04, 0.07, 0.11, 0.17, 0.26].map(day => ({ drift: drift ** 2, day: day ** 2 })),
)
/** Rounds in which levels, effects of days and responses are estimated in turn. */
const ROUNDS = 5
/** The response to what is not a move is no response: networks spend more when demand allows. It is estimated, and left aside. */
const REST = { mean: 0.75, sd: 0.5 }
const FIRST = 0.75
/** Kinds of groups whose days differ: app, platform, network, country. */
const KINDS = 4

interface State {
  series: CampaignSeries
  moves: Moves
  groups: readonly string[]
  /** Effects of days, weekdays and groups, and the smoothed level. */
  effects: Float64Array
  level: Float64Array
  weekdays: Float64Array
  /** Of the moves, and of slow and fast other changes of spend. */
  coefficients: Float64Array
  noise: Noise
  likelihood: Float64Array
}

/** The responses of the campaigns of an app, of those that spend steadily. */
export function findResponses(all: readonly CampaignSeries[]): Response[] {
  const states = all.flatMap(series => openState(series))
  if (states.length === 0) return []
  const days = states[0]!.series.spend.length
  const groupEffects = Array.from({ length: KINDS }, () => new Map<string, Float64Array>())
  const course = new Float64Array(days)
  for (let round = 0; round < ROUNDS; round++) {
    const changes = states.map(state => withCourse(residualsOf(state, false), course))
    course.set(commonCourse(changes, days))
    if (round > 0) {
      for (const state of states) setEffects(state, course, groupEffects)
      for (let kind = 0; kind < KINDS; kind++) {
        for (const [group, effects] of dayEffects(
          states.map(state => residualsOf(state, true)),
          kind,
          days,
        )) {
          const former = groupEffects[kind]!.get(group) ?? new Float64Array(days)
          addTo(former, effects)
          groupEffects[kind]!.set(group, former)
        }
        for (const state of states) setEffects(state, course, groupEffects)
      }
      for (const state of states) addTo(state.weekdays, weekdayEffects(residualsOf(state, true)))
    }
    for (const state of states) setEffects(state, course, groupEffects)
    if (round === 2 || round === 4) states.forEach(lookAgain)
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

function openState(series: CampaignSeries): State[] {
  const moves = findMoves(series.spend)
  if (moves === null) return []
  const { platform, network, country, spend } = series
  const days = spend.length
  const state: State = {
    series,
    moves,
    groups: ['', `${platform}`, `${platform} ${network}`, `${country}`],
    effects: new Float64Array(days),
    level: new Float64Array(days),
    weekdays: new Float64Array(7),
    coefficients: new Float64Array(3).fill(FIRST),
    noise: { drift: 0.016 ** 2, day: 0.07 ** 2 },
    likelihood: new Float64Array(GRID.length),
  }
  const { installs } = series
  const from = logarithms(
    state,
    Float64Array.from(installs, count => count + 0.5),
  )
  state.level = smoothed(withoutSpend(state, from.z), from.counting, state.noise)
  return [state]
}

/** The logarithm of installs expected on a day. */
function expectedAt(state: State, t: number): number {
  return state.level[t]! + state.effects[t]! + bySpend(state, t)
}

function bySpend({ moves, coefficients }: State, t: number): number {
  return coefficients[0]! * moves.moved[t]! + coefficients[1]! * moves.slow[t]! + coefficients[2]! * moves.fast[t]!
}

/** Logarithms of installs, linear around an expectation: counts may be small, or 0. */
function logarithms({ moves, series, effects }: State, expected: Float64Array): Observed {
  const { installs } = series
  const z = Float64Array.from(installs, (count, t) => {
    if (Number.isNaN(moves.fast[t]!) || Number.isNaN(expected[t]!)) return NaN
    const miss = Math.min(2, count / expected[t]! - 1)
    return Math.log(expected[t]!) + miss - effects[t]!
  })
  return { z, counting: expected.map(mean => 1 / mean), regressors: [moves.moved, moves.slow, moves.fast] }
}

function observed(state: State): Observed {
  return logarithms(
    state,
    Float64Array.from(state.level, (_, t) => Math.exp(expectedAt(state, t))),
  )
}

function withoutSpend(state: State, z: Float64Array): Float64Array {
  return z.map((value, t) => value - bySpend(state, t))
}

function residualsOf(state: State, isLevelOff: boolean): Residuals {
  const { z, counting } = observed(state)
  const values = withoutSpend(state, z)
  return {
    groups: state.groups,
    values: isLevelOff ? values.map((value, t) => value - state.level[t]!) : values,
    weights: counting.map(variance => 1 / (variance + state.noise.day)),
  }
}

/** Finds the moves again in spend without what it has in common with the day's demand. */
function lookAgain(state: State): void {
  const { moves, series } = state
  const { z } = observed(state)
  const [own, slow] = state.coefficients
  const off = z.map((value, t) => value - state.level[t]! - own! * (moves.moved[t]! + moves.fast[t]!) - slow! * moves.slow[t]!)
  let [above, below] = [0, 0]
  off.forEach((value, t) => {
    if (Number.isNaN(value)) return
    above += value * moves.fast[t]!
    below += value ** 2
  })
  const share = below > 0 ? Math.max(0, above / below) : 0
  state.moves =
    findMoves(
      series.spend,
      off.map(value => (Number.isNaN(value) ? 0 : share * value)),
    ) ?? moves
}

function withCourse({ values, ...rest }: Residuals, course: Float64Array): Residuals {
  return { ...rest, values: values.map((value, t) => value + course[t]!) }
}

function setEffects(state: State, course: Float64Array, groupEffects: readonly Map<string, Float64Array>[]): void {
  const own = groupEffects.map((effects, kind) => effects.get(state.groups[kind]!))
  state.effects.forEach((_, t) => {
    state.effects[t] = course[t]! + state.weekdays[t % 7]! + own.reduce((sum, effects) => sum + (effects?.[t] ?? 0), 0)
  })
}

/** Responses, noises and levels, given the effects of days. Noises are mixed in the shares in which the app's campaigns have them. */
function estimate(states: readonly State[]): void {
  const found = states.map(state => {
    const seen = observed(state)
    return { seen, byNoise: NOISES.map(noise => likelihoodOf(innovations(seen, noise))) }
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

/** Between rounds, each campaign has its own response, drawn to the first guess. */
const SIMPLE = GRID.map(b => Math.exp(-(((b - FIRST) / 0.2) ** 2) / 2))

function times(one: Float64Array, other: Float64Array): Float64Array {
  const product = one.map((value, k) => value * other[k]!)
  const sum = product.reduce((all, value) => all + value, 0)
  return product.map(value => value / sum)
}

/**
 * The likelihood of each response on the grid, the other coefficients integrated out, its logarithm over all responses, and the others'
 * means.
 */
function likelihoodOf({ sums, logVariance }: Products) {
  const size = sums.length
  const last = size - 1
  const m = sums.map(row => Float64Array.from(row))
  let logWeights = 0
  // Completes the squares of the other coefficients, the last one first.
  for (let j = last - 1; j > 0; j--) {
    m[j]![j]! += 1 / REST.sd ** 2
    m[j]![last]! += REST.mean / REST.sd ** 2
    m[last]![j] = m[j]![last]!
    m[last]![last]! += (REST.mean / REST.sd) ** 2
    logWeights += Math.log(m[j]![j]!)
    for (let r = 0; r < size; r++) {
      if (r === j || (r > j && r < last)) continue
      for (let k = 0; k < size; k++) if (k < j || k === last) m[r]![k]! -= (m[r]![j]! * m[j]![k]!) / m[j]![j]!
    }
  }
  const [a, b, c] = [m[0]![0]!, m[0]![last]!, m[last]![last]!]
  const logs = GRID.map(x => -(a * x * x - 2 * b * x + c) / 2)
  const mixed = logs.map((log, k) => log + Math.log(SIMPLE[k]!))
  const top = Math.max(...mixed)
  const sum = mixed.reduce((all, log) => all + Math.exp(log - top), 0)
  const mean = mixed.reduce((all, log, k) => all + Math.exp(log - top) * GRID[k]!, 0) / sum
  const inner = top + Math.log(sum / SIMPLE_SUM)
  const means = new Float64Array(last)
  means[0] = mean
  for (let j = 1; j < last; j++) {
    let above = m[j]![last]!
    for (let k = 0; k < j; k++) above -= m[j]![k]! * means[k]!
    means[j] = above / m[j]![j]!
  }
  return { shape: logs.map(log => Math.exp(log - inner)), evidence: inner - (logVariance + logWeights) / 2, means }
}

const SIMPLE_SUM = SIMPLE.reduce((all, one) => all + one, 0)

/** Shares of noises among campaigns that make their evidence likeliest, drawn to equal shares (EM). */
function mixture(evidence: readonly (readonly number[])[]): Float64Array {
  const count = NOISES.length
  let shares = new Float64Array(count).fill(1 / count)
  for (let step = 0; step < 20; step++) {
    const sums = new Float64Array(count).fill(1 / count)
    for (const one of evidence) {
      const weights = exponents(Float64Array.from(one, (log, n) => log + Math.log(shares[n]!)))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      weights.forEach((weight, n) => (sums[n]! += weight / total))
    }
    shares = sums.map(sum => sum / (evidence.length + 1))
  }
  return shares
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
