import type { DuckDBConnection } from '@duckdb/node-api'
import { NumberRows } from './append-columns.ts'
import type { App } from './apps.ts'
import { networks } from './networks.ts'
import { amountBy } from './payers.ts'
import { type Run, snapshotsFrom } from './runs.ts'
import { sources } from './load-kept.ts'
import type { Cohort } from './cohorts.ts'
import type { Segment } from './segments.ts'
import type { World } from './world.ts'

const amounts = { paid: 'INTEGER', incremental: 'INTEGER', other: 'INTEGER' } as const

/**
 * Sources of revenue: `actual` at the DSIs that a cohort has reached, and each run's `seen` of younger cohorts (with
 * the level of the curve at their age, and how much of their departure continues), the `worth` of a user, and its `curve`. Amounts are in the currency's smallest unit.
 */
export async function loadRevenue(connection: DuckDBConnection, world: World): Promise<void> {
  const runs = sources(world.runs)
  const cohorts = byApp(world.cohorts)
  const actual = new NumberRows({ cohort_no: 'INTEGER', dsi: 'INTEGER', ...amounts })
  for (const [app, own] of cohorts) {
    const newest = Math.max(...runs.flatMap(run => (run.app === app ? [run.day] : [])))
    for (const { no, cohort } of own) {
      for (const dsi of app.dsiValues) if (cohort.day + dsi <= newest) actual.add(no, dsi, ...amountsBy(cohort, dsi))
    }
  }
  await actual.create(connection, 'actual')

  const seen = new NumberRows({ run_id: 'INTEGER', cohort_no: 'INTEGER', ...amounts, level: 'DOUBLE', own: 'DOUBLE' })
  const worth = new NumberRows({ run_id: 'INTEGER', segment_no: 'INTEGER', paid_worth: 'DOUBLE', other_worth: 'DOUBLE' })
  const curve = new NumberRows({ run_id: 'INTEGER', traits_no: 'INTEGER', dsi: 'INTEGER', reached: 'DOUBLE' })
  for (const run of runs) {
    const { curveOf, worthOf, persistenceAt } = world.knowledge.get(run)!
    const segments = new Set<Segment>()
    for (const { no, cohort } of young(run, cohorts.get(run.app) ?? [])) {
      const age = run.day - cohort.day
      segments.add(cohort.segment)
      seen.add(run.run_id, no, ...amountsBy(cohort, age), curveOf(cohort.segment.campaign.traits)[age]!, persistenceAt(age))
    }
    for (const segment of segments) worth.add(run.run_id, segment.no, worthOf(segment).paid, worthOf(segment).other)
    for (const traits of new Set([...segments].map(({ campaign }) => campaign.traits))) {
      for (const dsi of run.app.dsiValues) curve.add(run.run_id, networks.indexOf(traits), dsi, curveOf(traits)[dsi]!)
    }
  }
  await seen.create(connection, 'seen')
  await worth.create(connection, 'worth')
  await curve.create(connection, 'curve')
}

interface Numbered {
  no: number
  cohort: Cohort
}

/** In order of days. */
function byApp(cohorts: readonly Cohort[]): Map<App, Numbered[]> {
  const apps = new Map<App, Numbered[]>()
  cohorts.forEach((cohort, no) => {
    const { app } = cohort.segment.campaign
    const own = apps.get(app)
    if (own === undefined) apps.set(app, [{ no, cohort }])
    else own.push({ no, cohort })
  })
  return apps
}

/** Those for which the run keeps a forecast. */
function young(run: Run, cohorts: readonly Numbered[]): Numbered[] {
  const since = run.app.dsiValues.map(dsi => Math.max(run.isFull ? -Infinity : snapshotsFrom(run, dsi), run.day - dsi + 1))
  const first = Math.min(...since)
  return cohorts.filter(({ cohort }) => cohort.day >= first && cohort.day <= run.day)
}

function amountsBy({ paid, incremental, other }: Cohort, age: number): [paid: number, incremental: number, other: number] {
  return [amountBy(paid, age), amountBy(incremental, age), amountBy(other, age)]
}
