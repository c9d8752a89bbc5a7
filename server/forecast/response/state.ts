import type { Residuals } from './day-effects.ts'
import { type Noise, type Observed, smoothed } from './level.ts'
import { isBilled } from './billed.ts'
import { CARRIED, regressorsOf } from './carried.ts'
import { NOISES, REGRESSORS } from './likelihood.ts'
import { findMoves, type Moves } from './moves.ts'
import type { CampaignSeries } from './series.ts'
import type { Evidence } from './shrink.ts'

/** A campaign's estimates between two rounds. */
export interface State {
  series: CampaignSeries
  moves: Moves
  /** Whether spend follows demand. */
  follows: boolean
  /** The regressors of installs, by carryover: `CARRIED`. */
  regressors: readonly (readonly Float64Array[])[]
  /** Index of the most likely carryover. */
  carried: number
  groups: readonly string[]
  /** The app's trend of demand, and effects of its groups' days, both from other campaigns; its own smoothed level, and weekdays. */
  trend: Float64Array
  groupDays: Float64Array
  level: Float64Array
  weekdays: Float64Array
  /** Possible noises, by carryover. */
  open: readonly (readonly Noise[])[]
  /** Of `regressors`. */
  coefficients: Float64Array
  noise: Noise
  /** By carryover. */
  evidence: readonly (Evidence | null)[]
}

export const ALL_OPEN: State['open'] = CARRIED.map(() => NOISES)
/** The first round, without effects of days, shows too little about carryover. */
export const FIRST_OPEN = ALL_OPEN.map((noises, at) => (at === 0 ? noises : []))

/** Null if it spends too rarely, or only because it is billed for installs. */
export function openState(series: CampaignSeries): State[] {
  const moves = isBilled(series) ? null : findMoves(series.spend)
  if (moves === null) return []
  const { platform, network, country, spend } = series
  const days = spend.length
  const state: State = {
    series,
    moves,
    follows: false,
    regressors: regressorsOf(moves),
    carried: 0,
    open: FIRST_OPEN,
    groups: ['', `${platform}`, `${platform} ${network}`, `${country}`],
    trend: new Float64Array(days),
    groupDays: new Float64Array(days),
    level: new Float64Array(days),
    weekdays: new Float64Array(7),
    coefficients: Float64Array.from(REGRESSORS, ({ mean }) => mean),
    noise: { drift: 0.016 ** 2, day: 0.07 ** 2 },
    evidence: [],
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
  return state.level[t]! + dayEffect(state, t) + bySpend(state, t)
}

function dayEffect({ trend, groupDays, weekdays }: State, t: number): number {
  return trend[t]! + groupDays[t]! + weekdays[t % 7]!
}

function bySpend({ regressors, carried, coefficients }: State, t: number): number {
  return regressors[carried]!.reduce((sum, values, j) => sum + coefficients[j]! * values[t]!, 0)
}

/** Logarithms of installs, linearized around an expectation: counts may be small, or 0. */
function logarithms(state: State, expected: Float64Array): Observed {
  const { moves, series } = state
  const { installs } = series
  const z = Float64Array.from(installs, (count, t) => {
    if (Number.isNaN(moves.fast[t]!) || Number.isNaN(expected[t]!)) return NaN
    const miss = Math.min(2, count / expected[t]! - 1)
    return Math.log(expected[t]!) + miss - dayEffect(state, t)
  })
  return {
    z,
    counting: expected.map(mean => 1 / mean),
    regressors: state.regressors[state.carried]!,
  }
}

export function observed(state: State): Observed {
  return logarithms(
    state,
    Float64Array.from(state.level, (_, t) => Math.exp(expectedAt(state, t))),
  )
}

export function withoutSpend(state: State, z: Float64Array): Float64Array {
  return z.map((value, t) => value - bySpend(state, t))
}

export function residualsOf(state: State, isLevelOff: boolean): Residuals {
  const { z, counting } = observed(state)
  const values = withoutSpend(state, z)
  return {
    groups: state.groups,
    values: isLevelOff ? values.map((value, t) => value - state.level[t]!) : values,
    weights: counting.map(variance => 1 / (variance + state.noise.day)),
  }
}

/** Keeps only the clear jumps as moves. */
export function markFollowing(state: State): void {
  state.follows = true
  setMoves(state, findMoves(state.series.spend, { follows: true }))
}

function setMoves(state: State, moves: Moves | null): void {
  state.moves = moves ?? state.moves
  state.regressors = regressorsOf(state.moves)
}

/** Repeats the search for moves in spend without its part in common with the day's demand. */
export function refitMoves(state: State): void {
  const { moves, series } = state
  const { z } = observed(state)
  const own = state.coefficients[0]!
  const off = z.map(
    (value, t) =>
      value - state.level[t]! - own * (moves.moved[t]! + moves.slow[t]! + moves.fast[t]!),
  )
  let [above, below] = [0, 0]
  off.forEach((value, t) => {
    if (Number.isNaN(value)) return
    above += value * moves.fast[t]!
    below += value ** 2
  })
  const share = below > 0 ? Math.max(0, above / below) : 0
  const shared = off.map(value => (Number.isNaN(value) ? 0 : share * value))
  setMoves(state, findMoves(series.spend, { follows: state.follows, shared }))
}
