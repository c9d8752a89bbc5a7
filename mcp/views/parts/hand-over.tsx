import { useState } from 'preact/hooks'
import type { Host } from '../shell/host.ts'

interface HandOverProps {
  host: Host
  label: string
  /** What is said in the chat, in the user's name. */
  question: string
  /** What the model is told of: a summary in words, and the same as data. */
  summary: string
  selection: Record<string, unknown>
}

/** Hands what is selected to the chat: as a message where the host takes one, else as something that the model knows from now on. */
export function HandOver({ host, label, question, summary, selection }: HandOverProps) {
  const [said, setSaid] = useState('')
  if (!host.can.message && !host.can.modelContext) return null
  async function handOver(): Promise<void> {
    const told = host.can.modelContext && (await host.tellModel(summary, selection))
    const asked = host.can.message && (await host.say(told ? question : `${question}\n\n${summary}`))
    setSaid(asked ? 'Asked in the chat' : told ? 'The chat knows it now' : 'The host would not take it')
  }
  return (
    <span class="hand-over">
      <button onClick={() => void handOver()}>{label}</button> <span role="status">{said}</span>
    </span>
  )
}
