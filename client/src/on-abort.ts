import { AbortError } from './errors.ts'

type Listener = (error: AbortError) => void

/** The signals share one real listener, however many calls listen: Node takes more than ten for a leak, and warns. */
const listenersOf = new WeakMap<AbortSignal, Set<Listener>>()

/** Calls the listener when the signal is aborted, until the function that is given back is called. */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): () => void {
  if (signal === undefined) return () => {}
  const listeners = listenersOf.get(signal) ?? new Set()
  listenersOf.set(signal, listeners.add(listener))
  signal.addEventListener('abort', tell)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) signal.removeEventListener('abort', tell)
  }
}

/** @throws AbortError when the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

function tell({ target }: Event): void {
  const signal = target as AbortSignal
  for (const listener of listenersOf.get(signal) ?? []) listener(abortError(signal))
}

function abortError({ reason }: AbortSignal): AbortError {
  return new AbortError('The call was aborted', { cause: reason })
}
