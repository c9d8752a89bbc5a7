import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../parts/read-result.ts'
import { type Better, betterQuestion, type Question, questionOf } from './question.ts'
import type { ViewProps } from '../parts/frame.tsx'

interface Asking {
  question: Question
  ask: (question: Question) => void
  /** The last answer that the view did not ask for: what the model was given. */
  given: Answer<'svc_get_report'>
  /** What was asked in place of a cut answer. */
  asked: Better | null
  /** What would show more, where the view did not ask it by itself. */
  offered: Better | null
}

/** Follows who asked for what. An answer that is no good as a chart is asked anew, once, where the host lets the view ask. */
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
  // What is about to be asked need not be offered.
  const offered = better !== null && better.words !== asked?.words && (once.current || !host.can.call) ? better : null
  return { question, ask: askFor, given: model, asked, offered }
}
