import { displayName, type Filters } from './identity.ts'
import { runAsOf, succeededRuns } from './runs.ts'
import type { AppRow, Delivery, Identity, IsoDate } from './delivery.ts'
import type { Request } from './request-types.ts'

type Named = keyof Omit<Filters, 'platforms'>

const COLUMNS: Record<Named, keyof Identity> = {
  networks: 'network',
  campaigns: 'campaign',
  countries: 'country',
}

/** The rows that the request's filters are held against beside the names of the app's cohorts and snapshots. */
function rowsRead(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  request: Request,
): Identity[] {
  if (request.operation === 'getRecommendations') {
    const { asOf, granularity = 'campaign' } = request.parameters
    const run = runAsOf(delivery, app.app_id, 'recommendation', asOf)
    return delivery.recommendations.filter(
      row => row.run_id === run?.run_id && row.granularity === granularity,
    )
  }
  if (request.operation === 'getBudgetPlan') {
    const run = runAsOf(delivery, app.app_id, 'recommendation')
    const { granularity = 'campaign' } = request.parameters
    return delivery.recommendations.filter(
      row => row.run_id === run?.run_id && row.granularity === granularity,
    )
  }
  if (request.operation === 'getAlerts') {
    const { startDate, endDate = today } = request.parameters
    const runs = succeededRuns(delivery, app.app_id, 'alert').slice(
      0,
      startDate === undefined ? 1 : undefined,
    )
    return delivery.alerts.filter(row => {
      const date = row.created_at.slice(0, 10)
      return (
        runs.some(run => run.run_id === row.run_id) &&
        (startDate === undefined || (startDate <= date && date <= endDate))
      )
    })
  }
  if (request.operation === 'listEvents')
    return delivery.events.filter(event => event.app_id === app.app_id)
  return []
}

/** The expected `Unmatched-Filters`: filters with a name that the app lacks; null if absent. */
export function unmatchedFilters(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  request: Request,
): string | null {
  const runIds = new Set(
    delivery.runs.filter(run => run.app_id === app.app_id).map(run => run.run_id),
  )
  const rows: Identity[] = [
    ...[...delivery.cohorts, ...delivery.roas_snapshots].filter(row => runIds.has(row.run_id)),
    ...rowsRead(delivery, today, app, request),
  ]
  const order: Named[] =
    request.operation === 'listCampaigns'
      ? ['networks', 'countries']
      : ['countries', 'networks', 'campaigns']
  const filters = request.parameters as Filters
  const unmatched = order.filter(name => {
    const known = new Set([
      'Unknown',
      ...(name === 'countries' ? ['GLOBAL'] : []),
      ...rows.map(row => displayName(row[COLUMNS[name]])),
    ])
    return filters[name]?.some(value => !known.has(value))
  })
  return unmatched.length === 0 ? null : unmatched.join(', ')
}
