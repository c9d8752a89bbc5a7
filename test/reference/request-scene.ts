import { firstAge } from './ages.ts'
import { succeededRuns } from './runs.ts'
import type {
  AlertRow,
  AppRow,
  BudgetRow,
  Delivery,
  EventRow,
  Identity,
  IsoDate,
  RunRow,
} from './delivery.ts'

/** What an app's requests are drawn from. */
export interface Scene {
  app: AppRow
  /** The served recommendation run. */
  run: RunRow | undefined
  /** Newest first. */
  recommendationRuns: RunRow[]
  /** The identities of the app's rows, from any run. */
  identities: Identity[]
  alerts: AlertRow[]
  events: EventRow[]
  budgets: BudgetRow[]
  /** Where ages begin for these platforms. */
  firstAge: (platforms: readonly string[]) => number
  installDates: IsoDate[]
  today: IsoDate
}

/** What there is to ask of an app. */
export function sceneOf(delivery: Required<Delivery>, app: AppRow, today: IsoDate): Scene {
  const runIds = new Set(
    delivery.runs.filter(run => run.app_id === app.app_id).map(run => run.run_id),
  )
  const ofApp = (row: { run_id: number }) => runIds.has(row.run_id)
  const recommendationRuns = succeededRuns(delivery, app.app_id, 'recommendation')
  const [run] = recommendationRuns
  return {
    app,
    run,
    recommendationRuns,
    identities: [...delivery.cohorts, ...delivery.recommendations].filter(ofApp),
    alerts: delivery.alerts.filter(ofApp),
    events: delivery.events.filter(event => event.app_id === app.app_id),
    budgets: delivery.budgets.filter(row => row.app_id === app.app_id),
    firstAge: platforms => firstAge(delivery, app, platforms),
    installDates: delivery.cohorts
      .filter(row => row.run_id === run?.run_id)
      .map(row => row.install_date),
    today,
  }
}
