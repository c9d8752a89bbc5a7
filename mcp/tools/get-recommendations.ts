import type { Recommendation } from '../../client/src/index.ts'
import type { ToolArguments } from '../../generated/tools.ts'
import { actionReason, decidingFields, type DecidingFields } from './action-reason.ts'
import { cellOf, type Cell, type Fields } from './cells.ts'
import { defineTool } from './define-tool.ts'
import { readList } from './read-list.ts'
import { FORBIDDEN } from './refusal.ts'
import { appOf, contextOf, filtersOf, originOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'
import { significant } from './significant.ts'
import type { AppDescription } from './tool.ts'

type Column = keyof Recommendation | 'actionReason'

/** Every field in the contract's order. */
const FIELDS: Fields<Recommendation> = {
  id: 'whole', country: 'text', platform: 'text', network: 'text', campaign: 'text', action: 'text', status: 'text',
  confidenceScore: 'number', dailySpend: 'number', paidInstalls: 'whole', incrementalBlendedInstalls: 'whole',
  fullBlendedInstalls: 'whole', paidCpi: 'number', incrementalBlendedCpi: 'number', fullBlendedCpi: 'number',
  optimisationDsi: 'whole', targetDsi: 'whole', optimisationLiveRoas: 'number', optimisationPacedRoas: 'number',
  optimisationRawRoas: 'number', optimisationPredictedRoas: 'number', targetPaidGrossRoas: 'number',
  predictedPaidGrossRoas: 'number', targetPaidNetRoas: 'number', predictedPaidNetRoas: 'number',
  targetIncrementalBlendedGrossRoas: 'number', predictedIncrementalBlendedGrossRoas: 'number',
  targetIncrementalBlendedNetRoas: 'number', predictedIncrementalBlendedNetRoas: 'number',
  targetFullBlendedGrossRoas: 'number', predictedFullBlendedGrossRoas: 'number', targetFullBlendedNetRoas: 'number',
  predictedFullBlendedNetRoas: 'number', createdAt: 'text'
}

const ALL = (Object.keys(FIELDS) as (keyof Recommendation)[])
  .flatMap<Column>(field => field === 'action' ? ['action', 'actionReason'] : [field])

/** What a person decides by. */
function summaryColumns({ target, predicted }: DecidingFields): Column[] {
  return [
    'id', 'platform', 'network', 'campaign', 'country', 'action', 'actionReason', 'status', 'confidenceScore', 'dailySpend',
    'paidInstalls', 'paidCpi', target, predicted, 'optimisationLiveRoas', 'optimisationPacedRoas'
  ]
}

/** What to do with each campaign's spend, by spend. */
export const getRecommendations = defineTool('svc_get_recommendations', async (values, parameters, context) => {
  const [{ items, headers }, app] = await Promise.all([
    readList(context, 'getRecommendations', parameters, options => context.client.getRecommendations(parameters, options)),
    appOf(context, values.appId)
  ])
  if (app === undefined) return { refusal: FORBIDDEN }
  return onceFor(items, `${values.limit} ${values.detail}`, () => outcomeOf(values, items, headers, app))
})

type Outcome = ReturnType<typeof outcomeOf>

// A list that was read before is the very same object as long as nothing about its app changed: its rows are shaped once.
const outcomes = new WeakMap<readonly Recommendation[], Map<string, Outcome>>()

function onceFor(items: readonly Recommendation[], key: string, make: () => Outcome): Outcome {
  const made = outcomes.get(items) ?? new Map<string, Outcome>()
  const outcome = made.get(key) ?? make()
  outcomes.set(items, made.set(key, outcome))
  return outcome
}

function outcomeOf(values: ToolArguments['svc_get_recommendations'], items: readonly Recommendation[], headers: Headers, app: AppDescription) {
  const deciding = decidingFields(app)
  const columns = values.detail === 'full' ? ALL : summaryColumns(deciding)
  const head = {
    context: { ...contextOf(app, originOf(headers), filtersOf(values)), granularity: values.granularity },
    totals: totalsOf(items)
  }
  return rowsOutcome(head, columns, rowsOf(items.slice(0, values.limit), columns, deciding), items.length)
}

function* rowsOf(
  recommendations: readonly Recommendation[], columns: readonly Column[], deciding: DecidingFields
): Iterable<Cell[]> {
  for (const one of recommendations) {
    yield columns.map(column => column === 'actionReason' ? actionReason(one, deciding) : cellOf(one[column], FIELDS[column]))
  }
}

function totalsOf(recommendations: readonly Recommendation[]) {
  const totalOf = (action: 'SCALE' | 'HOLD' | 'REDUCE') => {
    const some = recommendations.filter(one => one.action === action)
    return { count: some.length, dailySpend: significant(some.reduce((sum, { dailySpend }) => sum + dailySpend, 0)) }
  }
  return { SCALE: totalOf('SCALE'), HOLD: totalOf('HOLD'), REDUCE: totalOf('REDUCE') }
}
