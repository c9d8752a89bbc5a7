import { classifyAction } from '../../../server/model/classification.ts'
import { cohorts } from '../../../server/forecast/backtest/cohort.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import { fit, forecast } from '../../../server/forecast/model/fit.ts'
import { repaired } from '../../../server/forecast/sentinel/repair.ts'
import { type Scope } from '../../../server/forecast/sentinel/segments.ts'
import type { Finding } from '../../../server/forecast/sentinel/finding.ts'
import { watch } from '../../../server/forecast/sentinel/watch.ts'
import type { Day } from '../../../server/model/days.ts'
import { INJECTIONS } from './injections.ts'
import { chance } from './random.ts'
import { watchedWorld, type WatchedWorld } from './sentinel-world.ts'

const DSI = 30
const AGE = 2
type Action = ReturnType<typeof classifyAction>

export interface KindFigures {
  kind: string
  draws: number
  /** Shares of draws. */
  foundAtOnce: number
  found: number
  /** Shares of spend whose action differs from that of the world without the fault: with the sentinel, and without; and the opposite action. */
  changed: number
  opposite: number
  changedWithout: number
  oppositeWithout: number
}

/** Draws of one kind over some worlds. */
export function kindFigures(kind: string, worlds: readonly WatchedWorld[], draws: number): KindFigures {
  let [atOnce, found] = [0, 0]
  const compared = { spend: 0, changed: 0, opposite: 0, changedWithout: 0, oppositeWithout: 0 }
  for (let draw = 0; draw < draws; draw++) {
    const { facts, config } = worlds[draw % worlds.length]!
    const random = chance(1000 + draw)
    const day = facts.firstDay + 150 + Math.floor(random.uniform() * (facts.lastDay - facts.firstDay - 150 - 35))
    const injected = INJECTIONS[kind]!(facts, day, random)
    const findings = watch(injected.facts)
    const isOf =
      (within: number) =>
      (one: Finding): boolean =>
        one.day >= injected.from && one.day <= injected.from + within && overlaps(one.scope, injected.scope, facts)
    if (findings.some(isOf(0))) atOnce++
    if (findings.some(isOf(1))) found++
    const { roas } = config.targets
    const before = actions(facts, facts, injected.asOf, roas!)
    const after = actions(repaired(injected.facts, findings), facts, injected.asOf, roas!)
    const without = actions(injected.facts, facts, injected.asOf, roas!)
    for (const [campaign, { action, spend }] of before) {
      compared.spend += spend
      const [now, raw] = [after.get(campaign)!.action, without.get(campaign)!.action]
      if (now !== action) compared.changed += spend
      if (isOpposite(now, action)) compared.opposite += spend
      if (raw !== action) compared.changedWithout += spend
      if (isOpposite(raw, action)) compared.oppositeWithout += spend
    }
  }
  const { spend } = compared
  return {
    kind,
    draws,
    foundAtOnce: atOnce / draws,
    found: found / draws,
    changed: compared.changed / spend,
    opposite: compared.opposite / spend,
    changedWithout: compared.changedWithout / spend,
    oppositeWithout: compared.oppositeWithout / spend,
  }
}

function isOpposite(one: Action, other: Action): boolean {
  return one !== other && one !== 'HOLD' && other !== 'HOLD'
}

function actions(facts: Facts, truth: Facts, asOf: Day, target: number): Map<string, { action: Action; spend: number }> {
  const model = fit(facts, asOf)
  const { gross } = forecast(facts, model, DSI, asOf - 10)
  return new Map(
    cohorts(facts, asOf, AGE)
      .filter(({ level }) => level === 'campaign')
      .map(({ platform, network, campaign, cells }) => {
        const sum = (values: Float64Array): number => cells.reduce((all, i) => all + values[i]!, 0)
        const spend = sum(facts.cells.spend)
        return [
          `${platform} ${network} ${campaign}`,
          { action: classifyAction(spend > 0 ? sum(gross) / spend : null, target, 0.05), spend: sum(truth.cells.spend) },
        ] as const
      }),
  )
}

function overlaps(one: Scope, other: Scope, { cells }: Facts): boolean {
  const names = ['platform', 'network', 'campaign', 'country'] as const
  for (let i = 0; i < cells.count; i++) {
    if (names.every(name => (one[name] ?? cells[name][i]) === cells[name][i] && (other[name] ?? cells[name][i]) === cells[name][i]))
      return true
  }
  return false
}

/** Findings on worlds without faults, those of one day and test counted once, by month. */
export function falseAlarms(worlds: readonly WatchedWorld[]): { months: number; alarms: number } {
  const alarms = worlds.reduce((sum, { facts }) => sum + new Set(watch(facts).map(({ day, test }) => `${day} ${test}`)).size, 0)
  const months = worlds.reduce((sum, { facts }) => sum + (facts.lastDay - facts.firstDay + 1) / 30.4, 0)
  return { months, alarms }
}

export function watchedWorlds(count: number, options: Parameters<typeof watchedWorld>[0]): WatchedWorld[] {
  return Array.from({ length: count }, (_, at) => watchedWorld({ ...options, seed: options.seed + at }, DSI))
}
