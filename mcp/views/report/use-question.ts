import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../parts/read-result.ts'
import { type Better, betterQuestion, type Question, questionOf } from './question.ts'
import type { ViewProps } from '../parts/frame.tsx'

interface Asking {
  question: Question
  ask: (question: Question) => void
  /** The last result that the view did not request: the model's. */
  given: Answer<'svc_get_report'>
  /** The question that replaced a truncated result. */
  asked: Better | null
  /** A question that shows more, if the view did not request it automatically. */
  offered: Better | null
}

/** Tracks questions. If a result is too small for a chart and the host allows calls, requests a better one, once. */
export function useQuestion({ answer, given, host, ask }: ViewProps<'svc_get_report'>): Asking {
  const question = questionOf(answer, given)
  const own = useRef(false)
  const seen = useRef(answer)
  const [model, setModel] = useState(answer)
  const [asked, setAsked] = useState<Better | null>(null)
  useEffect(() => {
    if (answer === seen.current) return
    seen.current = answer
    if (!own.current) setModel(answer)
    own.current = false
  }, [answer])

  function askFor(next: Question): void {
    own.current = true
    ask(next)
  }
  const better = betterQuestion(answer, question)
  const once = useRef(false)
  useEffect(() => {
    if (better === null || once.current || !host.can.call) return
    once.current = true
    setAsked(better)
    askFor(better.question)
  }, [better === null, host.can.call])
  // Not offered if it is requested automatically.
  const offered = better !== null && better.words !== asked?.words && (once.current || !host.can.call) ? better : null
  return { question, ask: askFor, given: model, asked, offered }
}
