import type fc from 'fast-check'
import { arbitraryApp, type DrawnApp } from './arbitrary-app.ts'
import { arbitraryAlerts } from './arbitrary-alerts.ts'
import { arbitraryBudgets } from './arbitrary-budgets.ts'
import { arbitraryEvents } from './arbitrary-events.ts'
import { arbitraryCohorts, arbitrarySnapshots } from './arbitrary-facts.ts'
import { arbitraryRecommendations } from './arbitrary-recommendations.ts'
import { arbitraryRuns } from './arbitrary-runs.ts'
import { NETWORK_NAMES } from './arbitrary-names.ts'
import { drawn, type Draw } from './draw.ts'
import type { Delivery, IsoDate } from './delivery.ts'

/** How to draw deliveries. */
export interface DeliveryOptions {
  /** The day the data lie before, `YYYY-MM-DD`. */
  today: IsoDate
  /** Added to every id, so that several deliveries fit one store. */
  firstId?: number
}

function addApp(
  delivery: Required<Delivery>,
  draw: Draw,
  app: DrawnApp,
  options: Required<DeliveryOptions>,
): void {
  const { today, firstId } = options
  const runs = arbitraryRuns(draw, app, today, firstId + delivery.runs.length)
  delivery.runs.push(...runs)
  delivery.events.push(...arbitraryEvents(draw, app, firstId + delivery.events.length))
  delivery.budgets.push(...arbitraryBudgets(draw, app, firstId + delivery.budgets.length))
  const latest = runs.findLast(run => run.kind === 'recommendation' && run.status === 'succeeded')
  for (const run of runs) {
    if (run.kind === 'alert') {
      delivery.alerts.push(...arbitraryAlerts(draw, app, run, firstId + delivery.alerts.length))
    } else {
      const facts = arbitraryCohorts(
        draw,
        app,
        run,
        run === latest ? (app.watched || app.level !== null ? 500 : 120) : 8,
      )
      delivery.cohorts.push(...facts.cohorts)
      delivery.cohort_revenue.push(...facts.revenue)
      delivery.roas_snapshots.push(...arbitrarySnapshots(draw, app, run))
      delivery.recommendations.push(
        ...arbitraryRecommendations(draw, app, run, firstId + delivery.recommendations.length),
      )
    }
  }
}

/**
 * Whole random deliveries, valid for import: 1 to 3 companies, 1 to 4 apps, up to a few thousand rows, data in the 120 days
 * before `today` and some beyond 455 days. Never ambiguous where the documents are silent: a run has one recommendation per
 * granularity and shown identity, every recommendation run has a cohort row.
 */
export function arbitraryDelivery(options: DeliveryOptions): fc.Arbitrary<Required<Delivery>> {
  const { today, firstId = 1 } = options
  return drawn(draw => {
    const companies = Array.from({ length: draw.int(1, 3) }, (_, index) => ({
      company_id: firstId + index,
      name: `Company ${index}`,
    }))
    const apps = Array.from({ length: draw.int(1, 4) }, (_, index) =>
      arbitraryApp(draw, firstId + index, today),
    )
    const named = new Set(
      NETWORK_NAMES.filter(name => name !== null && name !== '' && name !== 'Unknown'),
    )
    const delivery: Required<Delivery> = {
      companies,
      apps: apps.map(app => app.row),
      app_access: apps.flatMap(app =>
        draw
          .some(companies, 1, 3)
          .map(({ company_id }) => ({ company_id, app_id: app.row.app_id })),
      ),
      bet_lookbacks: apps.flatMap(app => app.lookbacks),
      networks: draw
        .some([...named] as string[], 4, 10)
        .map(network => ({ network, traditional: draw.chance(85) })),
      events: [],
      budgets: [],
      runs: [],
      cohorts: [],
      cohort_revenue: [],
      roas_snapshots: [],
      recommendations: [],
      alerts: [],
    }
    for (const app of apps) addApp(delivery, draw, app, { today, firstId })
    return delivery
  })
}
