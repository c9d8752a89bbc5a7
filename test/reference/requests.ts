import type fc from 'fast-check'
import {
  arbitraryDates,
  arbitraryFilters,
  arbitraryFormat,
  arbitraryGrouping,
  optional,
  shuffled,
} from './arbitrary-parameters.ts'
import { comparedColumns, comparedRange } from './comparison.ts'
import { earliestHistoryStart, earliestReportStart, resolveRange } from './date-range.ts'
import { drawn, type Draw } from './draw.ts'
import { addDays, daysBetween, periodStart } from './periods.ts'
import { reportColumns } from './report-columns.ts'
import { sceneOf, type Scene } from './request-scene.ts'
import { availableDsis, dataThrough } from './runs.ts'
import { targetColumn } from './targets.ts'
import {
  mergeDeliveries,
  PLATFORMS,
  REVENUE_TYPES,
  ROAS_TYPES,
  type Delivery,
  type IsoDate,
} from './delivery.ts'
import {
  METRICS,
  type AlertsParameters,
  type BudgetPlanParameters,
  type CampaignsParameters,
  type EventsParameters,
  type ForecastAccuracyParameters,
  type GroupBy,
  type PacingParameters,
  type Page,
  type RecommendationsParameters,
  type ReportGrouping,
  type ReportParameters,
  type Request,
  type RoasHistoryParameters,
  type TrackRecordParameters,
} from './request-types.ts'

const SORTED_FIELDS = [
  'id',
  'country',
  'platform',
  'network',
  'campaign',
  'action',
  'status',
  'confidenceScore',
  'dailySpend',
  'paidInstalls',
  'fullBlendedCpi',
  'optimisationDsi',
  'optimisationLiveRoas',
  'targetPaidNetRoas',
  'predictedFullBlendedGrossRoas',
  'createdAt',
  'actionReason',
  'lookbackEndDate',
  'predictedLowRoas',
  'closeCall',
  'actualRoas',
  'change',
]

function arbitraryPage(draw: Draw, fields: readonly string[]): Page {
  return {
    ...optional(draw, 45, 'sort', () => draw.pick(['', '-']) + draw.pick(fields)),
    ...(draw.chance(50)
      ? {}
      : {
          limit: draw.pick([1, 2, 5, 500]),
          ...optional(draw, 40, 'offset', () => draw.pick([0, 1, 3, 1_000_000])),
        }),
  }
}

function recommendationsParameters(draw: Draw, scene: Scene): RecommendationsParameters {
  const granularity = draw.pick([undefined, 'campaign', 'campaign_geo'] as const)
  return {
    appId: scene.app.app_id,
    ...(granularity === undefined ? {} : { granularity }),
    ...(draw.chance(40)
      ? {}
      : arbitraryFilters(draw, scene.identities, {
          campaigns: true,
          countries: granularity === 'campaign_geo',
        })),
    ...optional(draw, 75, 'actions', () =>
      shuffled(draw, draw.some(['scale', 'hold', 'reduce'] as const, 1, 3)),
    ),
    ...optional(draw, 75, 'statuses', () =>
      shuffled(draw, draw.some(['high', 'medium', 'low'] as const, 1, 3)),
    ),
    ...optional(draw, 75, 'minDailySpend', () => draw.pick([0, 1, 5, 30, 100_000])),
    ...comparison(draw, scene),
    ...optional(draw, 50, 'outcome', () => draw.chance(85)),
    ...arbitraryPage(draw, SORTED_FIELDS),
  }
}

/** Days around those of the app's runs: `since` never after `asOf`, nor after the day of the run that is served. */
function comparison(
  draw: Draw,
  { recommendationRuns, today }: Scene,
): Pick<RecommendationsParameters, 'asOf' | 'since' | 'changed'> {
  const days = [today, ...recommendationRuns.map(run => run.created_at.slice(0, 10))]
  const around = () => addDays(draw.pick(days), draw.pick([-30, -1, 0, 0, 0, 1]))
  const asOf = draw.chance(50) ? undefined : around()
  const served = recommendationRuns.find(
    run => asOf === undefined || run.created_at.slice(0, 10) <= asOf,
  )
  const latest = served?.created_at.slice(0, 10) ?? asOf ?? today
  const wanted = around()
  return {
    ...(asOf === undefined ? {} : { asOf }),
    ...(draw.chance(35)
      ? optional(draw, 90, 'changed', () => false)
      : {
          since: wanted > latest ? latest : wanted,
          ...optional(draw, 50, 'changed', () => draw.chance(70)),
        }),
  }
}

function campaignsParameters(draw: Draw, scene: Scene): CampaignsParameters {
  const filters = draw.chance(30)
    ? {}
    : arbitraryFilters(draw, scene.identities, { campaigns: false, countries: true })
  return {
    appId: scene.app.app_id,
    ...filters,
    ...arbitraryPage(draw, [
      'platform',
      'network',
      'campaign',
      'lastInstallDate',
      'spend',
      'paidInstalls',
    ]),
  }
}

function groupBy(draw: Draw, granularity: ReportParameters['granularity']): GroupBy[] {
  if (draw.chance(20)) return ['none']
  const names = ['platform', 'network', 'campaign', 'country'] as const
  return shuffled(draw, draw.some(granularity === 'campaign' ? names.slice(0, 3) : names, 1, 4))
}

/** Any column of the report, either way. */
function arbitrarySort(draw: Draw, { app }: Scene, parameters: ReportParameters): string {
  const plain = reportColumns(app, parameters, new Map(), 'daily', { start: '', end: '' }, '')
  const columns =
    parameters.compare === undefined ? plain : comparedColumns(plain, plain, [], false)
  return (
    draw.pick(['', '-']) +
    draw.pick([...columns, ...targetColumn(mergeDeliveries(), app, undefined, parameters)]).name
  )
}

/** A comparison of a report that is one of totals: mostly with dates of the data, never with such that begin too early. */
function arbitraryComparison(
  draw: Draw,
  scene: Scene,
  parameters: ReportParameters,
): Pick<ReportParameters, 'compare' | 'explain'> {
  if (parameters.installGrouping !== 'total' || draw.chance(20)) return {}
  const { today, run, installDates } = scene
  const earliest = earliestReportStart(today)
  const day = () =>
    addDays(
      installDates.length > 0 ? draw.pick(installDates) : today,
      draw.pick([-3, -1, 0, 0, 0, 1, 5]),
    )
  const dates = () => [day(), day()].sort().join('..')
  const compare = draw.chance(50)
    ? dates()
    : draw.pick(['previous', 'previous', 'previous_month', 'previous_year'])
  const range = resolveRange(parameters, today, run, earliest, 30)
  if (comparedRange(compare, range, run, today).start < earliest) return {}
  return {
    compare,
    ...(parameters.groupBy?.includes('none')
      ? {}
      : optional(draw, 25, 'explain', () => draw.chance(90))),
  }
}

function reportParameters(draw: Draw, scene: Scene): ReportParameters {
  const plain = reportColumnsParameters(draw, scene)
  const parameters = { ...plain, ...arbitraryComparison(draw, scene, plain) }
  const paged = draw.chance(60)
    ? {}
    : {
        limit: draw.pick([1, 2, 5, 500, draw.int(1, 40)]),
        ...optional(draw, 50, 'offset', () => draw.pick([0, 1, 2, draw.int(0, 40), 1_000_000])),
      }
  const ordered = draw.chance(50)
    ? { sort: arbitrarySort(draw, scene, parameters) }
    : optional(draw, 65, 'order', () => draw.pick(['install_cohort', 'newest'] as const))
  return { ...parameters, ...paged, ...ordered }
}

function reportColumnsParameters(draw: Draw, scene: Scene): ReportParameters {
  const { app, today } = scene
  const granularity = draw.pick(['campaign', 'campaign_geo'] as const)
  const metrics = draw.chance(20)
    ? undefined
    : shuffled(draw, draw.some(METRICS, 1, METRICS.length))
  const checked =
    metrics === undefined ||
    metrics.some(metric => ['revenue', 'ltv', 'roas', 'profit'].includes(metric))
  return {
    appId: app.app_id,
    granularity,
    ...(metrics === undefined ? {} : { metrics }),
    ...optional(draw, 50, 'groupBy', () => groupBy(draw, granularity)),
    ...optional(draw, 40, 'installGrouping', (): ReportGrouping =>
      draw.chance(50) ? 'total' : arbitraryGrouping(draw, app),
    ),
    ...optional(draw, 40, 'roasTypes', () => shuffled(draw, draw.some(ROAS_TYPES, 1, 3))),
    ...optional(draw, 40, 'revenueTypes', () => shuffled(draw, draw.some(REVENUE_TYPES, 1, 2))),
    // Other DSIs than the app's are valid only while no metric uses them.
    ...optional(draw, 40, 'dsiValues', () =>
      shuffled(draw, draw.some([...availableDsis(app), ...(checked ? [] : [5000])], 1, 5)),
    ),
    ...arbitraryDates(draw, scene, earliestReportStart(today)),
    ...arbitraryFilters(draw, scene.identities, {
      campaigns: true,
      countries: granularity === 'campaign_geo',
    }),
    ...arbitraryFormat(draw),
    ...optional(draw, 60, 'maturity', () => draw.chance(80)),
    ...optional(draw, 50, 'partial', () => draw.chance(80)),
    ...optional(draw, 50, 'targets', () => draw.chance(80)),
  }
}

/** What ROAS history and forecast accuracy both take. */
function snapshotParameters(
  draw: Draw,
  scene: Scene,
  granularity: RoasHistoryParameters['granularity'],
) {
  const { app, run, installDates, today } = scene
  return {
    appId: app.app_id,
    granularity,
    ...optional(draw, 60, 'dsi', () => draw.pick(availableDsis(app))),
    ...optional(draw, 35, 'installGrouping', () => arbitraryGrouping(draw, app)),
    ...optional(draw, 50, 'roasType', () => draw.pick(ROAS_TYPES)),
    ...optional(draw, 50, 'revenueType', () => draw.pick(REVENUE_TYPES)),
    ...arbitraryDates(draw, scene, earliestHistoryStart(installDates, today, run)),
    ...arbitraryFilters(draw, scene.identities, {
      campaigns: true,
      countries: granularity !== 'campaign',
    }),
  }
}

/** A column that a file of these parameters has, or could have; ages over all that there can be. */
function sortOfHistory(draw: Draw, scene: Scene, parameters: RoasHistoryParameters): string {
  const { run, installDates, today } = scene
  const names = ['recommendation_id', 'platform', 'network', 'campaign', 'daily_spend']
  const perCampaign = { app: [], campaign: names, campaign_geo: [...names, 'country'] }[
    parameters.granularity
  ]
  const columns = [
    'created_at',
    'install_cohort',
    'dsi',
    'roas_type',
    'revenue_type',
    ...perCampaign,
  ]
  if (run !== undefined) {
    const { start } = resolveRange(
      parameters,
      today,
      run,
      earliestHistoryStart(installDates, today, run),
      90,
    )
    const first = scene.firstAge(parameters.platforms ?? PLATFORMS)
    const last = daysBetween(
      periodStart(start, parameters.installGrouping ?? 'weekly'),
      dataThrough(run),
    )
    const likely = [...scene.installDates, start]
      .map(date => daysBetween(date, dataThrough(run)))
      .filter(age => age >= first && age <= last)
    if (first <= last) columns.push(...[first, last, ...likely].map(age => `roas_age_${age}`))
  }
  return `${draw.pick(['', '-'])}${draw.pick(columns)}`
}

function roasHistoryParameters(draw: Draw, scene: Scene): RoasHistoryParameters {
  const limit = draw.chance(70) ? undefined : draw.pick([1, 3, 7, 500])
  const parameters: RoasHistoryParameters = {
    ...snapshotParameters(draw, scene, draw.pick(['app', 'campaign', 'campaign_geo'] as const)),
    ...arbitraryFormat(draw),
    ...(limit === undefined
      ? {}
      : { limit, ...optional(draw, 40, 'offset', () => draw.pick([0, 1, 2, 5, 1_000_000])) }),
  }
  return {
    ...parameters,
    ...optional(draw, 50, 'sort', () => sortOfHistory(draw, scene, parameters)),
  }
}

function forecastAccuracyParameters(draw: Draw, scene: Scene): ForecastAccuracyParameters {
  const granularity = draw.pick(['app', 'campaign', 'campaign_geo'] as const)
  const all = snapshotParameters(draw, scene, granularity)
  const grouped = optional(draw, 60, 'groupBy', () =>
    granularity === 'app' ? (['none'] as const).slice() : groupBy(draw, granularity),
  )
  // Mostly all there is to compare: little of it is old enough as it is.
  const { startDate, endDate, networks, campaigns, ...parameters } = all
  const narrow = draw.chance(30) ? { startDate, endDate, networks, campaigns } : {}
  return {
    ...parameters,
    ...grouped,
    ...Object.fromEntries(Object.entries(narrow).filter(([, value]) => value !== undefined)),
    ...arbitraryPage(draw, ['network', 'country', 'age', 'cohorts', 'spend']),
  }
}

function trackRecordParameters(draw: Draw, scene: Scene): TrackRecordParameters {
  const granularity = draw.pick([undefined, 'campaign', 'campaign_geo'] as const)
  const created = [scene.today, ...scene.recommendationRuns.map(run => run.created_at.slice(0, 10))]
  const startDate = draw.chance(70)
    ? undefined
    : addDays(draw.pick(created), -draw.pick([0, 1, 30]))
  return {
    appId: scene.app.app_id,
    ...(granularity === undefined ? {} : { granularity }),
    ...(draw.chance(60)
      ? {}
      : arbitraryFilters(draw, scene.identities, {
          campaigns: true,
          countries: granularity === 'campaign_geo',
        })),
    ...(startDate === undefined ? {} : { startDate }),
    ...optional(draw, 80, 'endDate', () =>
      addDays(startDate ?? draw.pick(created), draw.pick([0, 5, 40])),
    ),
    ...optional(draw, 60, 'groupBy', () =>
      draw.chance(20)
        ? (['none'] as const).slice()
        : shuffled(
            draw,
            draw.some(['platform', 'network', 'action', 'status', 'size'] as const, 1, 2),
          ),
    ),
    ...optional(draw, 40, 'examples', () => draw.pick([0, 1, 3, 10])),
    ...arbitraryPage(draw, ['network', 'action', 'size', 'decisions', 'runs', 'since']),
  }
}

function eventsParameters(draw: Draw, scene: Scene): EventsParameters {
  const days = [scene.today, ...scene.events.map(event => event.start_date)]
  const startDate = draw.chance(50) ? undefined : addDays(draw.pick(days), draw.pick([-9, 0, 1, 3]))
  return {
    appId: scene.app.app_id,
    ...(startDate === undefined ? {} : { startDate }),
    ...optional(draw, 60, 'endDate', () =>
      addDays(startDate ?? draw.pick(days), draw.pick([0, 0, 7])),
    ),
    ...(draw.chance(50)
      ? {}
      : arbitraryFilters(draw, scene.identities, { campaigns: true, countries: true })),
    ...arbitraryPage(draw, ['id', 'kind', 'title', 'startDate', 'network', 'note']),
  }
}

/** Budgets around what is spent, targets around what is predicted. */
function budgetPlanParameters(draw: Draw, scene: Scene): BudgetPlanParameters {
  const granularity = draw.pick([undefined, 'campaign', 'campaign_geo'] as const)
  const goal = draw.pick([
    { dailyBudget: draw.pick([0.01, 5, 40, 250.5, draw.int(1, 2000), 1e12]) },
    { budgetChange: draw.pick([0, 0, 0.1, 0.2, -0.05, -0.2, 1, -1, draw.int(-300, 300) / 1000]) },
    { targetRoas: draw.pick([0.0001, 0.5, 1, 3, 1000, draw.int(1, 3000) / 1000]) },
  ])
  return {
    appId: scene.app.app_id,
    ...(granularity === undefined ? {} : { granularity }),
    ...goal,
    ...optional(draw, 50, 'maxStep', () => draw.pick([0.001, 0.1, 0.5, 1])),
    ...optional(draw, 40, 'followSteps', () => draw.chance(20)),
    ...optional(draw, 80, 'horizonDays', () => draw.pick([1, 30, 90])),
    ...(draw.chance(60)
      ? {}
      : arbitraryFilters(draw, scene.identities, {
          campaigns: true,
          countries: granularity === 'campaign_geo',
        })),
  }
}

function pacingParameters(draw: Draw, { app, budgets, today }: Scene): PacingParameters {
  return {
    appId: app.app_id,
    ...optional(draw, 40, 'month', () =>
      draw.pick([today.slice(0, 7), ...budgets.map(row => row.month)]),
    ),
    ...arbitraryPage(draw, ['budgetId', 'network', 'campaign', 'amount', 'spent', 'daysLeft']),
  }
}

const ALERT_FIELDS = [
  'id',
  'createdAt',
  'alertGroup',
  'title',
  'campaign',
  'dailySpend',
  'spendDetail',
  'value',
  'change',
  'timesSeen',
  'open',
]

function alertsParameters(draw: Draw, scene: Scene): AlertsParameters {
  const created = [scene.today, ...scene.alerts.map(row => row.created_at.slice(0, 10))]
  const startDate = draw.chance(40)
    ? undefined
    : addDays(draw.pick(created), -draw.pick([0, 0, 1, 3, 8]))
  return {
    appId: scene.app.app_id,
    ...optional(draw, 60, 'alertGroups', () =>
      shuffled(draw, draw.some(['bids', 'analytics'] as const, 1, 2)),
    ),
    ...arbitraryFilters(draw, scene.alerts, { campaigns: true, countries: true }, [
      'GLOBAL',
      'GLOBAL',
    ]),
    ...(startDate === undefined
      ? {}
      : {
          startDate,
          ...optional(draw, 60, 'endDate', () => addDays(startDate, draw.pick([0, 1, 5, 12]))),
          ...optional(draw, 50, 'distinct', () => draw.chance(85)),
        }),
    ...arbitraryPage(draw, ALERT_FIELDS),
  }
}

/** Each as often as it stands here. */
const OPERATIONS: readonly Request['operation'][] = [
  'getAppSettings',
  'listCampaigns',
  'listCampaigns',
  'getRecommendations',
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
  'getForecastAccuracy',
  'getForecastAccuracy',
  'getForecastAccuracy',
  'getAlerts',
  'getAlerts',
  'getTrackRecord',
  'getTrackRecord',
  'getTrackRecord',
  'listEvents',
  'getBudgetPlan',
  'getBudgetPlan',
  'getBudgetPlan',
  'getPacing',
  'getPacing',
  'listApps',
  'getOverview',
  'getOverview',
]

/** Random valid requests of the delivery's companies for the apps they may read, as of the day `today`. */
export function arbitraryRequest(
  delivery: Required<Delivery>,
  today: IsoDate,
  operations: readonly Request['operation'][] = OPERATIONS,
): fc.Arbitrary<Request> {
  const readable = delivery.app_access.flatMap(({ company_id, app_id }) =>
    delivery.apps
      .filter(app => app.live && app.app_id === app_id)
      .map(app => ({ companyId: company_id, app })),
  )
  const scenes = new Map(readable.map(({ app }) => [app.app_id, sceneOf(delivery, app, today)]))
  return drawn<Request>(draw => {
    const operation = draw.pick(operations)
    if (operation === 'listApps' || operation === 'getOverview' || readable.length === 0) {
      const ofAll = operation === 'getOverview' ? operation : 'listApps'
      return {
        companyId: draw.pick(delivery.companies).company_id,
        operation: ofAll,
        parameters: {},
      }
    }
    // Accuracy takes runs that saw what others forecast.
    const observed = readable.filter(
      ({ app }) => delivery.runs.filter(run => run.app_id === app.app_id).length > 6,
    )
    const accuracy =
      ['getForecastAccuracy', 'getTrackRecord'].includes(operation) &&
      observed.length > 0 &&
      draw.chance(85)
    const { companyId, app } = draw.pick(accuracy ? observed : readable)
    const scene = scenes.get(app.app_id) as Scene
    if (operation === 'getAppSettings')
      return { companyId, operation, parameters: { appId: app.app_id } }
    if (operation === 'listCampaigns')
      return { companyId, operation, parameters: campaignsParameters(draw, scene) }
    if (operation === 'getRecommendations')
      return { companyId, operation, parameters: recommendationsParameters(draw, scene) }
    if (operation === 'getReport')
      return { companyId, operation, parameters: reportParameters(draw, scene) }
    if (operation === 'getRoasHistory')
      return { companyId, operation, parameters: roasHistoryParameters(draw, scene) }
    if (operation === 'getForecastAccuracy')
      return { companyId, operation, parameters: forecastAccuracyParameters(draw, scene) }
    if (operation === 'getTrackRecord')
      return { companyId, operation, parameters: trackRecordParameters(draw, scene) }
    if (operation === 'getBudgetPlan')
      return { companyId, operation, parameters: budgetPlanParameters(draw, scene) }
    if (operation === 'getPacing')
      return { companyId, operation, parameters: pacingParameters(draw, scene) }
    if (operation === 'listEvents')
      return { companyId, operation, parameters: eventsParameters(draw, scene) }
    return { companyId, operation, parameters: alertsParameters(draw, scene) }
  })
}
