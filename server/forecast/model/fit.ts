import {
  type Facts,
  firstCellOf,
  firstCellWith,
  knownAge,
  type KnownCells,
  lastAgeWith,
  type Revenue,
  soFar,
} from './facts.ts'
import type { Fit, KindFit } from './forecast.ts'
import { groupsSince, type KindGroups, type Level, LEVELS, nodesAmong } from './groups.ts'
import { firstUsualDay } from './first-weeks.ts'
import { dispersion } from './dispersion.ts'
import { levels, prepare } from './levels.ts'
import { chainLadder, ladderOf, networkShapes, scale } from './shape.ts'
import { shapeError } from './shape-error.ts'
import { extend, tail } from './tail.ts'
import type { Day } from '../../core/model/dates.ts'

export { forecast } from './forecast.ts'

const ENOUGH_INSTALLS = 100
/** A smaller share of revenue does not shorten the limit. */
const COUNTING_SHARE = 0.05
/** Minimum reach of curves, for tests and reports beyond the limit. */
const MIN_REACH = 1095

/**
 * Fits every kind to the data known on the as-of day; later rows have no influence.
 * @param among levels that may differ; benches omit some
 */
export function fit(facts: Facts, asOf: Day, among: readonly Level[] = LEVELS): Fit {
  const { cells } = facts
  const { count, extents, lastAge, learnedFrom } = extentsOn(facts, asOf)
  const limit = limitOf(lastAge)
  const oldest = count > 0 ? asOf - cells.day[0]! : 0
  const reach = Math.max(limit, oldest, MIN_REACH)
  const kinds = extents.map(({ revenue, ...kind }) =>
    fitKind(facts, revenue, { ...kind, asOf, count, reach, among }),
  )
  return { asOf, kinds, limit, reach, learnedFrom, cells: count }
}

/** Greatest DSI that a history can forecast. */
export function limitOf(lastAge: number): number {
  return 3 * (lastAge + 1) - 1
}

/** The first usual day, if the first weeks of the log are unusual. */
export function firstDayLearned(facts: Facts, asOf: Day): Day | null {
  return extentsOn(facts, asOf).learnedFrom
}

/** Greatest age that enough installs had reached on a day, for every kind that counts. */
export function lastAgeOn(facts: Facts, asOf: Day): number {
  return extentsOn(facts, asOf).lastAge
}

function latest(days: readonly (Day | null)[]): Day | null {
  return days.reduce(
    (last, day) => (last === null || (day !== null && day > last) ? day : last),
    null,
  )
}

type Extents = ReturnType<typeof measureExtents>
const cache = new WeakMap<Facts, { asOf: Day; known: Extents }>()

/** Cached for the latest day, which several callers request in turn. */
function extentsOn(facts: Facts, asOf: Day): Extents {
  const last = cache.get(facts)
  if (last?.asOf === asOf) return last.known
  const known = measureExtents(facts, asOf)
  cache.set(facts, { asOf, known })
  return known
}

function measureExtents(facts: Facts, asOf: Day) {
  const count = firstCellOf(facts.cells.day, facts.cells.count, asOf + 1)
  const extents = facts.revenue
    .map(revenue => ({ revenue, ...extent(facts, revenue, asOf, count) }))
    .filter(({ known }) => known.total > 0)
  const all = extents.reduce((sum, { known }) => sum + known.total, 0)
  const counting = extents.filter(({ known }) => known.total >= COUNTING_SHARE * all)
  const lastAge = counting.reduce(
    (least, kind) => Math.min(least, kind.lastAge),
    lastAgeWith(ENOUGH_INSTALLS, facts, asOf, count),
  )
  return {
    count,
    extents,
    lastAge,
    learnedFrom: latest(counting.map(({ learnedFrom }) => learnedFrom)),
  }
}

function extent(facts: Facts, revenue: Revenue, asOf: Day, count: number) {
  const known = soFar(facts.cells.day, revenue, asOf, count)
  const learnedFrom = firstUsualDay(groupsOf(facts, revenue), asOf)
  const from = Math.max(
    firstCellWith(facts, known.firstDay, count),
    firstCellOf(facts.cells.day, count, learnedFrom ?? -Infinity),
  )
  return {
    known,
    from,
    learnedFrom,
    lastAge: knownAge(revenue, lastAgeWith(ENOUGH_INSTALLS, facts, asOf, count, from)),
  }
}

function groupsOf(facts: Facts, { kind }: Revenue): KindGroups {
  return prepare(facts).groups.get(kind) ?? { groups: [] }
}

interface Extent extends ReturnType<typeof extent> {
  asOf: Day
  count: number
  reach: number
  among: readonly Level[]
}

function fitKind(facts: Facts, revenue: Revenue, extent: Extent): KindFit {
  const { asOf, count, from, lastAge, reach, among } = extent
  const { cells } = facts
  const { nodes } = prepare(facts)
  const { actual, total, rows } = extent.known
  const age = cells.day.subarray(0, count).map(day => asOf - day)
  const knownCells: KnownCells = {
    count,
    from,
    age,
    known: age.map(days => knownAge(revenue, days)),
    network: nodes.network.of,
    installs: cells.installs,
    actual,
  }
  const since = from < count ? cells.day[from]! : asOf
  const groups = groupsSince(groupsOf(facts, revenue), since)
  const ladder = ladderOf(groups, nodesAmong(nodes.network, count), asOf, lastAge)
  const shape = chainLadder(groups, asOf, ladder, total / rows)
  let phi = total / rows
  let luck = 0
  let theta: Float64Array = new Float64Array(count).fill(1)
  let own = theta
  let variance: Float64Array = new Float64Array(count)
  let nodeVariance: Float64Array[] = []

  // Dispersion and levels depend on each other: first around the curves alone, then twice around the levels.
  for (let round = 0; ; round++) {
    const line = tail(shape, phi, revenue.exportedAges)
    const app = extend(shape, line, reach + 1)
    const curves = scale(groups, asOf, app, networkShapes(ladder, app, phi))
    if (round > 0)
      ({ theta, own, variance, nodeVariance } = levels(nodes, knownCells, {
        curves: curves.network,
        phi,
        luck,
        theta,
        among,
      }))
    if (round === 2) {
      const { exponent, error } = line
      return {
        kind: revenue.kind,
        lastAge,
        curve: curves.app,
        networkCurves: curves.network,
        phi,
        luck,
        step: total / rows / 2,
        tail: { exponent, error },
        shapeError: shapeError(groups, asOf, lastAge, phi),
        theta: theta.map((value, i) => value * own[i]!),
        actual,
        variance,
        nodeVariance,
      }
    }
    const expected = theta.map((value, i) => value * cells.installs[i]!)
    const estimated = dispersion(
      knownCells,
      { scale: expected, curves: curves.network },
      revenue,
      phi,
    )
    // A perfect fit to few points does not mean certainty.
    phi = Math.max(estimated.phi, (0.01 * total) / rows)
    luck = estimated.luck
  }
}
