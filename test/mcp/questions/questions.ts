import { reports } from './reports.ts'
import { decisions } from './decisions.ts'
import type { Question } from './question.ts'
import { comparisons } from './unprepared.ts'

/** What a marketer asks on a Monday. */
export const QUESTIONS: readonly Question[] = [...decisions, ...reports]

/** What they ask next: the tools must answer it by parameters alone. */
export const UNPREPARED: readonly Question[] = comparisons
