/** Why there is no answer, for the person who looks at it. */
export interface Problem {
  kind: 'refused' | 'limited' | 'failed'
  message: string
  /** When to try again, in ms since 1970; only where it is limited. */
  again?: number
}

/** How long to wait where a host does not pass on what the service said, in seconds: its limit is per minute. */
const A_WHILE = 60

/** What a host says of a call that brought no result: of the service's own words it passes on what it likes. */
export function problemOf(error: unknown, now: number): Problem {
  const text = error instanceof Error ? error.message : String(error)
  if (!/\b429\b|rate.?limit|too many requests/i.test(text)) return { kind: 'failed', message: text || 'The host did not say why.' }
  const [, seconds] = /\bin (\d+) s\b|retry.?after\D{0,4}(\d+)/i.exec(text) ?? []
  const wait = Number(seconds ?? A_WHILE)
  return { kind: 'limited', message: 'All requests of this minute are used up.', again: now + wait * 1000 }
}
