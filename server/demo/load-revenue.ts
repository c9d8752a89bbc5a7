import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../delivery/load-rows.ts'
import type { App } from './apps.ts'
import { amountBy, type Revenue } from './payers.ts'
import { type Run, snapshotsFrom } from './runs.ts'
import { sources } from './load-runs.ts'
import type { Cohort } from './cohorts.ts'
import type { World } from './world.ts'

const amounts = { paid: 'INTEGER', incremental: 'INTEGER', other: 'INTEGER' } as const

/**
 * What revenue is made from: `actual` at the DSIs that a cohort has reached, and of each run what it had `seen` of younger cohorts (with
 * the level of the curve at their age), the `worth` of a user, and its `curve`. Amounts are in the currency's smallest unit.
 */
export async function loadRevenue(connection: DuckDBConnection, world: World): Promise<void> {
  const cohorts = byApp(world.cohorts)
  await loadRows(
    connection,
    'actual',
    { cohort_no: 'INTEGER', dsi: 'INTEGER', ...amounts },
    [...cohorts].flatMap(([app, own]) => {
      const newest = Math.max(...sources(world.runs).flatMap(run => (run.app === app ? [run.day] : [])))
      return own.flatMap(({ no, cohort }) =>
        app.dsiValues.filter(dsi => cohort.day + dsi <= newest).map(dsi => ({ cohort_no: no, dsi, ...amountsBy(cohort, dsi) })),
      )
    }),
  )
  const runs = sources(world.runs)
  await loadRows(
    connection,
    'seen',
    { run_id: 'INTEGER', cohort_no: 'INTEGER', ...amounts, level: 'DOUBLE' },
    runs.flatMap(run => {
      const { curveOf } = world.knowledge.get(run)!
      return young(run, cohorts.get(run.app) ?? []).map(({ no, cohort }) => ({
        run_id: run.run_id,
        cohort_no: no,
        ...amountsBy(cohort, run.day - cohort.day),
        level: curveOf(cohort.segment.campaign.traits)[run.day - cohort.day]!,
      }))
    }),
  )
  await loadRows(
    connection,
    'worth',
    { run_id: 'INTEGER', segment_no: 'INTEGER', paid_worth: 'DOUBLE', other_worth: 'DOUBLE' },
    runs.flatMap(run => {
      const { worthOf } = world.knowledge.get(run)!
      const segments = new Set((cohorts.get(run.app) ?? []).filter(({ cohort }) => cohort.day <= run.day).map(({ cohort }) => cohort.segment))
      return [...segments].map(segment => {
        const { paid, other } = worthOf(segment)
        return { run_id: run.run_id, segment_no: segment.no, paid_worth: paid, other_worth: other }
      })
    }),
  )
  await loadRows(
    connection,
    'curve',
    { run_id: 'INTEGER', traits: 'VARCHAR', dsi: 'INTEGER', reached: 'DOUBLE' },
    runs.flatMap(run => {
      const { curveOf } = world.knowledge.get(run)!
      const networks = new Set(world.segments.filter(({ campaign }) => campaign.app === run.app).map(({ campaign }) => campaign.traits))
      return [...networks].flatMap(traits =>
        run.app.dsiValues.map(dsi => ({ run_id: run.run_id, traits: traits.name, dsi, reached: curveOf(traits)[dsi]! })),
      )
    }),
  )
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

function amountsBy({ paid, incremental, other }: Cohort, age: number): Record<keyof typeof amounts, number> {
  const by = (revenue: Revenue) => amountBy(revenue, age)
  return { paid: by(paid), incremental: by(incremental), other: by(other) }
}
