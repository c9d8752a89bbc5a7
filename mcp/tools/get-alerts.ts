import { alertFields } from '../../generated/client/fields.ts'
import type { AlertGroup } from '../../generated/vocabulary/vocabulary.ts'
import type { Alert, GetAlertsParameters } from '../../client/src/index.ts'
import { type Cell, cellOf, rowsOutcome, readList } from './rows.ts'
import { defineRowsTool } from './tool.ts'
import { contextOf, filtersOf, originOf } from './context.ts'
import { STEP_COLUMNS, stepCells } from './get-recommendations.ts'
import { type Format, formatOf } from '../../server/core/words/format.ts'

type Field = keyof typeof alertFields

const SEEN = ['firstSeen', 'lastSeen', 'timesSeen', 'inLatestRun'] as const

const ALL = Object.keys(alertFields) as Field[]

const SUMMARY: readonly Field[] = [
  'id',
  'alertGroup',
  'title',
  'platform',
  'network',
  'campaign',
  'country',
  'metric',
  'value',
  'reference',
  'change',
  'dailySpend',
  'recommendedAction',
  'createdAt',
  ...SEEN,
]

/** Alerts, newest run first. */
const REPEATED = 'With distinct: true each alert is one row, however many runs raised it.'

export const getAlerts = defineRowsTool('svc_get_alerts', {
  ask: ({ client, parameters }) => readList(client.getAlerts(parameters as GetAlertsParameters)),
  askExtra: async () => undefined,
  async outcome({ items, headers }, app, _nothing, { values }, more) {
    const { limit, offset, distinct, detail } = values
    const [startDate, endDate] = [headers.get('start-date'), headers.get('end-date')]
    const columns = (detail === 'full' ? ALL : SUMMARY).filter(
      column => distinct || !(SEEN as readonly string[]).includes(column),
    )
    const origin = originOf(headers)
    const head = {
      ...more,
      context: {
        ...contextOf(app, origin, filtersOf(values)),
        ...(startDate === null ? {} : { startDate }),
        ...(endDate === null ? {} : { endDate }),
      },
      totals: {
        BIDS: { count: countOf(items, 'BIDS') },
        ANALYTICS: { count: countOf(items, 'ANALYTICS') },
      },
    }
    const rows = rowsOf(items.slice(offset, offset + limit), columns, formatOf(app.currency))
    return rowsOutcome(head, [...columns, ...STEP_COLUMNS], rows, {
      total: items.length,
      offset,
      notes: [
        ...(origin.run === null ? ['The app has no alert run yet.'] : []),
        ...withheldNotes(headers.get('withheld-fields')),
      ],
      ...(startDate === null || distinct ? {} : { cutAdvice: { limit: REPEATED, size: REPEATED } }),
    })
  },
})

function* rowsOf(
  alerts: readonly Alert[],
  columns: readonly Field[],
  format: Format,
): Iterable<Cell[]> {
  for (const alert of alerts)
    yield [
      ...columns.map(column => cellOf(alert[column] ?? null, alertFields[column])),
      ...stepCells(alert, format),
    ]
}

function withheldNotes(withheld: string | null): string[] {
  if (withheld === null) return []
  const why = withheld.endsWith('data_damaged')
    ? 'some of the stored data are damaged'
    : 'the store cannot be reached'
  return [`The alerts have no steps: ${why}. Ask again later for what to do.`]
}

function countOf(alerts: readonly Alert[], group: AlertGroup): number {
  return alerts.filter(alert => alert.alertGroup === group).length
}
