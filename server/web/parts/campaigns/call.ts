import type { Overview, Recommendation } from '../../../../generated/client/models.ts'
import { priorityOf } from '../../../core/formulas/step.ts'
import { meanTarget } from '../../../core/model/classification.ts'
import { camelCase } from '../../../core/model/camel-case.ts'
import { formatOf } from '../../../core/words/format.ts'
import { actionWords, stepWords } from '../../../core/words/step-words.ts'

/** The words of a recommendation's step: the sentence, and its start, the action or the reason for none. */
interface StepTexts {
  words: string
  head: string
}

/** A recommendation with the figures that decide it, in the app's deciding types. A row of a tool lacks some of the other fields. */
export interface Call extends Recommendation, StepTexts {
  predictedRoas: number | null
  targetRoas: number | null
  /** Predicted over target; null if either is missing. A prediction of 0 or less is valid. */
  share: number | null
  /** Money a day above target, negative if below, of the installs that it judges; null without a share of target. */
  gap: number | null
  /** Order of steps with a direction: greater comes first. */
  priority: number
}

type Types = Record<'targetRoasType' | 'targetRevenueType', string>

/** A recommendation's ROAS of a type, in the app's revenue type. */
export function roasOf(
  row: object,
  { targetRoasType: roasType, targetRevenueType: revenueType }: Types,
): { predicted: number | null; target: number | null } {
  const values = row as Record<string, number | null | undefined>
  const of = (side: 'predicted' | 'target') =>
    values[camelCase(`${side}_${roasType}_${revenueType}_roas`.toLowerCase())] ?? null
  return { predicted: of('predicted'), target: of('target') }
}

/** Adds to a recommendation the figures that decide it. */
export function decide(row: Recommendation, types: Types, texts: StepTexts): Call {
  const { predicted: predictedRoas, target: targetRoas } = roasOf(row, types)
  const hasShare = predictedRoas !== null && targetRoas !== null && targetRoas > 0
  const share = hasShare ? predictedRoas / targetRoas : null
  const gap = share === null ? null : row.dailySpend * (share - 1)
  const priority = priorityOf({ ...row, predictedRoas, targetRoas }, row.step)
  return { ...row, ...texts, predictedRoas, targetRoas, share, gap, priority }
}

/** Reads the client's recommendations of an app. */
export function decidingReader(app: Types & Pick<Overview, 'currency'>) {
  const format = formatOf(app.currency)
  return (row: Recommendation): Call =>
    decide(row, app, { words: stepWords(row, format), head: actionWords(row, format) })
}

/** Target of several campaigns; null if none has one. */
export function targetOf(calls: readonly Pick<Call, 'dailySpend' | 'targetRoas'>[]): number | null {
  return meanTarget(calls.map(({ targetRoas: target, dailySpend }) => ({ target, dailySpend })))
}
