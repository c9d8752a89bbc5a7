import { useEffect, useState } from 'preact/hooks'
import type { Trouble } from './service.ts'

const TITLES: Record<Trouble['kind'], string> = {
  key: 'Key rejected',
  limited: 'Too many requests',
  unreachable: 'Cannot reach the service',
  failed: 'No response',
}

export function TroubleNotice({ trouble, again }: { trouble: Trouble; again?: () => void }) {
  const wait = useSecondsUntil(trouble.again)
  const at = trouble.again === undefined ? '' : new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }).format(trouble.again)
  return (
    <div class={trouble.kind === 'limited' ? 'notice warning' : 'notice error'} role="alert">
      <strong>{TITLES[trouble.kind]}</strong>
      <p>{trouble.message.replace(/^429 Too Many Requests: | Try again in \d+ s\.$/g, '')}</p>
      {trouble.again !== undefined && <p>Try again at {at}.</p>}
      {again !== undefined && (
        <button onClick={again} disabled={wait > 0}>
          Try again{wait > 0 ? ` in ${wait} s` : ''}
        </button>
      )}
    </div>
  )
}

/** Whole seconds until `instant` (ms since 1970), counting down. */
function useSecondsUntil(instant: number | undefined): number {
  const left = () => (instant === undefined ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / 1000)))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => {
      setSeconds(left())
      if (left() === 0) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [instant])
  return seconds
}
