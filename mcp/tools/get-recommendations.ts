import {
  previousRecommendationFields,
  recommendationFields,
  stepFields,
} from '../../generated/client/fields.ts'
import type { Action, RoasType } from '../../generated/vocabulary/vocabulary.ts'
import type { GetRecommendationsParameters, Recommendation, Step } from '../../client/src/index.ts'
import { upperCase } from '../../server/core/checks/schemas.ts'
import { allRead } from '../../server/core/checks/parameters.ts'
import { camelCase } from '../../server/core/model/camel-case.ts'
import { targetTypeColumns, LEAST_CONFIDENCE } from '../../server/core/model/classification.ts'
import { addDays, earlier, later } from '../../server/core/model/dates.ts'
import { forEachInSlices, nextSlice } from '../../server/core/runtime/slices.ts'
import { type Format, formatOf } from '../../server/core/words/format.ts'
import { totalSteps } from '../../server/core/formulas/step-totals.ts'
import { stepWords } from '../../server/core/words/step-words.ts'
import { askPlan, pacingContext, planContext, planNotes } from './budgets.ts'
import {
  type App,
  contextOf,
  filtersOf,
  originOf,
  roundedAll,
  standingOf,
  shareOf,
  significant,
  eventFilters,
  eventsBetween,
} from './context.ts'
import { defineRowsTool } from './tool.ts'
import { type Cell, cellOf, rowsOutcome, readList } from './rows.ts'
import { findDropped } from './unmatched.ts'

type Field = keyof typeof recommendationFields

const OUTCOME = ['actualRoas', 'actionInHindsight', 'roasError'] as const satisfies Field[]

/** Fields with which a view plans without another request. */
const RESPONSE = [
  'marginalRoas',
  'responseElasticity',
  'responseLow',
  'responseHigh',
  'responseEvidence',
] as const satisfies Field[]

/** Fields of a step, in the order of the columns, followed by `stepWords`. */
const STEP_FIELDS = [
  'kind',
  'direction',
  'from',
  'to',
  'reason',
  'spendChange',
  'gain',
  'gainLow',
  'gainHigh',
] as const satisfies (keyof Step)[]

/** The columns of a step, shared with alerts. */
export const STEP_COLUMNS = [...STEP_FIELDS.map(field => prefixed('step', field)), 'stepWords']

/** The cells of these columns; nulls without a step. */
export function stepCells(subject: { step: Step | null; country: string }, format: Format): Cell[] {
  const { step, country } = subject
  if (step === null) return STEP_COLUMNS.map(() => null)
  return [
    ...STEP_FIELDS.map(field => cellOf(step[field], stepFields[field])),
    stepWords({ step, country }, format),
  ]
}

const ALL = (Object.keys(recommendationFields) as Field[]).filter(
  field => field !== 'change' && !(OUTCOME as readonly Field[]).includes(field),
)

const PREVIOUS_FIELDS = Object.keys(
  previousRecommendationFields,
) as (keyof typeof previousRecommendationFields)[]

const PREVIOUS_COLUMNS = ['change', ...PREVIOUS_FIELDS.map(field => prefixed('previous', field))]

/** `stepKind` */
function prefixed(prefix: string, field: string): string {
  return `${prefix}${field[0]!.toUpperCase()}${field.slice(1)}`
}

function summaryFields({ cpi, target, predicted }: TargetTypeFields): Field[] {
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
    'predictedLowRoas',
    'predictedHighRoas',
    'closeCall',
    'optimisationDsi',
    'tested',
    'currentDailySpend',
  ]
}

export const getRecommendations = defineRowsTool('svc_get_recommendations', {
  ask: ({ client, parameters }) =>
    readList(client.getRecommendations(parameters as GetRecommendationsParameters)),
  askExtra: async ({ client, parameters, values }) => {
    const {
      appId,
      granularity,
      countries,
      platforms,
      networks,
      campaigns,
      asOf,
      since,
      ...ofRows
    } = parameters
    // A parameter selects campaigns, for all that is read beside the rows, or only rows.
    const {
      actions: _actions,
      statuses: _statuses,
      minDailySpend: _least,
      changed: _changed,
      outcome: _outcome,
      ...paging
    } = ofRows
    const { sort: _sort, limit: _limit, offset: _offset, ...unread } = paging
    allRead(unread)
    const filters = { appId, granularity, countries, platforms, networks, campaigns }
    const [{ dropped, notes }, record, events, planned, budgets] = await Promise.all([
      findDropped(client, { ...filters, since, asOf }),
      client.getTrackRecord({
        ...filters,
        groupBy: [values.trackRecordBy.toLowerCase() as Lowercase<typeof values.trackRecordBy>],
      }),
      client.listEvents(eventFilters(filters)),
      askPlan(client, filters, values),
      asOf === undefined ? client.getPacing({ appId }) : [],
    ])
    return { dropped, notes, record, events, planned, budgets, isPast: asOf !== undefined }
  },
  isConsistent: ({ headers }, { planned, isPast }) =>
    planned === undefined || isPast || planned.runId === headers.get('run-id'),
  async outcome({ items, headers }, app, extra, { values }, more) {
    const { granularity, detail, limit, offset, asOf, since, outcome } = values
    const summary = [
      ...summaryFields(targetTypeFields(app)),
      ...(extra.planned === undefined ? [] : RESPONSE),
    ]
    const fields = [...(detail === 'full' ? ALL : summary), ...(outcome ? OUTCOME : [])]
    const columns = [...fields, ...STEP_COLUMNS, ...(since === undefined ? [] : PREVIOUS_COLUMNS)]
    const origin = originOf(headers)
    const listed = await eventsBetween(extra.events, lookbackDays(app, origin.dataThrough))
    const plan = extra.planned && (await planContext(extra.planned.plan, app))
    const head = {
      ...more,
      context: {
        ...contextOf(app, origin, filtersOf(values)),
        ...standingOf(app),
        granularity,
        ...(asOf === undefined ? {} : { asOf }),
        ...(since === undefined ? {} : { since, ...previousRun(headers) }),
        lookback: await lookbackOf(items),
        trackRecord: extra.record.map(roundedAll),
        events: listed.events,
        ...pacingContext(extra.budgets),
        ...(plan === undefined ? {} : { budgetPlan: plan }),
      },
      totals: await totalsOf(items, outcome),
      ...extra.dropped,
    }
    const rows = rowsOf(items.slice(offset, offset + limit), fields, {
      format: formatOf(app.currency),
      compared: since !== undefined,
    })
    await nextSlice()
    const notes =
      origin.run === null
        ? [noRun(app, asOf)]
        : [
            ...extra.notes,
            ...(extra.planned ? planNotes(extra.planned.plan, plan!.rows.length) : []),
            ...emptyNotes(items, values, app),
            ...untestedNotes(items),
            ...opposedNotes(items, app),
            ...networkNotes(items),
            ...listed.notes,
          ]
    const advice = [
      ...(items.some(({ tested }) => !tested)
        ? ['Say beside an action that its forecast is not tested yet.']
        : []),
      ...(items.some(({ opposedBy }) => opposedBy.length > 0)
        ? ['Say beside an action that another ROAS type points the other way.']
        : []),
    ]
    return rowsOutcome(head, columns, rows, { total: items.length, offset, notes, advice })
  },
})

function previousRun(headers: Headers): {
  previousRunId: number | null
  previousRunCreatedAt: string | null
} {
  const id = headers.get('previous-run-id')
  return {
    previousRunId: id === null ? null : Number(id),
    previousRunCreatedAt: headers.get('previous-run-created-at'),
  }
}

/** Install dates that the recommendations are based on, by platform. */
async function lookbackOf(recommendations: readonly Recommendation[]) {
  const ranges = new Map<string, { platform: string; startDate: string; endDate: string }>()
  await forEachInSlices(
    recommendations,
    ({ platform, lookbackStartDate: start, lookbackEndDate: end }) => {
      const { startDate, endDate } = ranges.get(platform) ?? { startDate: start, endDate: end }
      ranges.set(platform, {
        platform,
        startDate: earlier(startDate, start),
        endDate: later(endDate, end),
      })
    },
  )
  return [...ranges.values()]
}

/** From the start of the longest bet lookback range to the latest install date with data, as the header `Events` counts them. */
function lookbackDays(
  { betLookbacks }: App,
  dataThrough: string | null,
): { startDate: string; endDate: string } | null {
  if (dataThrough === null) return null
  return {
    startDate: addDays(dataThrough, -Math.max(...betLookbacks.map(({ endDay }) => endDay))),
    endDate: dataThrough,
  }
}

/** Explains missing rows or outcomes. */
function emptyNotes(
  items: readonly Recommendation[],
  { since, changed, outcome }: { since?: string; changed: boolean; outcome: boolean },
  { targetDsi, dataThrough }: App,
): string[] {
  if (items.length === 0)
    return [changed ? `No action changed since ${since}.` : 'No recommendation of the run matches.']
  const isKnown = items.some(({ actionInHindsight }) => (actionInHindsight ?? null) !== null)
  if (!outcome || isKnown || dataThrough === null) return []
  const until = addDays(dataThrough, -targetDsi)
  return [
    `No outcome is known yet: it takes ${targetDsi} days. Recommendations as of ${until} or earlier may have one.`,
  ]
}

/** Steps that rest on forecasts which no test has judged. */
function untestedNotes(items: readonly Recommendation[]): string[] {
  const untested = items.filter(({ tested }) => !tested)
  if (untested.length === 0) return []
  const dsis = [...new Set(untested.map(({ targetDsi }) => `D${targetDsi}`))].join(', ')
  return [
    `In ${untested.length} of ${items.length} rows the ${dsis} forecast is not tested yet: steps move 10 % of the spend and no bid.`,
  ]
}

/** Maximum rows listed in a note. */
const MAX_NOTED = 3

/** Rows that another ROAS type judges in the opposite direction. */
function opposedNotes(items: readonly Recommendation[], app: App): string[] {
  const opposed = items.filter(item => item.opposedBy.length > 0)
  if (opposed.length === 0) return []
  const listed = opposed.slice(0, MAX_NOTED).map(item => {
    const basis = targetTypeFields({ ...app, targetRoasType: item.opposedBy[0] as RoasType })
    const [predicted, target] = [basis.predicted, basis.target].map(field =>
      significant(item[field as Field] as number),
    )
    return `${item.id} (${upperCase(item.opposedBy[0]!)} ${predicted} against ${target})`
  })
  const more = opposed.length > MAX_NOTED ? ' and others' : ''
  return [
    `In ${opposed.length} of ${items.length} rows another ROAS type than ${upperCase(app.targetRoasType)} points the other way: ids ${listed.join(', ')}${more}.`,
  ]
}

/** Rows that are LOW only because of their network, which a high score does not explain. */
function networkNotes(items: readonly Recommendation[]): string[] {
  const low = items.filter(
    item => item.statusReason === 'network' && (item.confidenceScore ?? 0) >= LEAST_CONFIDENCE,
  )
  if (low.length === 0) return []
  const networks = [...new Set(low.map(({ network }) => network))]
  const listed = networks.slice(0, MAX_NOTED).map(name => JSON.stringify(name))
  const more = networks.length > MAX_NOTED ? ' and others' : ''
  return [
    `In ${low.length} of ${items.length} rows the status is LOW whatever the score, since the network is not a traditional one: ${listed.join(', ')}${more}.`,
  ]
}

function noRun({ latestRecommendationRun }: App, asOf: string | undefined): string {
  return latestRecommendationRun === null || asOf === undefined
    ? 'The app has no recommendation run yet.'
    : `No run was made by the end of ${asOf}; the latest is from ${latestRecommendationRun.createdAt}.`
}

interface RowOptions {
  format: Format
  compared: boolean
}

function* rowsOf(
  recommendations: readonly Recommendation[],
  fields: readonly Field[],
  { format, compared }: RowOptions,
): Iterable<Cell[]> {
  for (const item of recommendations) {
    const { previous = null, change = null } = item
    const cells = [
      ...fields.map(field => {
        const value = item[field] ?? null
        return cellOf(
          Array.isArray(value) ? value.map(upperCase).join(', ') || null : value,
          recommendationFields[field],
        )
      }),
      ...stepCells(item, format),
    ]
    yield compared
      ? [
          ...cells,
          change,
          ...PREVIOUS_FIELDS.map(field =>
            previous === null ? null : cellOf(previous[field], previousRecommendationFields[field]),
          ),
        ]
      : cells
  }
}

/** Per action: number of rows, their spend and its share; with `outcome`, the number with an outcome, and the share of their spend that was right. */
async function totalsOf(recommendations: readonly Recommendation[], withOutcome: boolean) {
  const sumsOf = () => ({ count: 0, spend: 0, outcomes: 0, known: 0, right: 0 })
  const sums = { SCALE: sumsOf(), HOLD: sumsOf(), REDUCE: sumsOf() }
  let all = 0
  await forEachInSlices(recommendations, ({ action, actionInHindsight = null, dailySpend }) => {
    all += dailySpend
    // Later versions of the service may have other actions.
    const own = (sums as Partial<Record<string, typeof sums.HOLD>>)[action]
    if (own === undefined) return
    own.count++
    own.spend += dailySpend
    if (actionInHindsight === null) return
    own.outcomes++
    own.known += dailySpend
    if (actionInHindsight === action) own.right += dailySpend
  })
  const totalOf = (action: Action) => {
    const { count, spend, outcomes, known, right } = sums[action]
    return {
      count,
      dailySpend: significant(spend),
      spendShare: shareOf(spend, all),
      ...(withOutcome ? { outcomes, rightShare: shareOf(right, known) } : {}),
    }
  }
  await nextSlice()
  const { more, less, all: both } = totalSteps(recommendations)
  await nextSlice()
  const steps = { more: roundedAll(more), less: roundedAll(less), all: roundedAll(both) }
  return { SCALE: totalOf('SCALE'), HOLD: totalOf('HOLD'), REDUCE: totalOf('REDUCE'), steps }
}

/** Fields that decide an app's actions, and their CPI. */
type TargetTypeFields = ReturnType<typeof targetTypeFields>

function targetTypeFields({
  targetRoasType,
  targetRevenueType,
}: Pick<App, 'targetRoasType' | 'targetRevenueType'>) {
  const { target, predicted } = targetTypeColumns({
    target_roas_type: targetRoasType,
    target_revenue_type: targetRevenueType,
  })
  return {
    cpi: camelCase(`${targetRoasType}_cpi`),
    target: camelCase(target),
    predicted: camelCase(predicted),
  }
}
