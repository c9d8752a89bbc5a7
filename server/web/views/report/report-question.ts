import { daysBetween } from '../../../core/model/dates.ts'
import type { Answer, PartialArguments } from '../../parts/read-result.ts'
import { metricColumn } from './metric-columns.ts'
import { MAX_LIMIT, RESULT_BYTES } from '../../../../generated/vocabulary/vocabulary.ts'

export type Question = PartialArguments<'svc_get_report'>
export type GroupBy = NonNullable<Question['groupBy']>

/** Groupings offered; a campaign is identified by platform and network too. */
export const GROUPINGS: readonly { name: string; label: string; groupBy: GroupBy }[] = [
  { name: 'NONE', label: 'None', groupBy: ['NONE'] },
  { name: 'PLATFORM', label: 'Platform', groupBy: ['PLATFORM'] },
  { name: 'NETWORK', label: 'Network', groupBy: ['NETWORK'] },
  { name: 'CAMPAIGN', label: 'Campaign', groupBy: ['PLATFORM', 'NETWORK', 'CAMPAIGN'] },
  { name: 'COUNTRY', label: 'Country', groupBy: ['COUNTRY'] },
]

/** The grouping of the result. */
export function groupByOf(columns: readonly string[]): GroupBy {
  const split = (['platform', 'network', 'campaign', 'country'] as const).filter(name =>
    columns.includes(name),
  )
  return split.length === 0 ? ['NONE'] : split.map(name => name.toUpperCase() as GroupBy[number])
}

/** The offered grouping that equals a list, or null. */
export function groupingOf(groupBy: GroupBy): string | null {
  const sorted = [...groupBy].sort().join()
  if (sorted === 'CAMPAIGN') return 'CAMPAIGN'
  return GROUPINGS.find(grouping => [...grouping.groupBy].sort().join() === sorted)?.name ?? null
}

/** Changes the grouping; country requires `campaign_geo`. */
export function regroup(question: Question, groupBy: GroupBy): Question {
  return {
    ...question,
    groupBy,
    ...(groupBy.includes('COUNTRY') ? { granularity: 'campaign_geo' as const } : {}),
  }
}

/** The question for charts: from the first row, with the maximum limit. Only totals can be compared, and only groups explained. */
export function forChart({
  sort: _sort,
  offset: _offset,
  compare,
  explain,
  ...question
}: Question): Question {
  const isTotal = question.installGrouping === 'TOTAL'
  const isGrouped = !question.groupBy?.includes('NONE')
  return {
    ...question,
    ...(compare !== undefined && isTotal
      ? { compare, ...(explain && isGrouped ? { explain } : {}) }
      : {}),
    limit: MAX_LIMIT,
  }
}

/** Defaults of the tool. */
const DEFAULTS = {
  metrics: ['spend', 'installs', 'cpi'],
  roasTypes: ['PAID'],
  revenueTypes: ['GROSS'],
} satisfies Question

/** The question that a result answers. Arguments that the host did not send are derived from the result's filters, dates and columns. */
export function questionOf(
  { context, columns }: Answer<'svc_get_report'>,
  args: Question,
): Question {
  if (Object.keys(args).some(name => name !== 'appId')) return args
  const metrics = columns.flatMap(name => metricColumn(name) ?? [])
  const requested = [...new Set(metrics.map(({ metric }) => metric))]
  const plain = requested.join() === DEFAULTS.metrics.join()
  return {
    appId: context.app.id,
    ...(context.granularity === 'campaign_geo' ? { granularity: 'campaign_geo' } : {}),
    ...(context.groupBy === undefined ? {} : { groupBy: context.groupBy as GroupBy }),
    ...(context.installGrouping === 'DAILY' ? {} : { installGrouping: context.installGrouping }),
    ...(plain ? {} : { metrics: requested }),
    ...typesOf(metrics),
    ...(context.filters as Question),
    ...datesOf(context),
    ...(context.compareStartDate === undefined
      ? {}
      : { compare: `${context.compareStartDate}..${context.compareEndDate}` }),
    ...(columns.some(column => column.endsWith('_mix')) ? { explain: true } : {}),
  }
}

function typesOf(metrics: readonly NonNullable<ReturnType<typeof metricColumn>>[]): Question {
  const distinct = <Value>(values: readonly (Value | undefined)[]) => [
    ...new Set(values.filter(value => value !== undefined)),
  ]
  const roasTypes = distinct(metrics.map(({ roasType }) => roasType?.toUpperCase())) as NonNullable<
    Question['roasTypes']
  >
  const revenueTypes = distinct(
    metrics.map(({ revenueType }) => revenueType?.toUpperCase()),
  ) as NonNullable<Question['revenueTypes']>
  const dsiValues = distinct(metrics.map(({ dsi }) => dsi))
  return {
    ...(roasTypes.length > 0 && roasTypes.join() !== DEFAULTS.roasTypes.join()
      ? { roasTypes }
      : {}),
    ...(revenueTypes.length > 0 && revenueTypes.join() !== DEFAULTS.revenueTypes.join()
      ? { revenueTypes }
      : {}),
    ...(dsiValues.length > 0 ? { dsiValues } : {}),
  }
}

/** The dates, unless they are the defaults. */
function datesOf({
  startDate,
  endDate,
  dataThrough,
}: Answer<'svc_get_report'>['context']): Question {
  return endDate === dataThrough && daysFrom(startDate, endDate) === 31
    ? {}
    : { startDate, endDate }
}

/** Days in a range, inclusive. */
export function daysFrom(startDate: string, endDate: string): number {
  return daysBetween(startDate, endDate) + 1
}

export interface CoarserQuestion {
  question: Question
  /** `by network, weekly`. */
  words: string
}

type Grouping = 'DAILY' | 'WEEKLY' | 'MONTHLY'

/** Bytes of a result that are left for its rows. */
export const ROOM = RESULT_BYTES - 3_000

/** Assumed number of networks, which is unknown before the request. */
const NETWORKS = 12

/**
 * The closest question that fits one result with all cohorts; null if the result suits a chart or no better question is known. Keeps the
 * requested grouping if longer cohorts make it fit.
 */
export function coarserQuestion(
  answer: Answer<'svc_get_report'>,
  question: Question,
): CoarserQuestion | null {
  const { context, rows, totalRows, truncated, columns } = answer
  const { installGrouping } = context
  if (rows.length === 0 || installGrouping === 'TOTAL') return null
  const days = daysFrom(context.startDate, context.endDate)
  const groupBy = groupByOf(columns)
  if (!truncated) {
    // Every app accepts weeks; some reject days.
    const single = new Set(rows.map(row => row[0])).size < 2
    return single && installGrouping === 'MONTHLY' && days > 7
      ? coarser(question, groupBy, 'WEEKLY')
      : null
  }
  const room = Math.min(MAX_LIMIT, Math.floor((ROOM * rows.length) / JSON.stringify(rows).length))
  const grouping = longer(installGrouping, days)
  const groups = totalRows / periods(installGrouping, days)
  const candidates: [groupBy: GroupBy, groups: number][] = [
    ...(question.groupBy === undefined ? [] : [[groupBy, groups] as [GroupBy, number]]),
    ...(question.networks?.length === 1 ? [] : [[['NETWORK'], NETWORKS] as [GroupBy, number]]),
    [['NONE'], 1],
  ]
  for (const [split, expected] of candidates) {
    // Not every group occurs in every period.
    if (expected * 1.2 * periods(grouping, days) <= room) return coarser(question, split, grouping)
  }
  return coarser(question, ['NONE'], 'MONTHLY')
}

function coarser(question: Question, groupBy: GroupBy, installGrouping: Grouping): CoarserQuestion {
  return {
    question: forChart({ ...regroup(question, groupBy), installGrouping }),
    words: `${groupWords(groupBy)}, ${installGrouping.toLowerCase()}`,
  }
}

/** Describes a grouping. */
export function groupWords(groupBy: readonly string[]): string {
  const name = groupingOf(groupBy as GroupBy)
  if (name === 'NONE') return 'all together'
  const label = GROUPINGS.find(grouping => grouping.name === name)?.label ?? groupBy.join(', ')
  return `by ${label.toLowerCase()}`
}

function longer(grouping: Grouping, days: number): Grouping {
  if (grouping === 'DAILY') return days <= 14 ? 'DAILY' : days <= 200 ? 'WEEKLY' : 'MONTHLY'
  return grouping
}

function periods(grouping: Grouping, days: number): number {
  return grouping === 'DAILY'
    ? days
    : grouping === 'WEEKLY'
      ? Math.ceil(days / 7) + 1
      : Math.ceil(days / 28) + 1
}
