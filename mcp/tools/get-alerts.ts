import type { Alert } from '../../client/src/index.ts'
import { cellOf, type Cell, type Fields } from './cells.ts'
import { defineRowsTool } from './define-rows-tool.ts'
import { readList } from './read-list.ts'
import { contextOf, filtersOf, originOf } from './result-context.ts'
import { rowsOutcome } from './rows-outcome.ts'

/** Every field in the contract's order. */
const FIELDS: Fields<Alert> = {
  id: 'whole',
  appId: 'whole',
  createdAt: 'text',
  alertGroup: 'text',
  title: 'text',
  campaign: 'text',
  country: 'text',
  platform: 'text',
  network: 'text',
  dailySpend: 'number',
  summary: 'text',
  detail: 'text',
  spendDetail: 'text',
  recommendedAction: 'text',
}

const COLUMNS = Object.keys(FIELDS) as (keyof Alert)[]

/** What needs a look, newest run first. */
export const getAlerts = defineRowsTool('svc_get_alerts', {
  ask: (client, parameters, options) => readList(client.getAlerts(parameters, options)),
  outcome: ({ items, headers }, app, values) => {
    const [startDate, endDate] = [headers.get('start-date'), headers.get('end-date')]
    const head = {
      context: {
        ...contextOf(app, originOf(headers), filtersOf(values)),
        ...(startDate === null ? {} : { startDate }),
        ...(endDate === null ? {} : { endDate }),
      },
      totals: { BIDS: { count: countOf(items, 'BIDS') }, ANALYTICS: { count: countOf(items, 'ANALYTICS') } },
    }
    return rowsOutcome(head, COLUMNS, rowsOf(items.slice(0, values.limit)), items.length)
  },
})

function* rowsOf(alerts: readonly Alert[]): Iterable<Cell[]> {
  for (const alert of alerts) yield COLUMNS.map(column => cellOf(alert[column], FIELDS[column]))
}

function countOf(alerts: readonly Alert[], group: 'BIDS' | 'ANALYTICS'): number {
  return alerts.filter(alert => alert.alertGroup === group).length
}
