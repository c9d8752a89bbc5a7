import type { Answer } from '../shell/answers.ts'
import { daysFrom, forChart, groupByOf, GROUPINGS, groupingOf, regrouped, type GroupBy, type Question } from './question.ts'

/** What shows more than the answer does. */
export interface Better {
  question: Question
  /** `by network, weekly`. */
  words: string
}

type Grouping = 'DAILY' | 'WEEKLY' | 'MONTHLY'

/** Bytes of rows that an answer has room for, with some to spare: it is cut at 36,000 in all. */
const ROOM = 33_000

/** How many networks there may be: they are not known before they are asked for. */
const NETWORKS = 12

/**
 * A question that fits into one answer with all of its cohorts, as near as can be to what was asked; null where the answer is fit for a
 * chart, or nothing better is known. Splits that somebody asked for are kept where longer cohorts make them fit.
 */
export function betterQuestion(answer: Answer<'svc_get_report'>, question: Question): Better | null {
  const { context, rows, totalRows, truncated, columns } = answer
  const { installGrouping } = context
  if (rows.length === 0 || installGrouping === 'TOTAL') return null
  const days = daysFrom(context.startDate, context.endDate)
  const groupBy = groupByOf(columns)
  if (!truncated) {
    // Weeks are taken by every app; days are refused by some.
    const single = new Set(rows.map(row => row[0])).size < 2
    return single && installGrouping === 'MONTHLY' && days > 7 ? better(question, groupBy, 'WEEKLY') : null
  }
  const room = Math.min(500, Math.floor((ROOM * rows.length) / JSON.stringify(rows).length))
  const grouping = longer(installGrouping, days)
  const groups = totalRows / periods(installGrouping, days)
  const candidates: [groupBy: GroupBy, groups: number][] = [
    ...(question.groupBy === undefined ? [] : [[groupBy, groups] as [GroupBy, number]]),
    ...(question.networks?.length === 1 ? [] : [[['NETWORK'], NETWORKS] as [GroupBy, number]]),
    [['NONE'], 1],
  ]
  for (const [split, expected] of candidates) {
    // Not every group is there in every period.
    if (expected * 1.2 * periods(grouping, days) <= room) return better(question, split, grouping)
  }
  return better(question, ['NONE'], 'MONTHLY')
}

function better(question: Question, groupBy: GroupBy, installGrouping: Grouping): Better {
  return {
    question: forChart({ ...regrouped(question, groupBy), installGrouping }),
    words: `${groupWords(groupBy)}, ${installGrouping.toLowerCase()}`,
  }
}

/** How rows are split, in words. */
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

/** How many cohorts a range has at most. */
export function periods(grouping: Grouping, days: number): number {
  return grouping === 'DAILY' ? days : grouping === 'WEEKLY' ? Math.ceil(days / 7) + 1 : Math.ceil(days / 28) + 1
}
