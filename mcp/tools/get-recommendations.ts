import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import type { GetRecommendationsParameters, Recommendation } from '../../client/src/index.ts'
import { decidingColumns } from '../../server/model/classification.ts'
import { addDays } from '../../server/model/dates.ts'
import { readList } from './arguments.ts'
import { type App, contextOf, filtersOf, originOf, withheldOf, significant } from './context.ts'
import { defineRowsTool } from './define-tool.ts'
import { expectedError } from './refusal.ts'
import { camelCase, type Cell, cellOf, type Fields, rowsOutcome } from './rows.ts'
import { findDropped } from './unmatched.ts'

type Field = Exclude<keyof Recommendation, 'previous'>

const FIELDS: Fields<Pick<Recommendation, Field>> = {
  id: 'whole',
  country: 'text',
  platform: 'text',
  network: 'text',
  campaign: 'text',
  action: 'text',
  status: 'text',
  confidenceScore: 'number',
  dailySpend: 'number',
  paidInstalls: 'whole',
  incrementalBlendedInstalls: 'whole',
  fullBlendedInstalls: 'whole',
  paidCpi: 'number',
  incrementalBlendedCpi: 'number',
  fullBlendedCpi: 'number',
  optimisationDsi: 'whole',
  targetDsi: 'whole',
  optimisationLiveRoas: 'number',
  optimisationPacedRoas: 'number',
  optimisationRawRoas: 'number',
  optimisationPredictedRoas: 'number',
  targetPaidGrossRoas: 'number',
  predictedPaidGrossRoas: 'number',
  targetPaidNetRoas: 'number',
  predictedPaidNetRoas: 'number',
  targetIncrementalBlendedGrossRoas: 'number',
  predictedIncrementalBlendedGrossRoas: 'number',
  targetIncrementalBlendedNetRoas: 'number',
  predictedIncrementalBlendedNetRoas: 'number',
  targetFullBlendedGrossRoas: 'number',
  predictedFullBlendedGrossRoas: 'number',
  targetFullBlendedNetRoas: 'number',
  predictedFullBlendedNetRoas: 'number',
  createdAt: 'text',
  actionReason: 'text',
  lookbackStartDate: 'text',
  lookbackEndDate: 'text',
  change: 'text',
}

const ALL = (Object.keys(FIELDS) as Field[]).filter(field => field !== 'change')

const PREVIOUS: Fields<NonNullable<Recommendation['previous']>> = {
  action: 'text',
  status: 'text',
  dailySpend: 'number',
  targetRoas: 'number',
  predictedRoas: 'number',
  createdAt: 'text',
}

const PREVIOUS_FIELDS = Object.keys(PREVIOUS) as (keyof typeof PREVIOUS)[]

const PREVIOUS_COLUMNS = ['change', ...PREVIOUS_FIELDS.map(field => `previous${field[0]!.toUpperCase()}${field.slice(1)}`)]

function summaryFields({ cpi, target, predicted }: DecidingFields): Field[] {
  return [
    'id',
    'platform',
    'network',
    'campaign',
    'country',
    'action',
    'actionReason',
    'status',
    'confidenceScore',
    'dailySpend',
    'paidInstalls',
    cpi,
    target,
    predicted,
    'optimisationDsi',
    'optimisationLiveRoas',
    'optimisationPacedRoas',
  ]
}

export const getRecommendations = defineRowsTool('svc_get_recommendations', {
  ask: ({ client, parameters }) => readList(client.getRecommendations(parameters as GetRecommendationsParameters)),
  beside: ({ client, parameters }) => findDropped(client, parameters as GetRecommendationsParameters),
  async outcome({ items, headers }, app, gone, { client, values }, more) {
    const { granularity, detail, limit, offset, asOf, since } = values
    const fields = detail === 'full' ? ALL : summaryFields(decidingFields(app))
    const columns = [...fields, ...(since === undefined ? [] : PREVIOUS_COLUMNS)]
    const origin = originOf(headers)
    const head = {
      ...more,
      context: {
        ...contextOf(app, origin, filtersOf(values)),
        ...withheldOf(app),
        granularity,
        ...(asOf === undefined ? {} : { asOf }),
        ...(since === undefined ? {} : { since }),
        ...(origin.dataThrough === null ? {} : { lookback: lookbackOf(app, origin.dataThrough) }),
        expectedError: await expectedError(client, app, granularity),
      },
      totals: totalsOf(items),
      ...gone,
    }
    const rows = rowsOf(items.slice(offset, offset + limit), fields, since !== undefined)
    const notes = origin.run === null ? [noRun(app, asOf)] : []
    return rowsOutcome(head, columns, rows, { total: items.length, offset, notes })
  },
})

/** Install dates that recommendations are based on. */
function lookbackOf({ betLookbacks }: App, dataThrough: string) {
  return betLookbacks.map(({ platform, startDay, endDay }) => ({
    platform,
    startDate: addDays(dataThrough, -endDay),
    endDate: addDays(dataThrough, -startDay),
  }))
}

function noRun({ latestRecommendationRun }: App, asOf: string | undefined): string {
  return latestRecommendationRun === null
    ? 'The app has no recommendation run yet.'
    : `No run was made by the end of ${asOf}; the latest is from ${latestRecommendationRun.createdAt}.`
}

function* rowsOf(recommendations: readonly Recommendation[], fields: readonly Field[], compared: boolean): Iterable<Cell[]> {
  for (const one of recommendations) {
    const { previous = null, change = null } = one
    const cells = fields.map(field => cellOf(one[field] ?? null, FIELDS[field]))
    yield compared
      ? [...cells, change, ...PREVIOUS_FIELDS.map(field => (previous === null ? null : cellOf(previous[field], PREVIOUS[field])))]
      : cells
  }
}

function totalsOf(recommendations: readonly Recommendation[]) {
  const totalOf = (action: Action) => {
    const some = recommendations.filter(one => one.action === action)
    return { count: some.length, dailySpend: significant(some.reduce((sum, { dailySpend }) => sum + dailySpend, 0)) }
  }
  return { SCALE: totalOf('SCALE'), HOLD: totalOf('HOLD'), REDUCE: totalOf('REDUCE') }
}

/** Fields that decide an app's actions, and their CPI. */
export type DecidingFields = ReturnType<typeof decidingFields>

function decidingFields({ targetRoasType, targetRevenueType }: Pick<App, 'targetRoasType' | 'targetRevenueType'>) {
  const { target, predicted } = decidingColumns({ target_roas_type: targetRoasType, target_revenue_type: targetRevenueType })
  return { cpi: camelCase(`${targetRoasType}_cpi`), target: camelCase(target), predicted: camelCase(predicted) }
}
