import { type Alert, alertsAbout } from './alerts.ts'
import { type App, apps as demoApps } from './apps.ts'
import { brokenAttribution } from './attribution.ts'
import { type Budget, budgetsOf } from './budgets.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { dayOf } from '../model/days.ts'
import { type AppEvent, eventsOf } from './events.ts'
import type { Knowledge } from './pipeline.ts'
import type { Recommendation } from './recommendations.ts'
import { type Run, runDaysOf, runsOf } from './runs.ts'
import type { Segment } from './segments.ts'
import { simulate } from './simulate.ts'

/** All data of the demo except cohort revenue by DSI, which is computed when written. */
export interface World {
  runs: Run[]
  segments: Segment[]
  cohorts: Cohort[]
  /** Those of succeeded runs, each with its run. */
  recommendations: Array<{ run: Run; row: Recommendation }>
  alerts: Array<{ run: Run; row: Alert }>
  events: AppEvent[]
  budgets: Budget[]
  /** Knowledge of succeeded recommendation runs. */
  knowledge: Map<Run, Knowledge>
}

/** Simulated days between reports of progress. */
const PROGRESS_DAYS = 20

/** The world as it stands on the morning of `today`, `YYYY-MM-DD`. Calls `progress` with the share done, 0 to 1. */
export function createWorld(today: string, apps: readonly App[] = demoApps, progress: (share: number) => void = () => undefined): World {
  const day = dayOf(today)
  const days = apps.reduce((sum, { firstDaysAgo, lastDaysAgo }) => sum + firstDaysAgo - lastDaysAgo, 0)
  let done = 0
  const onDay = () => ++done % PROGRESS_DAYS === 0 && progress(Math.min(1, done / days))
  const world: World = {
    runs: runsOf(apps, day),
    segments: [],
    cohorts: [],
    recommendations: [],
    alerts: [],
    events: [],
    budgets: [],
    knowledge: new Map(),
  }
  for (const app of apps) {
    const history = simulate(app, day, world.segments.length + 1, new Set(runDaysOf(app, day)), day, onDay)
    world.segments.push(...history.segments)
    for (const cohort of history.cohorts) world.cohorts.push(cohort)
    const cohorts = byCampaign(history.cohorts)
    world.budgets.push(...budgetsOf(app, history.cohorts, day))
    world.events.push(...eventsOf(app, world.runs, day))
    for (const run of world.runs.filter(({ app: ofApp, status }) => ofApp === app && status === 'succeeded')) {
      const rows = history.recommendations.get(run.day)!
      if (run.kind === 'recommendation') {
        world.recommendations.push(...inOrder(rows).map(row => ({ run, row })))
        world.knowledge.set(run, history.knowledge.get(run.day)!)
      } else {
        const seen = { day: run.day, broken: brokenAttribution(history.cohorts, run.day) }
        world.alerts.push(...alertsAbout(app, rows, campaign => cohorts.get(campaign) ?? [], seen).map(row => ({ run, row })))
      }
    }
  }
  return world
}

function byCampaign(cohorts: readonly Cohort[]): Map<Campaign, Cohort[]> {
  const groups = new Map<Campaign, Cohort[]>()
  for (const cohort of cohorts) {
    const group = groups.get(cohort.segment.campaign)
    if (group === undefined) groups.set(cohort.segment.campaign, [cohort])
    else group.push(cohort)
  }
  return groups
}

function inOrder(rows: readonly Recommendation[]): Recommendation[] {
  return [...rows].sort((one, other) =>
    one.granularity === other.granularity ? other.spend - one.spend : one.granularity < other.granularity ? -1 : 1,
  )
}
