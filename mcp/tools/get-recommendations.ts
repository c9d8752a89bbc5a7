import type { Recommendation } from '../../client/src/index.ts'
import { actionReason } from '../../server/model/classification.ts'
import { cellOf, type Cell, type Fields } from './cells.ts'
import { decidingFields, type DecidingFields } from './deciding-fields.ts'
import { defineRowsTool } from './define-rows-tool.ts'
import { readList } from './read-list.ts'
import { contextOf, filtersOf, originOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'
import { significant } from './significant.ts'

type Column = keyof Recommendation | 'actionReason'

/** Every field in the contract's order. */
const FIELDS: Fields<Recommendation> = {
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
}

const ALL = (Object.keys(FIELDS) as (keyof Recommendation)[]).flatMap<Column>(field =>
  field === 'action' ? ['action', 'actionReason'] : [field],
)

/** What a person decides by. */
function summaryColumns({ cpi, target, predicted }: DecidingFields): Column[] {
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

/** What to do with each campaign's spend, by spend. */
export const getRecommendations = defineRowsTool('svc_get_recommendations', {
  ask: (client, parameters, options) => readList(client.getRecommendations(parameters, options)),
  outcome: ({ items, headers }, app, values) => {
    const deciding = decidingFields(app)
    const columns = values.detail === 'full' ? ALL : summaryColumns(deciding)
    const head = {
      context: { ...contextOf(app, originOf(headers), filtersOf(values)), granularity: values.granularity },
      totals: totalsOf(items),
    }
    return rowsOutcome(head, columns, rowsOf(items.slice(0, values.limit), columns, deciding), items.length)
  },
})

function* rowsOf(recommendations: readonly Recommendation[], columns: readonly Column[], deciding: DecidingFields): Iterable<Cell[]> {
  for (const one of recommendations) {
    const reason = actionReason(one.action, one[deciding.predicted], one[deciding.target])
    yield columns.map(column => (column === 'actionReason' ? reason : cellOf(one[column], FIELDS[column])))
  }
}

function totalsOf(recommendations: readonly Recommendation[]) {
  const totalOf = (action: 'SCALE' | 'HOLD' | 'REDUCE') => {
    const some = recommendations.filter(one => one.action === action)
    return { count: some.length, dailySpend: significant(some.reduce((sum, { dailySpend }) => sum + dailySpend, 0)) }
  }
  return { SCALE: totalOf('SCALE'), HOLD: totalOf('HOLD'), REDUCE: totalOf('REDUCE') }
}
