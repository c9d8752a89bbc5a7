import { reports } from './reports.ts'
import { decisions } from './decisions.ts'
import type { Question } from './question.ts'

/** What a marketer asks on a Monday. */
export const QUESTIONS: readonly Question[] = [...decisions, ...reports]
