import type { Answer } from './data/use-answer.ts'

interface TroubleNoticeProps {
  /** The part that did not load: `The overview`. */
  what: string
  answer: Pick<Answer<unknown>, 'trouble' | 'data' | 'at' | 'again' | 'isLoading'>
  now: number
}

/** An answer that failed. What is on screen stays, with its age. */
export function TroubleNotice({ what, answer, now }: TroubleNoticeProps) {
  const { trouble, data, at, again, isLoading } = answer
  if (trouble === null) return null
  return (
    <div class="card notice" role="alert">
      <p class="b">{what} did not load.</p>
      <p class="m">
        {trouble.message} {data !== undefined && at !== null && `What you see is from ${ageOf(now - at)} ago. `}
        {trouble.reference !== null && `Reference ${trouble.reference}.`}
      </p>
      <p>
        <button class="btn" onClick={again} disabled={isLoading}>
          Try again
        </button>
      </p>
    </div>
  )
}

/** `4 hours`, `1 minute` */
function ageOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
