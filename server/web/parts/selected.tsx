import { Copy } from './copy.tsx'
import { HandOver, type ChatMessage } from './hand-over.tsx'
import { SelectAll, type Selection } from './selection.tsx'
import type { Host } from './host.ts'

interface SelectedProps {
  /** Keys of the rows shown. */
  keys: readonly string[]
  /** Keys of those selected, shown or not. */
  selected: readonly string[]
  selection: Selection
  host: Host
  /** The selected rows, for the host's chat. */
  chatMessage: () => ChatMessage
  /** The displayed rows, for a spreadsheet. */
  text: () => string
}

/** Actions for rows: select, send to the chat, copy. */
export function Selected({ keys, selected, selection, host, chatMessage, text }: SelectedProps) {
  return (
    <div class="bar acts">
      <SelectAll keys={keys} selection={selection} count={selected.length} />
      {selected.length > 0 && (
        <HandOver key={selected.join()} host={host} label="Ask about these" {...chatMessage()} />
      )}
      <Copy label="Copy as TSV" text={text} />
    </div>
  )
}
