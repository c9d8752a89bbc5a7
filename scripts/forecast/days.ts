import type { Day } from './facts.ts'

const MILLISECONDS = 86_400_000

/** A day as `YYYY-MM-DD`. */
export function dayText(day: Day): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10)
}

/** The day of `YYYY-MM-DD`. */
export function dayOf(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / MILLISECONDS
}
