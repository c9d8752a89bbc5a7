import type fc from 'fast-check'
import { arbitraryAlerts } from './arbitrary-alerts.ts'
import { arbitraryApp, type DrawnApp } from './arbitrary-app.ts'
import { arbitraryBudgets } from './arbitrary-budgets.ts'
import { arbitraryEvents } from './arbitrary-events.ts'
import { arbitraryCohorts, arbitrarySnapshots } from './arbitrary-facts.ts'
import { arbitraryRecommendations } from './arbitrary-recommendations.ts'
import { drawn, type Draw } from './draw.ts'
import type { Delivery, IsoDate, RunRow } from './delivery.ts'
import { addDays } from './periods.ts'

/** One import after another into one store. */
export interface Imports {
  /** Two companies and two apps with runs of both kinds. */
  first: Required<Delivery>
  /** What comes then: anything that was delivered before, as it was or changed, and new runs. */
  later: Delivery[]
}

export function arbitraryImports(today: IsoDate, count: number): fc.Arbitrary<Imports> {
  return drawn(draw => {
    const apps = [1, 2].map(id => {
      const app = arbitraryApp(draw, id, today)
      return { ...app, row: { ...app.row, live: true } }
    })
    let ids = 1
    const run = (app: DrawnApp, kind: RunRow['kind']): Delivery => {
      ids += 1000
      return runOf(draw, app, kind, today, ids)
    }
    const first: Required<Delivery> = {
      companies: [1, 2].map(id => ({ company_id: id, name: `Company ${id}` })),
      apps: apps.map(app => app.row),
      app_access: [
        { company_id: 1, app_id: 1 },
        { company_id: 2, app_id: 2 },
      ],
      bet_lookbacks: apps.flatMap(app => app.lookbacks),
      networks: [
        ...new Set(apps.flatMap(app => app.identities.map(({ network }) => network))),
      ].flatMap(network =>
        network === null || network === '' || network === 'Unknown'
          ? []
          : [{ network, traditional: draw.chance(70) }],
      ),
      events: apps.flatMap(app => arbitraryEvents(draw, app, app.row.app_id * 10)),
      budgets: apps.flatMap(app => arbitraryBudgets(draw, app, app.row.app_id * 10)),
      runs: [],
      cohorts: [],
      cohort_revenue: [],
      roas_snapshots: [],
      recommendations: [],
      alerts: [],
    }
    for (const app of apps) {
      for (const kind of ['recommendation', 'recommendation', 'alert'] as const) {
        for (const [table, rows] of Object.entries(run(app, kind)))
          (first[table as keyof Delivery] as unknown[]).push(...rows)
      }
    }
    return { first, later: Array.from({ length: count }, () => laterOf(draw, first, apps, run)) }
  })
}

function laterOf(
  draw: Draw,
  first: Required<Delivery>,
  apps: readonly DrawnApp[],
  run: (app: DrawnApp, kind: RunRow['kind']) => Delivery,
): Delivery {
  const app = draw.pick(apps)
  const { row } = app
  const kinds: (() => Delivery)[] = [
    () => run(app, 'recommendation'),
    () => run(app, 'recommendation'),
    () => run(app, 'alert'),
    () => ({ networks: first.networks }),
    () => ({
      networks: first.networks.map(network => ({ ...network, traditional: draw.chance(50) })),
    }),
    () => ({
      apps: first.apps,
      bet_lookbacks: first.bet_lookbacks,
      companies: first.companies,
      app_access: first.app_access,
    }),
    () => ({
      apps: [
        { ...row, currency: draw.pick(['USD', 'EUR']), name: draw.pick([row.name, 'Renamed']) },
      ],
    }),
    () => ({
      apps: [
        {
          ...row,
          action_threshold: draw.pick([0, 0.3]),
          target_roas_type: draw.pick(['paid', 'full_blended']),
        },
      ],
    }),
    () => ({ apps: [{ ...row, live: draw.chance(60) }] }),
    () => ({
      bet_lookbacks: [
        {
          app_id: row.app_id,
          platform: draw.pick(['IOS', null]),
          start_day: draw.int(0, 3),
          end_day: 9,
        },
      ],
    }),
    () => ({ events: arbitraryEvents(draw, app, row.app_id * 10) }),
    () => ({ budgets: arbitraryBudgets(draw, app, row.app_id * 10) }),
    () => ({ app_access: [{ company_id: draw.int(1, 2), app_id: row.app_id }] }),
  ]
  return draw.pick(kinds)()
}

/** A run of any of the last weeks with its rows, now and then of a campaign that nobody knew. */
function runOf(
  draw: Draw,
  known: DrawnApp,
  kind: RunRow['kind'],
  today: IsoDate,
  firstId: number,
): Delivery {
  const age = draw.int(0, 25)
  const app = draw.chance(70)
    ? known
    : {
        ...known,
        identities: [
          ...known.identities,
          { ...known.identities[0]!, campaign: `New in ${firstId}` },
        ],
      }
  const run: RunRow = {
    run_id: firstId,
    app_id: app.row.app_id,
    kind,
    status: draw.chance(85) ? 'succeeded' : 'failed',
    created_at: `${addDays(today, -age)}T0${draw.int(0, 9)}:00:00.000Z`,
    max_install_date: kind === 'alert' ? null : addDays(today, -age - 1),
  }
  if (kind === 'alert') return { runs: [run], alerts: arbitraryAlerts(draw, app, run, firstId) }
  const { cohorts, revenue } = arbitraryCohorts(draw, app, run, 30)
  return {
    runs: [run],
    cohorts,
    cohort_revenue: revenue,
    roas_snapshots: arbitrarySnapshots(draw, app, run),
    recommendations: arbitraryRecommendations(draw, app, run, firstId),
  }
}
