import type { AppRow, Delivery, IsoDate, RunRow } from './delivery.ts'

/** Succeeded runs of an app and kind, newest first: greatest created_at, then greatest run_id (data model). */
export function succeededRuns(
  delivery: Required<Delivery>,
  appId: number,
  kind: RunRow['kind'],
): RunRow[] {
  return delivery.runs
    .filter(run => run.app_id === appId && run.kind === kind && run.status === 'succeeded')
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.run_id - a.run_id)
}

/** The run that is served at the end of a UTC day; without one, the latest. */
export function runAsOf(
  delivery: Required<Delivery>,
  appId: number,
  kind: RunRow['kind'],
  date?: IsoDate,
): RunRow | undefined {
  return succeededRuns(delivery, appId, kind).find(
    run => date === undefined || run.created_at.slice(0, 10) <= date,
  )
}

/** The latest install date with data: the newest install date the run saw. */
export function dataThrough(run: RunRow): string {
  if (run.max_install_date === null) throw new Error(`run ${run.run_id} has no max_install_date`)
  return run.max_install_date
}

/** The live app a company may read; anything else is an invalid request. */
export function readableApp(
  delivery: Required<Delivery>,
  companyId: number,
  appId: number,
): AppRow {
  const app = delivery.apps.find(row => row.app_id === appId && row.live)
  const allowed = delivery.app_access.some(
    row => row.company_id === companyId && row.app_id === appId,
  )
  if (app === undefined || !allowed)
    throw new Error(`company ${companyId} cannot read app ${appId}`)
  return app
}

/** The app's available DSIs, ascending. */
export function availableDsis(app: AppRow): number[] {
  return app.dsi_values
    .split(',')
    .map(Number)
    .sort((a, b) => a - b)
}

/** DSIs that the run does not forecast. */
export function withheldDsis(run: RunRow): number[] {
  return dsisIn(run.withheld_dsis)
}

/** DSIs that it forecasts before a test, ascending. */
export function untestedDsis(run: RunRow): number[] {
  return dsisIn(run.untested_dsis).sort((a, b) => a - b)
}

function dsisIn(text = ''): number[] {
  return text === '' ? [] : text.split(',').map(item => parseInt(item, 10))
}
