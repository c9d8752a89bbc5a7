import { Copy, HandOver, SelectAll, type Selection, toTsv } from '../parts/copy.tsx'
import type { Format } from '../parts/format.ts'
import type { Host } from '../parts/host.ts'
import { copiedColumns } from './columns.ts'
import { type Line, type Recommendations, sentenceOf, decidingTypes } from './lines.ts'

interface SelectedProps {
  answer: Recommendations
  shown: readonly Line[]
  selected: readonly Line[]
  selection: Selection
  host: Host
  format: Format
}

/** Actions for lines: select, send to the chat, copy. */
export function Selected({ answer, shown, selected, selection, host, format }: SelectedProps) {
  const count = selected.length
  return (
    <div class="bar acts">
      <SelectAll keys={shown.map(({ key }) => key)} selection={selection} count={count} />
      {count > 0 && (
        <HandOver
          key={selected.map(({ key }) => key).join()}
          host={host}
          label="Ask about these"
          {...handedOver(answer, selected, format)}
        />
      )}
      <Copy label="Copy as TSV" text={() => toTsv(shown, copiedColumns(answer))} />
    </div>
  )
}

/** Text for the chat: a question, and the lines in words and as data. */
function handedOver({ context }: Recommendations, selected: readonly Line[], format: Format) {
  const these = selected.length === 1 ? 'this campaign' : `these ${format.count(selected.length)} campaigns`
  const about = `${context.app.name}: D${context.targetDsi} ${decidingTypes(context)} ROAS, HOLD band ±${format.share(context.actionThreshold)}, run ${context.runCreatedAt}.`
  return {
    question: `What should we do with ${these}?`,
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
