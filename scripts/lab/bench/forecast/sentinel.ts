import { classifyAction } from '../../../../server/core/model/classification.ts'
import { cohorts } from '../../../../server/forecast/backtest/cohort.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { capped, damage, dependsOnRepair } from '../../../../server/forecast/sentinel/damage.ts'
import { repair } from '../../../../server/forecast/sentinel/repair.ts'
import { isWithin, type Scope } from '../../../../server/forecast/sentinel/segments.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import type { Day } from '../../../../server/core/model/dates.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { INJECTIONS } from '../../world/injected-faults.ts'
import { chance } from '../../world/chance.ts'
import type { WorldOptions } from '../../world/plan-campaigns.ts'
import { watchedWorld, type WatchedWorld } from '../../world/watched.ts'
import { WORLDS } from '../../world/worlds.ts'

const DSI = 30
const AGE = 2
const THRESHOLD = 0.05
/** Earlier worlds and draws were used to build the sentinel, these only afterwards. */
const FIRST = { seed: 301, draw: 50_000 }
type Action = ReturnType<typeof classifyAction>

/** Faults of one kind over several worlds: the share found within a day, and the shares of spend whose action differs from that in the world without the fault. */
function kindFigures(kind: string, worlds: readonly WatchedWorld[], draws: number) {
  let [found, spendOfAll, uncapped, unwatched] = [0, 0, 0, 0]
  for (let draw = 0; draw < draws; draw++) {
    const { facts, config } = worlds[draw % worlds.length]!
    const random = chance(FIRST.draw + draw)
    const days = facts.lastDay - facts.firstDay
    const day = facts.firstDay + 150 + Math.floor(random.uniform() * (days - 150 - 35))
    const injected = INJECTIONS[kind]!(facts, day, random)
    const findings = watch(injected.facts)
    const isFound = findings.some(
      ({ day: on, scope }) =>
        on >= injected.from && on <= injected.from + 1 && overlaps(scope, injected.scope, facts),
    )
    if (isFound) found++
    const roas = config.targets.roas!
    const before = actions(facts, facts, injected.asOf, roas)
    const repaired = repair(injected.facts, findings)
    const after = actions(repaired, facts, injected.asOf, roas)
    const without = actions(injected.facts, facts, injected.asOf, roas)
    const unexplained = findings.filter(
      ({ repair, day: on }) => repair === 'none' && on <= injected.asOf,
    )
    const isCapped = (
      cells: readonly number[],
      predicted: number | null,
      raw: number | null,
    ): boolean =>
      capped(1, damage({ delivered: injected.facts, repaired }, cells, injected.asOf)) !== 1 ||
      unexplained.some(({ day: on, scope }) =>
        cells.some(i => facts.cells.day[i] === on && isWithin(facts.cells, i, scope)),
      ) ||
      (predicted !== null &&
        raw !== null &&
        dependsOnRepair(predicted, raw, value => classifyAction(value, roas, THRESHOLD)))
    for (const [campaign, { action, spend, cells }] of before) {
      spendOfAll += spend
      const [now, raw] = [after.get(campaign)!, without.get(campaign)!]
      if (raw.action !== action) unwatched += spend
      if (now.action !== action && !isCapped(cells, now.roas, raw.roas)) uncapped += spend
    }
  }
  return {
    found: found / draws,
    uncapped: uncapped / spendOfAll,
    unwatched: unwatched / spendOfAll,
  }
}

function actions(
  facts: Facts,
  truth: Facts,
  asOf: Day,
  target: number,
): Map<string, { action: Action; roas: number | null; spend: number; cells: readonly number[] }> {
  const model = fit(facts, asOf)
  const { gross } = forecast(facts, model, DSI, asOf - 10)
  return new Map(
    cohorts(facts, asOf, AGE)
      .filter(({ level }) => level === 'campaign')
      .map(({ platform, network, campaign, cells }) => {
        const sum = (values: Float64Array): number => cells.reduce((all, i) => all + values[i]!, 0)
        const spend = sum(facts.cells.spend)
        const roas = spend > 0 ? sum(gross) / spend : null
        const action = classifyAction(roas, target, THRESHOLD)
        return [
          `${platform} ${network} ${campaign}`,
          { action, roas, spend: sum(truth.cells.spend), cells },
        ] as const
      }),
  )
}

function overlaps(a: Scope, b: Scope, { cells }: Facts): boolean {
  for (let i = 0; i < cells.count; i++)
    if (isWithin(cells, i, a) && isWithin(cells, i, b)) return true
  return false
}

/** Findings in worlds without faults, by month; those of one day and test count once. */
function falseAlarms(worlds: readonly WatchedWorld[]): number {
  let [alarms, days] = [0, 0]
  for (const { facts } of worlds) {
    alarms += new Set(watch(facts).map(({ day, test }) => `${day} ${test}`)).size
    days += facts.lastDay - facts.firstDay + 1
  }
  return (alarms * DAYS_PER_MONTH) / days
}

const DAYS_PER_MONTH = 30.4
const COUNT = 10
const SMALLER = { networks: 4, countries: 8, countriesPerCampaign: 5 }
const SIZES = {
  '60 campaigns': {},
  '30 campaigns': { ...SMALLER, campaigns: 30, networks: 5 },
  '12 campaigns': { ...SMALLER, campaigns: 12 },
  '8 campaigns of 4 installs a day': {
    ...SMALLER,
    ...{ campaigns: 8, networks: 3, installs: 4, flights: false },
  },
  'drift, holiday, fatigue': WORLDS['drift, holiday, fatigue'],
  subscriptions: WORLDS.subscriptions,
  'whales, Pareto 1.5': WORLDS.whales,
} satisfies Record<string, Partial<WorldOptions>>

/** Faults in worlds of 30 campaigns; false alarms in all. */
export function sentinel(draws: number): Promise<Measurement[]> {
  const worldsOf = (options: Partial<WorldOptions>): WatchedWorld[] =>
    Array.from({ length: COUNT }, (_, at) =>
      watchedWorld({ ...options, seed: FIRST.seed + at }, DSI),
    )
  const row = (what: string, value: number, baseline: number, goal?: string): Measurement =>
    measurement(what, 100 * value, 100 * baseline, '%', goal)
  const faulty = worldsOf(SIZES['30 campaigns'])
  const faults = Object.keys(INJECTIONS).flatMap(kind => {
    const { found, uncapped, unwatched } = kindFigures(kind, faulty, draws)
    return [
      row(`${kind}: found within a day`, found, NaN, 'value at least 90'),
      row(`${kind}: action changed, not capped / without the sentinel`, uncapped, unwatched),
    ]
  })
  const alarms = Object.entries(SIZES).map(([size, options]) => {
    const what = `false alarms a month, ${size}`
    return measurement(what, falseAlarms(worldsOf(options)), NaN, 'alarms', 'value at most 1')
  })
  return Promise.resolve([...faults, ...alarms])
}
