import type { FileColumn } from '../../../core/words/spreadsheet.ts'
import { alertWords, labelledAdvice } from '../../parts/alerts/alert-words.ts'
import type { ChatMessage } from '../../parts/hand-over.tsx'
import type { Format } from '../../parts/use-format.ts'
import { type Alerts, type Signal, STATES } from './signals.ts'

/** Text for the chat: a question, and the alerts in words and as data. */
export function chatMessageOf(
  { context }: Alerts,
  selected: readonly Signal[],
  format: Format,
): ChatMessage {
  const subject =
    selected.length === 1 ? 'this alert' : `these ${format.count(selected.length)} alerts`
  const words = selected.map(
    signal =>
      `- ${signal.title}: ${signal.campaign} (${[signal.platform, signal.network, signal.country].join(', ')}), ${format.rate(signal.dailySpend)}. ${[alertWords(signal, null, format), signal.step === null ? null : `${signal.step.words}.`, labelledAdvice(signal.recommendedAction)].filter(part => part !== null).join(' ')}`,
  )
  return {
    question: `What should we do about ${subject}?`,
    summary: [`${context.app.name}: alerts of ${context.runCreatedAt}.`, ...words].join('\n'),
    selection: {
      appId: context.app.id,
      currency: context.currency,
      alerts: selected.map(({ row }) => row),
    },
  }
}

export function copiedColumns({ context, columns }: Alerts): FileColumn<Signal>[] {
  const sightings: FileColumn<Signal>[] = [
    { label: 'State', value: ({ state }) => STATES[state] },
    { label: 'First seen', value: ({ firstSeen }) => firstSeen ?? null },
    { label: 'Last seen', value: ({ lastSeen }) => lastSeen ?? null },
    { label: 'Times seen', value: ({ timesSeen }) => timesSeen ?? null },
  ]
  return [
    { label: 'Created at', value: ({ createdAt }) => createdAt },
    { label: 'Group', value: ({ alertGroup }) => alertGroup },
    { label: 'Title', value: ({ title }) => title },
    { label: 'Platform', value: ({ platform }) => platform },
    { label: 'Network', value: ({ network }) => network },
    { label: 'Campaign', value: ({ campaign }) => campaign },
    { label: 'Country', value: ({ country }) => country },
    { label: `Daily spend (${context.currency})`, value: ({ dailySpend }) => dailySpend },
    { label: 'Metric', value: ({ metric }) => metric },
    { label: 'Value', value: ({ value }) => value },
    { label: 'Reference', value: ({ reference }) => reference },
    { label: 'Change', value: ({ change }) => change },
    { label: `Off target a day (${context.currency})`, value: ({ gap }) => gap },
    { label: 'Summary', value: ({ summary }) => summary },
    { label: 'What to do', value: ({ step }) => step?.words ?? null },
    { label: 'Text of the pipeline', value: ({ recommendedAction }) => recommendedAction },
    { label: 'Detail', value: ({ detail }) => detail ?? '' },
    { label: 'Spend', value: ({ spendDetail }) => spendDetail ?? '' },
    ...(columns.includes('timesSeen') ? sightings : []),
  ]
}
