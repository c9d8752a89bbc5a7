import type { FileColumn } from '../../../core/words/spreadsheet.ts'
import type { ChatMessage } from '../../parts/hand-over.tsx'
import type { Format } from '../../parts/use-format.ts'
import { decidingTypes, type Line, reasonOf, type Recommendations, sentenceOf } from './lines.ts'

/** Text for the chat: a question, and the lines in words and as data. */
export function chatMessageOf(
  { context }: Recommendations,
  selected: readonly Line[],
  format: Format,
): ChatMessage {
  const subject =
    selected.length === 1 ? 'this campaign' : `these ${format.count(selected.length)} campaigns`
  const about = `${context.app.name}: D${context.targetDsi} ${decidingTypes(context)} ROAS, HOLD band ${format.holdBand(context.actionThreshold)}, run ${context.runCreatedAt}.`
  return {
    question: `What should we do with ${subject}?`,
    summary: [about, ...selected.map(line => `- ${sentenceOf(line, format)}`)].join('\n'),
    selection: {
      appId: context.app.id,
      runId: context.runId,
      granularity: context.granularity,
      currency: context.currency,
      campaigns: selected.map(({ row }) => row),
    },
  }
}

/** Columns for copying, with unformatted numbers. */
export function copiedColumns({ context, columns }: Recommendations): FileColumn<Line>[] {
  const roas = `D${context.targetDsi} ${decidingTypes(context)} ROAS`
  const since: FileColumn<Line>[] = [
    { label: `Change since ${context.since}`, value: line => line.call.change ?? null },
    { label: 'Previous action', value: line => line.call.previousAction ?? null },
    { label: 'Previous daily spend', value: line => line.call.previousDailySpend ?? null },
  ]
  const outcome: FileColumn<Line>[] = [
    { label: `Actual ${roas}`, value: line => line.call.actualRoas ?? null },
    { label: 'Action in hindsight', value: line => line.call.actionInHindsight ?? null },
    { label: 'Predicted / actual - 1', value: line => line.call.roasError ?? null },
  ]
  return [
    { label: 'Platform', value: line => line.platform },
    { label: 'Network', value: line => line.network },
    { label: 'Campaign', value: line => line.campaign },
    { label: 'Country', value: line => line.country },
    { label: 'Action', value: line => line.call.action },
    { label: 'Reason', value: reasonOf },
    { label: 'Status', value: line => line.call.status },
    { label: 'Confidence', value: line => line.call.confidenceScore },
    { label: `Daily spend (${context.currency})`, value: line => line.call.dailySpend },
    { label: `Target ${roas}`, value: line => line.call.targetRoas },
    { label: `Predicted ${roas}`, value: line => line.call.predictedRoas },
    { label: '80% interval, low', value: line => line.row['predictedLowRoas'] ?? null },
    { label: '80% interval, high', value: line => line.row['predictedHighRoas'] ?? null },
    { label: 'Close call', value: line => line.call.closeCall === true },
    {
      label: 'Predicted of target',
      value: ({ call }) => (call.share === null ? null : Number(call.share.toFixed(4))),
    },
    { label: 'What to do', value: line => line.call.words },
    { label: `Gain a day (${context.currency})`, value: line => line.call.step.gain },
    { label: 'Gain, low', value: line => line.call.step.gainLow },
    { label: 'Gain, high', value: line => line.call.step.gainHigh },
    ...(columns.includes('actualRoas') ? outcome : []),
    ...(context.since === undefined ? [] : since),
  ]
}
