import { onAbort, throwIfAborted } from './on-abort.ts'

/**
 * Waits.
 * @throws AbortError as soon as the signal is aborted
 */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget()
      resolve()
    }, milliseconds)
    const forget = onAbort(signal, error => {
      clearTimeout(timer)
      reject(error)
    })
  })
}
