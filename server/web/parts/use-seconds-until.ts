import { useEffect, useState } from 'preact/hooks'

/** Whole seconds until `instant` (ms since 1970), counting down. */
export function useSecondsUntil(instant: number | null | undefined): number {
  const secondsLeft = () => Math.max(0, Math.ceil(((instant ?? 0) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    setSeconds(secondsLeft())
    if (secondsLeft() === 0) return
    const timer = setInterval(() => {
      setSeconds(secondsLeft())
      if (secondsLeft() === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}
