import { useSecondsUntil } from '../parts/use-seconds-until.ts'
import { useChanges, useService } from './data/use-answer.ts'

/** Shows when a request that waits for the company's rate limit will be sent. The page stays usable. */
export function Countdown() {
  const { budget } = useService()
  useChanges(budget)
  const until = budget.waitsUntil
  const seconds = useSecondsUntil(until)
  if (until === null) return null
  return (
    <div class="countdown" role="region" aria-label="Rate limit">
      <div class="wrap row">
        <b>Next request in {Math.max(1, seconds)} s</b>
        <span role="status">
          Your company’s requests of this minute are used. What is on screen stays; your change is
          applied when the wait ends.
        </span>
      </div>
    </div>
  )
}
