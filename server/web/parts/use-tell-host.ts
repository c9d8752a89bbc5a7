import { useEffect, useRef } from 'preact/hooks'
import type { Host } from './host.ts'

/** Delay that merges quick changes into one message, ms. */
const DELAY = 800

/**
 * Reports each changed question to the host (`ui/update-model-context`): the model's next answer, or the host's address,
 * follows it. Other words alone are not sent, and the host already knows its own question.
 */
export function useTellHost(host: Host, words: string, question: Record<string, unknown>): void {
  const text = JSON.stringify(question)
  const lastText = useRef(text)
  useEffect(() => {
    if (text === lastText.current || !host.can.modelContext) return
    const timer = setTimeout(() => {
      lastText.current = text
      void host.tellModel(words, JSON.parse(text) as Record<string, unknown>)
    }, DELAY)
    return () => clearTimeout(timer)
  }, [text, host.can.modelContext])
}
