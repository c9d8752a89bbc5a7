import { agreement, decide, type Decision, flips, MODEL, wape } from './simulated-decisions.ts'
import { worldConfig } from '../../../scripts/lab/world/world-config.ts'
import type { World } from '../../../scripts/lab/world/world.ts'
import type { Day } from '../../../server/core/model/dates.ts'

/** One world's results at a target DSI, as shares. */
export interface Figures {
  dsi: number
  /** By decider: of spend, against the true mean. */
  same: Readonly<Record<string, number>>
  opposite: Readonly<Record<string, number>>
  /** The model's, against the mean of its kind. */
  sameOfKind: number
  bias: number
  /** By decider, against realized revenue. */
  wape: Readonly<Record<string, number>>
  /** Coverage of 80 % intervals: all, campaigns with fewer installs than the median, and the others. */
  coverage: { all: number; small: number; large: number }
  /** From one day to the next; of the model and of the true mean. */
  flips: { model: number; truth: number }
  /** Share of money that went right. */
  right: number
  /** By status, of decisions: how many, and the share that went right. */
  status: Readonly<Record<Status, { count: number; right: number }>>
}

export const STATUSES = ['HIGH', 'MEDIUM', 'LOW'] as const
export type Status = (typeof STATUSES)[number]

const YOUNG = 154
const STEP = 14

/** Runs on every second Sunday, from the 22nd week on, and on each Monday after. */
export function worldFigures(world: World, dsi: number): Figures {
  const config = worldConfig(world, dsi)
  const { firstDay, lastDay } = world.facts
  const sundays = daysFrom(sundayFrom(firstDay + YOUNG), lastDay - 1, STEP)
  const decisions = sundays.flatMap(asOf => decide(world, config, asOf))
  const after = sundays
    .filter((_, at) => at % 2 === 0)
    .flatMap(sunday => decide(world, config, sunday + 1))
  const whose = Object.keys(decisions[0]!.said)
  const by = (of: (who: string) => number) => Object.fromEntries(whose.map(who => [who, of(who)]))
  return {
    dsi,
    same: by(who => agreement(decisions, who, 'mean').same),
    opposite: by(who => agreement(decisions, who, 'mean').opposite),
    sameOfKind: agreement(decisions, MODEL, 'mean of its kind').same,
    bias:
      mean(decisions, one => one.spend * one.predicted[MODEL]!) /
        mean(decisions, one => one.spend * one.truth.mean) -
      1,
    wape: by(who => wape(decisions, who)),
    coverage: coverage(decisions),
    flips: {
      model: flips([...decisions, ...after], 1, one => one.said[MODEL]!),
      truth: flips([...decisions, ...after], 1, one => one.right.mean),
    },
    right:
      mean(decisions, one => one.spend * (one.wentRight ? 1 : 0)) /
      mean(decisions, one => one.spend),
    status: Object.fromEntries(
      STATUSES.map(status => {
        const some = decisions.filter(one => statusOf(one.confidence) === status)
        return [status, { count: some.length, right: mean(some, one => (one.wentRight ? 1 : 0)) }]
      }),
    ) as Figures['status'],
  }
}

function coverage(decisions: readonly Decision[]): Figures['coverage'] {
  const sizes = decisions.map(({ installs }) => installs).sort((a, b) => a - b)
  const median = sizes[sizes.length >> 1]!
  const of = (some: readonly Decision[]): number => mean(some, one => (one.isHeld ? 1 : 0))
  return {
    all: of(decisions),
    small: of(decisions.filter(one => one.installs < median)),
    large: of(decisions.filter(one => one.installs >= median)),
  }
}

function statusOf(confidence: number): Status {
  return confidence >= 0.6 ? 'HIGH' : confidence >= 0.3 ? 'MEDIUM' : 'LOW'
}

function mean<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0) / items.length
}

function daysFrom(first: Day, last: Day, step: number): Day[] {
  return Array.from(
    { length: Math.max(0, Math.floor((last - first) / step) + 1) },
    (_, index) => first + step * index,
  )
}

/** 1970-01-04 was a Sunday. */
function sundayFrom(day: Day): Day {
  return day + ((((3 - day) % 7) + 7) % 7)
}
