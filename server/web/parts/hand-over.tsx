import { useState } from 'preact/hooks'
import type { Host } from './host.ts'

export interface ChatMessage {
  /** The message sent to the chat in the user's name. */
  question: string
  /** Context for the model: a summary, and the same as data. */
  summary: string
  selection: Record<string, unknown>
}

interface HandOverProps extends ChatMessage {
  host: Host
  label: string
}

/** Sends the selection to the chat: as context for the model and as a message, as far as the host takes them. */
export function HandOver({ host, label, question, summary, selection }: HandOverProps) {
  const [said, setSaid] = useState('')
  if (!host.can.message && !host.can.modelContext) return null
  async function handOver(): Promise<void> {
    const isSent = host.can.modelContext && (await host.tellModel(summary, selection))
    const isMessageSent =
      host.can.message && (await host.say(isSent ? question : `${question}\n\n${summary}`))
    setSaid(
      isMessageSent
        ? 'Sent to the chat'
        : isSent
          ? 'Added to the chat’s context'
          : 'The host rejected it',
    )
  }
  return (
    <span class="hand-over">
      <button onClick={() => void handOver()}>{label}</button> <span role="status">{said}</span>
    </span>
  )
}
