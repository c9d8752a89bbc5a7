import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../parts/read-result.ts'
import { type Better, betterQuestion, type Question, questionOf } from './report-question.ts'
import type { ViewProps } from '../../parts/frame.tsx'

interface Asking {
  question: Question
  ask: (question: Question) => void
  /** The last result that the view did not request, which is the model's. */
  given: Answer<'svc_get_report'>
  /** A coarser question that shows everything in one result, if this one was truncated. Offered, never requested automatically. */
  offered: Better | null
}

/** Tracks the question, and which result the chat has. */
export function useQuestion({ answer, given, ask }: ViewProps<'svc_get_report'>): Asking {
  const question = questionOf(answer, given)
  const own = useRef(false)
  const shownAnswer = useRef(answer)
  const [model, setModel] = useState(answer)
  useEffect(() => {
    if (answer === shownAnswer.current) return
    shownAnswer.current = answer
    if (!own.current) setModel(answer)
    own.current = false
  }, [answer])

  function askFor(next: Question): void {
    own.current = true
    ask(next)
  }
  return { question, ask: askFor, given: model, offered: betterQuestion(answer, question) }
}
