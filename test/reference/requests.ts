import type fc from 'fast-check'
import { arbitraryDates, arbitraryFilters, arbitraryFormat, arbitraryGrouping, optional, shuffled } from './arbitrary-parameters.ts'
import { earliestHistoryStart, earliestReportStart } from './date-range.ts'
import { drawn, type Draw } from './draw.ts'
import { addDays } from './periods.ts'
import { reportColumns } from './report-columns.ts'
import { sceneOf, type Scene } from './request-scene.ts'
import { availableDsis } from './runs.ts'
import { REVENUE_TYPES, ROAS_TYPES, type Delivery, type IsoDate } from './delivery.ts'
import type {
  AlertsParameters,
  GroupBy,
  RecommendationsParameters,
  ReportGrouping,
  ReportParameters,
  Request,
  RoasHistoryParameters,
} from './request.ts'

function recommendationsParameters(draw: Draw, scene: Scene): RecommendationsParameters {
  const granularity = draw.pick([undefined, 'campaign', 'campaign_geo'] as const)
  return {
    appId: scene.app.app_id,
    ...(granularity === undefined ? {} : { granularity }),
    ...arbitraryFilters(draw, scene.identities, { campaigns: false, countries: granularity === 'campaign_geo' }),
  }
}

const METRICS = ['ltv', 'roas', 'spend', 'installs', 'cpi', 'revenue'] as const

function groupBy(draw: Draw, granularity: ReportParameters['granularity']): GroupBy[] {
  if (draw.chance(20)) return ['none']
  const names = ['platform', 'network', 'campaign', 'country'] as const
  return shuffled(draw, draw.some(granularity === 'campaign' ? names.slice(0, 3) : names, 1, 4))
}

/** Any column of the report, either way. */
function arbitrarySort(draw: Draw, { app }: Scene, asked: ReportParameters): string {
  const columns = reportColumns(app, asked, new Map(), 'daily', { start: '', end: '' }, '')
  return draw.pick(['', '-']) + draw.pick(columns).name
}

function reportParameters(draw: Draw, scene: Scene): ReportParameters {
  const asked = reportColumnsParameters(draw, scene)
  const paged = draw.chance(60)
    ? {}
    : {
        limit: draw.pick([1, 2, 5, 500, draw.int(1, 40)]),
        ...optional(draw, 50, 'offset', () => draw.pick([0, 1, 2, draw.int(0, 40), 1_000_000])),
      }
  const ordered = draw.chance(50)
    ? { sort: arbitrarySort(draw, scene, asked) }
    : optional(draw, 65, 'order', () => draw.pick(['install_cohort', 'newest'] as const))
  return { ...asked, ...paged, ...ordered }
}

function reportColumnsParameters(draw: Draw, scene: Scene): ReportParameters {
  const { app, today } = scene
  const granularity = draw.pick(['campaign', 'campaign_geo'] as const)
  const metrics = draw.chance(20) ? undefined : shuffled(draw, draw.some(METRICS, 1, 6))
  const checked = metrics === undefined || metrics.some(metric => ['revenue', 'ltv', 'roas'].includes(metric))
  return {
    appId: app.app_id,
    granularity,
    ...(metrics === undefined ? {} : { metrics }),
    ...optional(draw, 50, 'groupBy', () => groupBy(draw, granularity)),
    ...optional(draw, 40, 'installGrouping', (): ReportGrouping => (draw.chance(35) ? 'total' : arbitraryGrouping(draw, app))),
    ...optional(draw, 40, 'roasTypes', () => shuffled(draw, draw.some(ROAS_TYPES, 1, 3))),
    ...optional(draw, 40, 'revenueTypes', () => shuffled(draw, draw.some(REVENUE_TYPES, 1, 2))),
    // Other DSIs than the app's are valid only while no metric uses them.
    ...optional(draw, 40, 'dsiValues', () => shuffled(draw, draw.some([...availableDsis(app), ...(checked ? [] : [5000])], 1, 5))),
    ...arbitraryDates(draw, scene, earliestReportStart(today)),
    ...arbitraryFilters(draw, scene.identities, { campaigns: true, countries: granularity === 'campaign_geo' }),
    ...arbitraryFormat(draw),
    ...optional(draw, 60, 'maturity', () => draw.chance(80)),
    ...optional(draw, 50, 'partial', () => draw.chance(80)),
  }
}

function roasHistoryParameters(draw: Draw, scene: Scene): RoasHistoryParameters {
  const { app, run, installDates, today } = scene
  const granularity = draw.pick(['app', 'campaign', 'campaign_geo'] as const)
  return {
    appId: app.app_id,
    granularity,
    ...optional(draw, 60, 'dsi', () => draw.pick(availableDsis(app))),
    ...optional(draw, 35, 'installGrouping', () => arbitraryGrouping(draw, app)),
    ...optional(draw, 50, 'roasType', () => draw.pick(ROAS_TYPES)),
    ...optional(draw, 50, 'revenueType', () => draw.pick(REVENUE_TYPES)),
    ...arbitraryDates(draw, scene, earliestHistoryStart(installDates, today, run)),
    ...arbitraryFilters(draw, scene.identities, { campaigns: true, countries: granularity !== 'campaign' }),
    ...arbitraryFormat(draw),
    ...optional(draw, 80, 'limit', () => draw.pick([1, 3, 500])),
  }
}

function alertsParameters(draw: Draw, scene: Scene): AlertsParameters {
  const created = [scene.today, ...scene.alerts.map(row => row.created_at.slice(0, 10))]
  const startDate = draw.chance(40) ? undefined : addDays(draw.pick(created), -draw.pick([0, 0, 1, 3, 8]))
  return {
    appId: scene.app.app_id,
    ...optional(draw, 60, 'alertGroups', () => shuffled(draw, draw.some(['bids', 'analytics'] as const, 1, 2))),
    ...arbitraryFilters(draw, scene.alerts, { campaigns: true, countries: true }, ['GLOBAL', 'GLOBAL']),
    ...(startDate === undefined ? {} : { startDate, ...optional(draw, 60, 'endDate', () => addDays(startDate, draw.pick([0, 1, 5, 12]))) }),
  }
}

/** Random valid requests of the delivery's companies for the apps they may read, as of the day `today`. */
export function arbitraryRequest(delivery: Required<Delivery>, today: IsoDate): fc.Arbitrary<Request> {
  const readable = delivery.app_access.flatMap(({ company_id, app_id }) =>
    delivery.apps.filter(app => app.live && app.app_id === app_id).map(app => ({ companyId: company_id, app })),
  )
  const scenes = new Map(readable.map(({ app }) => [app.app_id, sceneOf(delivery, app, today)]))
  return drawn<Request>(draw => {
    const operation = draw.pick([
      'getRecommendations',
      'getRecommendations',
      'getReport',
      'getReport',
      'getReport',
      'getReport',
      'getRoasHistory',
      'getRoasHistory',
      'getRoasHistory',
      'getRoasHistory',
      'getAlerts',
      'getAlerts',
      'listApps',
    ] as const)
    if (operation === 'listApps' || readable.length === 0) {
      return { companyId: draw.pick(delivery.companies).company_id, operation: 'listApps', parameters: {} }
    }
    const { companyId, app } = draw.pick(readable)
    const scene = scenes.get(app.app_id) as Scene
    if (operation === 'getRecommendations') return { companyId, operation, parameters: recommendationsParameters(draw, scene) }
    if (operation === 'getReport') return { companyId, operation, parameters: reportParameters(draw, scene) }
    if (operation === 'getRoasHistory') return { companyId, operation, parameters: roasHistoryParameters(draw, scene) }
    return { companyId, operation, parameters: alertsParameters(draw, scene) }
  })
}
