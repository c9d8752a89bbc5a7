import { backtest, casesOf } from '../../../server/forecast/backtest/backtest.ts'
import { decided, judged } from '../../../server/forecast/backtest/decisions.ts'
import { type Decision as Judged, recalibrated } from '../../../server/forecast/model/confidence.ts'
import { sigmaOf } from '../../../server/forecast/model/interval.ts'
import { agreement, decide, type Decision, flips, MODEL, type Truth, TRUTHS } from './decisions.ts'
import { smallSegments } from './small-segments.ts'
import type { WorldOptions } from './world-campaigns.ts'
import { makeWorld, WORLD } from './world.ts'
import { DSIS, worldConfig } from './world-config.ts'
import type { Day } from '../../../server/model/days.ts'

/** Acceptance limits of one world and target DSI, as shares. */
export interface Figures {
  dsi: number
  /** By decider and truth. */
  agreement: Readonly<Record<string, Readonly<Record<Truth, { same: number; opposite: number }>>>>
  /** Share of spend whose action changes from one day to the next. */
  flips: { model: number; oracle: number }
  /** WAPE against the expectation over campaigns' countries with few installs ever; and of a model without levels of platform, country and network. */
  small: { model: number; without: number }
  /** Decisions after the backtest's as-of day: how likely they were said to go the right way before and after recalibration, and whether they did. */
  judged: readonly { before: number; after: number; right: boolean }[]
}

const YOUNG = 150
/** Days of history of the backtest whose calibration is compared with later actuals. */
const CALIBRATED = 240

export function worldFigures(seed: number, dsi: number, options: Partial<WorldOptions> = {}): Figures {
  const world = makeWorld({ ...WORLD, ...options, seed })
  const config = worldConfig(world, dsi)
  const { firstDay, lastDay } = world.facts
  const weekly = daysFrom(firstDay + YOUNG, lastDay, 7).flatMap(asOf => decide(world, config, asOf))
  const daysAfter = daysFrom(firstDay + YOUNG + 1, lastDay, 7).flatMap(asOf => decide(world, config, asOf))
  const both = [...weekly, ...daysAfter]
  const whose = Object.keys(weekly[0]!.said)
  return {
    dsi,
    agreement: Object.fromEntries(whose.map(who => [who, byTruth(weekly, who)])),
    flips: { model: flips(both, one => one.said[MODEL]!), oracle: flips(both, one => one.right.expectation) },
    small: smallSegments(world, dsi, daysFrom(firstDay + YOUNG, lastDay, 28)),
    judged: judgedLater(world, config, firstDay + CALIBRATED),
  }
}

function byTruth(decisions: readonly Decision[], who: string): Record<Truth, { same: number; opposite: number }> {
  return Object.fromEntries(TRUTHS.map(truth => [truth, agreement(decisions, who, truth)])) as Record<
    Truth,
    { same: number; opposite: number }
  >
}

function judgedLater({ facts }: ReturnType<typeof makeWorld>, config: ReturnType<typeof worldConfig>, asOf: Day): Figures['judged'] {
  const { uncertainty, calibration } = backtest(facts, asOf, config, () => {})
  return daysFrom(asOf + 7, facts.lastDay, 7)
    .flatMap((origin): Judged[] =>
      judged(decided(casesOf(facts, origin, DSIS), facts.names, config), one => sigmaOf(one, one.dsi, uncertainty), config),
    )
    .map(({ probability, right }) => ({ before: probability, after: recalibrated(calibration, probability), right }))
}

function daysFrom(first: Day, last: Day, step: number): Day[] {
  return Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, index) => first + step * index)
}

/** How far probabilities are from how often they came true: the mean over tenths of the cases, from the least to the most likely. */
export function calibrationError(judged: Figures['judged'], which: 'before' | 'after'): number {
  const sorted = judged.toSorted((a, b) => a[which] - b[which])
  let error = 0
  for (let bin = 0; bin < 10; bin++) {
    const some = sorted.slice(Math.floor((bin * sorted.length) / 10), Math.floor(((bin + 1) * sorted.length) / 10))
    error += Math.abs(some.reduce((sum, one) => sum + one[which] - (one.right ? 1 : 0), 0)) / sorted.length
  }
  return error
}
