import { AbortError, ConnectionError, TimeoutError, UascopeError } from './errors.ts'

const LONGEST_TIMER = 2 ** 31 - 1

/** Ends work that takes too long or is aborted, even if the work ignores the signal. */
export class Watchdog {
  readonly #timeout: number
  readonly #controller = new AbortController()
  /** One per wait; a longer-lived promise would retain every wait's result. */
  #reject: (error: Error) => void = () => {}
  readonly close: () => void
  /** Method and address of the request, for errors. */
  readonly request: string

  /**
   * @param timeout milliseconds
   * @throws AbortError if the signal is already aborted
   */
  constructor(timeout: number, signal: AbortSignal | undefined, request: string) {
    throwIfAborted(signal)
    this.request = request
    this.#timeout = timeout
    this.close = onAbort(signal, error => this.#end(error))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * The promise's value, if it settles in time; one wait at a time.
   * @throws TimeoutError, AbortError, or a ConnectionError that wraps any foreign error
   */
  async within<T>(promise: Promise<T>): Promise<T> {
    const timer =
      this.#timeout > LONGEST_TIMER
        ? undefined
        : setTimeout(
            () =>
              this.#end(
                new TimeoutError(`No answer to ${this.request} within ${this.#timeout} ms`),
              ),
            this.#timeout,
          )
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject
        promise.then(resolve, reject)
        if (this.signal.aborted) reject(this.signal.reason as Error)
      })
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : connectionError(error, this.request)
    } finally {
      clearTimeout(timer)
    }
  }

  #end(error: Error): void {
    this.#controller.abort(error)
    this.#reject(error)
  }
}

function connectionError(error: unknown, request: string): UascopeError {
  if (error instanceof UascopeError) return error
  const reasons = []
  for (let at = error; at instanceof Error && reasons.length < 3; at = at.cause)
    reasons.push(at.message)
  return new ConnectionError(`${request} failed: ${reasons.join(': ') || String(error)}`, {
    cause: error,
  })
}

type Listener = (error: AbortError) => void

/** All calls share one listener per signal: Node warns about a leak beyond ten. */
const listenersOf = new WeakMap<AbortSignal, Set<Listener>>()

/** Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, listener: Listener): () => void {
  if (signal === undefined) return () => {}
  const listeners = listenersOf.get(signal) ?? new Set()
  listenersOf.set(signal, listeners.add(listener))
  signal.addEventListener('abort', notify)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) signal.removeEventListener('abort', notify)
  }
}

/** @throws AbortError if the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

function notify({ target }: Event): void {
  const signal = target as AbortSignal
  for (const listener of listenersOf.get(signal) ?? []) listener(abortError(signal))
}

function abortError({ reason }: AbortSignal): AbortError {
  return new AbortError('The call was aborted', { cause: reason })
}
