import { useEffect, useRef, useState } from 'preact/hooks'
import type { Answer } from '../../parts/read-result.ts'
import {
  type CoarserQuestion,
  coarserQuestion,
  type Question,
  questionOf,
} from './report-question.ts'
import type { ViewProps } from '../../parts/frame.tsx'

interface Asking {
  question: Question
  ask: (question: Question) => void
  /** The last result that the view did not request, which is the model's. */
  modelAnswer: Answer<'svc_get_report'>
  /** A coarser question that shows everything in one result, if this one was truncated. Offered, never requested automatically. */
  offered: CoarserQuestion | null
}

/** Tracks the question, and which result the chat has. */
export function useQuestion({ answer, args, ask }: ViewProps<'svc_get_report'>): Asking {
  const question = questionOf(answer, args)
  const own = useRef(false)
  const lastAnswer = useRef(answer)
  const [model, setModel] = useState(answer)
  useEffect(() => {
    if (answer === lastAnswer.current) return
    lastAnswer.current = answer
    if (!own.current) setModel(answer)
    own.current = false
  }, [answer])

  function askFor(next: Question): void {
    own.current = true
    ask(next)
  }
  return { question, ask: askFor, modelAnswer: model, offered: coarserQuestion(answer, question) }
}
