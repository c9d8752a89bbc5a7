/** Why there is no answer, for the person who looks at it. */
export interface Problem {
  kind: 'refused' | 'limited' | 'failed'
  message: string
  /** When to try again, in ms since 1970; only where it is limited. */
  again?: number
}

/** How long to wait where a host does not pass on what the service said, in seconds: its limit is per minute. */
const A_WHILE = 60

/** Longest wait that is believed, in seconds. */
const LONGEST_WAIT = 3600

/** Longest message that is shown, in characters. */
const LONGEST_MESSAGE = 1000

/** The service's code, its words, or the status as hosts and their libraries write it; any other 429 is a number of something else. */
const LIMITED = /rate.?limit|too many requests|requests per \d+ seconds are used up|(http|status|code|error)\W{0,6}429\b|^\W*429\b/i

/** What a host says of a call that brought no result: of the service's own words it passes on what it likes. */
export function problemOf(error: unknown, now: number): Problem {
  const text = error instanceof Error ? error.message : String(error)
  if (!LIMITED.test(text)) return { kind: 'failed', message: text.slice(0, LONGEST_MESSAGE) || 'The host did not say why.' }
  const [, inWords, inHeader] = /\bin (\d+) s\b|retry.?after\D{0,4}(\d+)/i.exec(text) ?? []
  const wait = Math.min(Number(inWords ?? inHeader ?? A_WHILE), LONGEST_WAIT)
  return { kind: 'limited', message: 'All requests of this minute are used up.', again: now + wait * 1000 }
}

/** Some hosts make a result with `isError` of whatever went wrong on their way to the service. */
export function problemOfRefusal(message: string, now: number): Problem {
  const problem = problemOf(message, now)
  return problem.kind === 'limited' ? problem : { kind: 'refused', message }
}
