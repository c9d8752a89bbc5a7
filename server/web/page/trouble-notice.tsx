import type { ComponentChildren } from 'preact'
import { type Answer, useChanges, useService } from './data/use-answer.ts'

interface TroubleNoticeProps {
  /** The part that did not load: `The overview`. */
  what: string
  answer: Pick<Answer<unknown>, 'trouble' | 'data' | 'at' | 'again' | 'isLoading'>
}

/** A failed response. The displayed data stay, with their age. Without a network, `OfflineNotice` says it once. */
export function TroubleNotice({ what, answer }: TroubleNoticeProps) {
  const { trouble, data, at, again, isLoading } = answer
  if (trouble === null || trouble.kind === 'offline') return null
  return (
    <div class="notice error" role="alert">
      <p class="b">{what} did not load.</p>
      <p class="m">
        {trouble.message}{' '}
        {data !== undefined &&
          at !== null &&
          `What you see is from ${ageOf(Date.now() - at)} ago. `}
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

/** Says once for all parts that the browser has no network. */
export function OfflineNotice() {
  const service = useService()
  useChanges(service)
  if (!service.isOffline) return null
  return (
    <div class="countdown" role="alert">
      <div class="wrap row">
        <b>You are offline</b>
        <span>What is on screen stays. The rest loads when the network is back.</span>
      </div>
    </div>
  )
}

interface LoadedProps<T> extends TroubleNoticeProps {
  answer: TroubleNoticeProps['answer'] & { data: T | undefined }
  /** Class of a block in the size of the loading content. */
  block: string
  children: (data: T) => ComponentChildren
}

/** Shows a response, or the reason why it is missing. */
export function Loaded<T>({ what, answer, block, children }: LoadedProps<T>) {
  return (
    <>
      <TroubleNotice what={what} answer={answer} />
      {answer.data !== undefined
        ? children(answer.data)
        : answer.isLoading && <span class={`sk ${block}`} role="status" aria-label="Loading" />}
    </>
  )
}

/** Placeholder of a loading screen's first sentence. */
export function LoadingLead({ isSlow }: { isSlow: boolean }) {
  return (
    <p class="lead" role="status">
      {isSlow ? 'Still loading' : <span class="sk lead-sk" />}
      {!isSlow && <span class="vh">Loading</span>}
    </p>
  )
}

/** `4 hours`, `1 minute` */
function ageOf(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
