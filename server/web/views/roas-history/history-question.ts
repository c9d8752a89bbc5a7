import type { Answer, PartialArguments } from '../../parts/read-result.ts'
import { MAX_LIMIT } from '../../../../generated/vocabulary/vocabulary.ts'

export type Question = PartialArguments<'svc_get_roas_history'>

export interface Subject {
  dsi: number
  roasType: string
  revenueType: string
  /** Whether these are the app's target type and DSI. */
  isTarget: boolean
}

/** From the rows; without rows from the arguments, which default to the app's targets. */
export function subjectOf(
  { context, columns, rows }: Answer<'svc_get_roas_history'>,
  args: Question,
): Subject {
  const cell = (name: string) => rows[0]?.[columns.indexOf(name)]
  const dsi = Number(cell('dsi') ?? args.dsi ?? context.targetDsi)
  const roasType = String(
    cell('roas_type') ?? args.roasType ?? context.targetRoasType,
  ).toUpperCase()
  const revenueType = String(
    cell('revenue_type') ?? args.revenueType ?? context.targetRevenueType,
  ).toUpperCase()
  const isTarget =
    dsi === context.targetDsi &&
    roasType === context.targetRoasType &&
    revenueType === context.targetRevenueType
  return { dsi, roasType, revenueType, isTarget }
}

/** The question that a result answers; derived from the result if the host sent no arguments. */
export function questionOf(answer: Answer<'svc_get_roas_history'>, args: Question): Question {
  if (Object.keys(args).some(name => name !== 'appId')) return args
  const { context } = answer
  const { dsi, roasType, revenueType, isTarget } = subjectOf(answer, args)
  return {
    appId: context.app.id,
    ...(context.granularity === 'app'
      ? {}
      : { granularity: context.granularity as NonNullable<Question['granularity']> }),
    ...(isTarget ? {} : ({ dsi, roasType, revenueType } as Question)),
    ...(context.installGrouping === 'WEEKLY' ? {} : { installGrouping: context.installGrouping }),
    ...(context.filters as Question),
  }
}

export function changed(
  { sort: _sort, offset: _offset, ...question }: Question,
  change: Question,
): Question {
  const next: Question = { ...question, ...change, limit: MAX_LIMIT }
  if (next.granularity === 'campaign') delete next.countries
  return next
}
