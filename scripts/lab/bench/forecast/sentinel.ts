import { classifyAction } from '../../../../server/core/model/classification.ts'
import { cohorts } from '../../../../server/forecast/backtest/cohort.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { capped, damage, dependsOnRepair } from '../../../../server/forecast/sentinel/damage.ts'
import { repair } from '../../../../server/forecast/sentinel/repair.ts'
import { isWithin, type Scope } from '../../../../server/forecast/sentinel/segments.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import type { Day } from '../../../../server/core/model/dates.ts'
import type { LoadOptions } from '../load/options.ts'
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

/** Shares of spend whose action differs from that in the world without the fault, and of the opposite action. */
interface Compared {
  changed: number
  opposite: number
}

/** Draws of one kind over several worlds. */
function kindFigures(kind: string, worlds: readonly WatchedWorld[], draws: number) {
  let [foundAtOnce, found, all] = [0, 0, 0]
  const none = (): Compared => ({ changed: 0, opposite: 0 })
  /** The `uncapped` figures exclude advice with capped confidence; `uncappedFound` counts detected faults only. */
  const compared = { watched: none(), unwatched: none(), uncapped: none(), uncappedFound: none() }
  for (let draw = 0; draw < draws; draw++) {
    const { facts, config } = worlds[draw % worlds.length]!
    const random = chance(FIRST.draw + draw)
    const day =
      facts.firstDay +
      150 +
      Math.floor(random.uniform() * (facts.lastDay - facts.firstDay - 150 - 35))
    const injected = INJECTIONS[kind]!(facts, day, random)
    const findings = watch(injected.facts)
    const isFoundIn = (days: number): boolean =>
      findings.some(
        ({ day: on, scope }) =>
          on >= injected.from &&
          on <= injected.from + days &&
          overlaps(scope, injected.scope, facts),
      )
    if (isFoundIn(0)) foundAtOnce++
    const isFound = isFoundIn(1)
    if (isFound) found++
    const { roas } = config.targets
    const before = actions(facts, facts, injected.asOf, roas!)
    const repaired = repair(injected.facts, findings)
    const after = actions(repaired, facts, injected.asOf, roas!)
    const without = actions(injected.facts, facts, injected.asOf, roas!)
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
      all += spend
      const add = (to: Compared, now: Action): void => {
        if (now !== action) to.changed += spend
        if (isOpposite(now, action)) to.opposite += spend
      }
      const [now, raw] = [after.get(campaign)!, without.get(campaign)!]
      add(compared.watched, now.action)
      add(compared.unwatched, raw.action)
      if (isCapped(cells, now.roas, raw.roas)) continue
      add(compared.uncapped, now.action)
      if (isFound) add(compared.uncappedFound, now.action)
    }
  }
  const share = ({ changed, opposite }: Compared): Compared => ({
    changed: changed / all,
    opposite: opposite / all,
  })
  return {
    foundAtOnce: foundAtOnce / draws,
    found: found / draws,
    watched: share(compared.watched),
    unwatched: share(compared.unwatched),
    uncapped: share(compared.uncapped),
    uncappedFound: share(compared.uncappedFound),
  }
}

function isOpposite(a: Action, b: Action): boolean {
  return a !== b && a !== 'HOLD' && b !== 'HOLD'
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
        return [
          `${platform} ${network} ${campaign}`,
          {
            action: classifyAction(roas, target, THRESHOLD),
            roas,
            spend: sum(truth.cells.spend),
            cells,
          },
        ] as const
      }),
  )
}

function overlaps(a: Scope, b: Scope, { cells }: Facts): boolean {
  const names = ['platform', 'network', 'campaign', 'country'] as const
  for (let i = 0; i < cells.count; i++) {
    if (
      names.every(
        name =>
          (a[name] ?? cells[name][i]) === cells[name][i] &&
          (b[name] ?? cells[name][i]) === cells[name][i],
      )
    )
      return true
  }
  return false
}

/** Findings in worlds without faults, by month; those of one day and test count once. */
function falseAlarms(worlds: readonly WatchedWorld[]): number {
  const alarms = worlds.reduce(
    (sum, { facts }) => sum + new Set(watch(facts).map(({ day, test }) => `${day} ${test}`)).size,
    0,
  )
  return (
    alarms /
    worlds.reduce(
      (sum, { facts }) => sum + (facts.lastDay - facts.firstDay + 1) / DAYS_PER_MONTH,
      0,
    )
  )
}

const DAYS_PER_MONTH = 30.4
const COUNT = 10
const SIZES = {
  '60 campaigns': {},
  '30 campaigns': { campaigns: 30, networks: 5, countries: 8, countriesPerCampaign: 5 },
  '12 campaigns': { campaigns: 12, networks: 4, countries: 8, countriesPerCampaign: 5 },
  '8 campaigns of 4 installs a day': {
    campaigns: 8,
    networks: 3,
    countries: 8,
    countriesPerCampaign: 5,
    installs: 4,
    flights: false,
  },
  'drift, holiday, fatigue': WORLDS['drift, holiday, fatigue'],
  subscriptions: WORLDS.subscriptions,
  'whales, Pareto 1.5': WORLDS.whales,
} satisfies Record<string, Partial<WorldOptions>>

/** Faults in worlds of 30 campaigns; false alarms in all. */
export function sentinel({ draws }: LoadOptions): Promise<Measurement[]> {
  const worldsOf = (options: Partial<WorldOptions>): WatchedWorld[] =>
    Array.from({ length: COUNT }, (_, at) =>
      watchedWorld({ ...options, seed: FIRST.seed + at }, DSI),
    )
  const row = (what: string, value: number, baseline: number, goal: string): Measurement =>
    measurement(what, 100 * value, 100 * baseline, '%', goal)
  const faulty = worldsOf(SIZES['30 campaigns'])
  const faults = Object.keys(INJECTIONS).flatMap(kind => {
    const { found, foundAtOnce, watched, unwatched, uncapped, uncappedFound } = kindFigures(
      kind,
      faulty,
      draws,
    )
    return [
      row(`${kind}: found within a day / at once`, found, foundAtOnce, 'value at least 90'),
      row(
        `${kind}: action changed, not capped / the same of found faults`,
        uncapped.changed,
        uncappedFound.changed,
        'baseline 0',
      ),
      row(
        `${kind}: to the opposite, not capped / the same of found faults`,
        uncapped.opposite,
        uncappedFound.opposite,
        'value 0',
      ),
      row(
        `${kind}: action changed, capped or not / without the sentinel`,
        watched.changed,
        unwatched.changed,
        '-',
      ),
      row(
        `${kind}: to the opposite, capped or not / without the sentinel`,
        watched.opposite,
        unwatched.opposite,
        '-',
      ),
    ]
  })
  const alarms = Object.entries(SIZES).map(([size, options]) =>
    measurement(
      `false alarms a month, ${size}`,
      falseAlarms(worldsOf(options)),
      1,
      'alarms',
      'at most 1',
    ),
  )
  return Promise.resolve([...faults, ...alarms])
}
