import { useEffect, useState } from 'preact/hooks'
import { useService } from './data/use-answer.ts'

/** While a request waits for the company's rate limit: when it leaves. The page stays usable. */
export function Countdown() {
  const { budget } = useService()
  const [now, setNow] = useState(Date.now)
  useEffect(() => budget.subscribe(() => setNow(Date.now())), [budget])
  const until = budget.waitsUntil
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  if (until === null) return null
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return (
    <div class="countdown" role="region" aria-label="Rate limit">
      <div class="wrap">
        <b>Next request in {seconds} s</b>
        <span role="status">
          Your company’s requests of this minute are used. What is on screen stays; your change is applied when the wait ends.
        </span>
      </div>
    </div>
  )
}
