import { COLUMNS, METRICS } from '../../generated/vocabulary/vocabulary.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import { addDays, periodStart } from '../../server/core/model/dates.ts'
import { METRIC_ALIASES } from './aliases.ts'
import type { ArgumentSchema } from './spellings.ts'

/** The arguments that a caller who sends a refused value usually wants. */

interface Call {
  properties: Readonly<Record<string, ArgumentSchema>>
  /** In UTC, `YYYY-MM-DD`. */
  today: string
}

/** Adds to errors what to send instead, where the value tells. */
export function hintValues(
  faults: readonly Fault[],
  raw: Readonly<Record<string, unknown>>,
  call: Call,
): Fault[] {
  return faults.map(fault => {
    const schema = call.properties[fault.parameter]
    const value = raw[fault.parameter]
    const hints =
      schema === undefined
        ? []
        : [value].flat().flatMap(item => intended(item, fault.parameter, schema, call) ?? [])
    return hints.length === 0 ? fault : { ...fault, message: `${fault.message}; use ${hints[0]}` }
  })
}

function intended(
  value: unknown,
  name: string,
  { format, maximum, default: preset }: ArgumentSchema,
  call: Call,
): string | undefined {
  if (name === 'limit') return Number(value) > (maximum ?? Infinity) ? moreRows(call) : undefined
  if (typeof value !== 'string') return undefined
  if (format === 'date') return intendedDate(value.trim().toLowerCase(), name, call)
  if (name === 'metrics') return intendedMetric(value.toLowerCase())
  const grouping = GROUPINGS[value.toLowerCase()]
  if (name === 'groupBy' && grouping !== undefined) return `installGrouping ${grouping}`
  return name === 'granularity' &&
    value === 'app' &&
    preset === 'campaign' &&
    'groupBy' in call.properties
    ? 'groupBy NONE for the whole app'
    : undefined
}

const GROUPINGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    DAILY: ['day', 'daily', 'date'],
    WEEKLY: ['week', 'weekly'],
    MONTHLY: ['month', 'monthly'],
  }).flatMap(([word, forms]) => forms.map(form => [form, word])),
)

function moreRows({ properties }: Call): string {
  return 'metrics' in properties
    ? 'offset for the next rows, or svc_export_report for all'
    : 'offset for the next rows'
}

/** `roas_d7` is a column of `roas`. */
function intendedMetric(value: string): string | undefined {
  const alias = METRIC_ALIASES[value]
  if (alias !== undefined) return alias
  const [, metric, dsi] = /^([a-z]+)(?:_[a-z_]+)?_?d(\d+)$/.exec(value) ?? []
  const match = METRICS.find(
    known => known === metric && (COLUMNS[known].by as readonly string[]).includes('dsi'),
  )
  return match === undefined ? undefined : `${match} with dsiValues [${Number(dsi)}]`
}

function intendedDate(text: string, name: string, { properties, today }: Call): string | undefined {
  const days = /^(?:-|last |past )?(\d{1,3}) ?(?:d|days)(?: ago)?$/.exec(text)?.[1]
  const range =
    days === undefined ? RANGES[text]?.(today) : ([addDays(today, -Number(days)), today] as const)
  if (range === undefined) return undefined
  const [start, end] = range
  const isRange = days === undefined && 'startDate' in properties && /^(start|end)Date$/.test(name)
  return isRange ? `startDate ${start} and endDate ${end}` : start
}

type Range = readonly [string, string]

/** Weeks start on Monday. */
const RANGES: Readonly<Record<string, (today: string) => Range>> = {
  'last week': today => before(today, 'weekly'),
  'this week': today => [periodStart(today, 'weekly'), today],
  'last month': today => before(today, 'monthly'),
  'this month': today => [periodStart(today, 'monthly'), today],
}

function before(today: string, grouping: 'weekly' | 'monthly'): Range {
  const end = addDays(periodStart(today, grouping), -1)
  return [periodStart(end, grouping), end]
}
