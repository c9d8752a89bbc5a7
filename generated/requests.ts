// Generated from openapi.yaml by `npm run generate`. Do not edit.

import { calendarDate, choice, commaList, flag, named, plainInteger, plainNumber, single, text } from '../server/core/checks/schemas.ts'
import { alone, dateRange, exactlyOne, excludes, fieldOf, notAfter, notWith, onlyWith, requires, valueOnlyWith } from '../server/core/checks/parameters.ts'
import type { RequestSchema } from '../server/core/checks/parameters.ts'
import type { OperationId } from './operations.ts'

/** How the parameters of each operation are checked. */
export const requests: Record<OperationId, RequestSchema> = {
  listApps: {
    query: named({}),
    path: named({}),
    rules: []
  },
  getOverview: {
    query: named({}),
    path: named({}),
    rules: []
  },
  getAppSettings: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required()
    }),
    path: named({}),
    rules: []
  },
  listCampaigns: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      fieldOf('sort', ['platform', 'network', 'campaign', 'firstInstallDate', 'lastInstallDate', 'spend', 'paidInstalls', 'incrementalBlendedInstalls', 'fullBlendedInstalls']),
      requires('offset', 'limit')
    ]
  },
  getRecommendations: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      granularity: single(choice(['campaign', 'campaign_geo'])).default('campaign'),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      actions: commaList(choice(['scale', 'hold', 'reduce']), { minItems: 1, uniqueItems: true }),
      statuses: commaList(choice(['high', 'medium', 'low']), { minItems: 1, uniqueItems: true }),
      minDailySpend: single(plainInteger({ minimum: 0, maximum: 1000000000000 })),
      asOf: single(calendarDate()),
      since: single(calendarDate()),
      changed: single(flag()).default(false),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 })),
      outcome: single(flag()).default(false)
    }),
    path: named({}),
    rules: [
      onlyWith('countries', 'granularity', ['campaign_geo']),
      notAfter('since', 'asOf'),
      requires('changed', 'since', false),
      fieldOf('sort', ['id', 'country', 'platform', 'network', 'campaign', 'action', 'status', 'confidenceScore', 'dailySpend', 'paidInstalls', 'incrementalBlendedInstalls', 'fullBlendedInstalls', 'paidCpi', 'incrementalBlendedCpi', 'fullBlendedCpi', 'optimisationDsi', 'targetDsi', 'optimisationLiveRoas', 'optimisationPacedRoas', 'optimisationRawRoas', 'optimisationPredictedRoas', 'targetPaidGrossRoas', 'predictedPaidGrossRoas', 'targetPaidNetRoas', 'predictedPaidNetRoas', 'targetIncrementalBlendedGrossRoas', 'predictedIncrementalBlendedGrossRoas', 'targetIncrementalBlendedNetRoas', 'predictedIncrementalBlendedNetRoas', 'targetFullBlendedGrossRoas', 'predictedFullBlendedGrossRoas', 'targetFullBlendedNetRoas', 'predictedFullBlendedNetRoas', 'createdAt', 'actionReason', 'statusReason', 'lookbackStartDate', 'lookbackEndDate', 'predictedLowRoas', 'predictedHighRoas', 'closeCall', 'suggestedDailySpend', 'responseElasticity', 'responseLow', 'responseHigh', 'marginalRoas', 'responseEvidence', 'tested', 'currentDailySpend', 'actualRoas', 'actionInHindsight', 'roasError', 'change', 'stepGain']),
      requires('offset', 'limit')
    ]
  },
  getBudgetPlan: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      granularity: single(choice(['campaign', 'campaign_geo'])).default('campaign'),
      dailyBudget: single(plainNumber({ minimum: 0.01, maximum: 1000000000000 })),
      budgetChange: single(plainNumber({ minimum: -1, maximum: 1 })),
      targetRoas: single(plainNumber({ minimum: 0.0001, maximum: 1000 })),
      maxStep: single(plainNumber({ minimum: 0.001, maximum: 1 })).default(0.2),
      followSteps: single(flag()).default(true),
      horizonDays: single(plainInteger({ minimum: 1, maximum: 90 })).default(7),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true })
    }),
    path: named({}),
    rules: [
      onlyWith('countries', 'granularity', ['campaign_geo']),
      exactlyOne(['dailyBudget', 'budgetChange', 'targetRoas'])
    ]
  },
  getPacing: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      month: single(text({ pattern: /^\d{4}-(0[1-9]|1[0-2])$/u, meaning: 'a month written YYYY-MM' })),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      fieldOf('sort', ['budgetId', 'month', 'platform', 'network', 'campaign', 'amount', 'spent', 'expected', 'expectedLow', 'expectedHigh', 'intervalDays', 'cases', 'share', 'daysLeft', 'currentDailySpend', 'neededDailySpend', 'status']),
      requires('offset', 'limit')
    ]
  },
  getTrackRecord: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      granularity: single(choice(['campaign', 'campaign_geo'])).default('campaign'),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      groupBy: commaList(
        choice(['platform', 'network', 'action', 'status', 'size', 'none']),
        { minItems: 1, uniqueItems: true }
      ).default(['none']),
      examples: single(plainInteger({ minimum: 0, maximum: 10 })).default(0),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      onlyWith('countries', 'granularity', ['campaign_geo']),
      notAfter('startDate', 'endDate'),
      alone('groupBy', 'none'),
      fieldOf('sort', ['platform', 'network', 'action', 'status', 'size', 'decisions', 'runs', 'since', 'dailySpend', 'rightShare', 'oppositeShare', 'bias', 'wape', 'p50', 'p80', 'p90']),
      requires('offset', 'limit')
    ]
  },
  getForecastAccuracy: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      dsi: single(plainInteger({ minimum: 0, maximum: 36500 })),
      granularity: single(choice(['app', 'campaign', 'campaign_geo'])).default('app'),
      groupBy: commaList(
        choice(['platform', 'network', 'campaign', 'country', 'none']),
        { minItems: 1, uniqueItems: true }
      ),
      installGrouping: single(choice(['daily', 'weekly', 'monthly'])).default('weekly'),
      roasType: single(choice(['paid', 'incremental_blended', 'full_blended'])),
      revenueType: single(choice(['gross', 'net'])),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      valueOnlyWith('groupBy', 'platform', 'granularity', ['campaign', 'campaign_geo']),
      valueOnlyWith('groupBy', 'network', 'granularity', ['campaign', 'campaign_geo']),
      valueOnlyWith('groupBy', 'campaign', 'granularity', ['campaign', 'campaign_geo']),
      valueOnlyWith('groupBy', 'country', 'granularity', ['campaign_geo']),
      alone('groupBy', 'none'),
      notAfter('startDate', 'endDate'),
      onlyWith('countries', 'granularity', ['app', 'campaign_geo']),
      fieldOf('sort', ['platform', 'network', 'campaign', 'country', 'age', 'cohorts', 'spend', 'bias', 'wape', 'p50', 'p90']),
      requires('offset', 'limit')
    ]
  },
  getReport: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      granularity: single(choice(['campaign', 'campaign_geo'])).required(),
      groupBy: commaList(
        choice(['platform', 'network', 'campaign', 'country', 'none']),
        { minItems: 1, uniqueItems: true }
      ),
      installGrouping: single(choice(['daily', 'weekly', 'monthly', 'total'])),
      metrics: commaList(
        choice(
          ['spend', 'installs', 'cpi', 'revenue', 'ltv', 'roas', 'profit', 'organic_installs', 'payback']
        ),
        { minItems: 1, uniqueItems: true }
      ).default(['ltv']),
      roasTypes: commaList(
        choice(['paid', 'incremental_blended', 'full_blended']),
        { minItems: 1, uniqueItems: true }
      ).default(['paid']),
      revenueTypes: commaList(choice(['gross', 'net']), { minItems: 1, uniqueItems: true }).default(['gross']),
      dsiValues: commaList(
        plainInteger({ minimum: 0, maximum: 36500 }),
        { minItems: 1, uniqueItems: true }
      ),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      format: single(choice(['parquet', 'csv'])).default('parquet'),
      csvSafe: single(flag()).default(false),
      csvBom: single(flag()).default(false),
      maturity: single(flag()).default(false),
      partial: single(flag()).default(false),
      compare: single(
        text({ pattern: /^(previous|previous_month|previous_year|[0-9]{4}-[0-9]{2}-[0-9]{2}\.\.[0-9]{4}-[0-9]{2}-[0-9]{2})$/u, meaning: 'previous, previous_month, previous_year, or two dates written YYYY-MM-DD..YYYY-MM-DD' })
      ),
      explain: single(flag()).default(false),
      targets: single(flag()).default(false),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 })),
      sort: single(text({ minLength: 1 })),
      order: single(choice(['install_cohort', 'newest'])).default('install_cohort')
    }),
    path: named({}),
    rules: [
      valueOnlyWith('groupBy', 'country', 'granularity', ['campaign_geo']),
      alone('groupBy', 'none'),
      notAfter('startDate', 'endDate'),
      onlyWith('countries', 'granularity', ['campaign_geo']),
      onlyWith('csvSafe', 'format', ['csv'], false),
      onlyWith('csvBom', 'format', ['csv'], false),
      onlyWith('compare', 'installGrouping', ['total']),
      dateRange('compare'),
      notWith('explain', 'groupBy', ['none'], false),
      requires('explain', 'compare', false),
      requires('offset', 'limit'),
      excludes('sort', 'order')
    ]
  },
  getRoasHistory: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      granularity: single(choice(['app', 'campaign', 'campaign_geo'])).required(),
      dsi: single(plainInteger({ minimum: 0, maximum: 36500 })),
      installGrouping: single(choice(['daily', 'weekly', 'monthly'])).default('weekly'),
      roasType: single(choice(['paid', 'incremental_blended', 'full_blended'])),
      revenueType: single(choice(['gross', 'net'])),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      format: single(choice(['parquet', 'csv'])).default('parquet'),
      csvSafe: single(flag()).default(false),
      csvBom: single(flag()).default(false),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 })),
      sort: single(text({ minLength: 1 }))
    }),
    path: named({}),
    rules: [
      notAfter('startDate', 'endDate'),
      onlyWith('countries', 'granularity', ['app', 'campaign_geo']),
      onlyWith('csvSafe', 'format', ['csv'], false),
      onlyWith('csvBom', 'format', ['csv'], false),
      requires('offset', 'limit')
    ]
  },
  getAlerts: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      alertGroups: commaList(choice(['bids', 'analytics']), { minItems: 1, uniqueItems: true }),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown|GLOBAL)$/u, meaning: 'two capital letters (ISO 3166-1), Unknown or GLOBAL' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      distinct: single(flag()).default(false),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      notAfter('startDate', 'endDate'),
      requires('endDate', 'startDate'),
      requires('distinct', 'startDate', false),
      fieldOf('sort', ['id', 'appId', 'createdAt', 'alertGroup', 'title', 'campaign', 'country', 'platform', 'network', 'dailySpend', 'summary', 'detail', 'spendDetail', 'recommendedAction', 'metric', 'value', 'reference', 'change', 'firstSeen', 'lastSeen', 'timesSeen', 'inLatestRun', 'open', 'stepGain']),
      requires('offset', 'limit')
    ]
  },
  listEvents: {
    query: named({
      appId: single(plainInteger({ minimum: 0, maximum: 9007199254740991 })).required(),
      startDate: single(calendarDate()),
      endDate: single(calendarDate()),
      countries: commaList(
        text({ pattern: /^([A-Z]{2}|Unknown)$/u, meaning: 'two capital letters (ISO 3166-1), or Unknown' }),
        { minItems: 1, uniqueItems: true }
      ),
      platforms: commaList(choice(['ios', 'android', 'web']), { minItems: 1, uniqueItems: true }),
      networks: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      campaigns: commaList(text({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
      sort: single(text({ minLength: 1 })),
      limit: single(plainInteger({ minimum: 1, maximum: 500 })),
      offset: single(plainInteger({ minimum: 0, maximum: 1000000 }))
    }),
    path: named({}),
    rules: [
      notAfter('startDate', 'endDate'),
      fieldOf('sort', ['id', 'kind', 'title', 'startDate', 'endDate', 'platform', 'network', 'campaign', 'country', 'note']),
      requires('offset', 'limit')
    ]
  },
  downloadExport: {
    query: named({}),
    path: named({
      link: single(text({ minLength: 1 })).required()
    }),
    rules: []
  }
}
