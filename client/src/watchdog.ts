import { AbortError } from './errors/abort-error.ts'
import { ConnectionError } from './errors/connection-error.ts'
import { TimeoutError } from './errors/timeout-error.ts'
import { UascopeError } from './errors/uascope-error.ts'

/** Longer delays overflow a timer, which then fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Ends what takes too long or is no longer wanted, also where what it waits for ignores the signal. */
export class Watchdog {
  readonly #timeout: number
  readonly #outer: AbortSignal | undefined
  readonly #controller = new AbortController()
  readonly #onAbort = () => this.#end(abortError(this.#outer!))
  #ended: Promise<never>
  #reject!: (error: Error) => void

  /**
   * @param timeout milliseconds
   * @throws AbortError when the signal is aborted already
   */
  constructor(timeout: number, signal: AbortSignal | undefined) {
    throwIfAborted(signal)
    this.#timeout = timeout
    this.#outer = signal
    this.#ended = new Promise((_, reject) => { this.#reject = reject })
    this.#ended.catch(() => {})
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * What the promise gives, if it gives it in time.
   * @throws TimeoutError, AbortError, or a ConnectionError around anything else that is no error of this package
   */
  async within<T>(promise: Promise<T>): Promise<T> {
    const timer = this.#timeout > LONGEST_TIMER
      ? undefined
      : setTimeout(() => this.#end(new TimeoutError(`No answer within ${this.#timeout} ms`)), this.#timeout)
    try {
      return await Promise.race([promise, this.#ended])
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : connectionError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Stops listening to the caller's signal. */
  close(): void {
    this.#outer?.removeEventListener('abort', this.#onAbort)
  }

  #end(error: Error): void {
    this.#controller.abort(error)
    this.#reject(error)
  }
}

/** @throws AbortError when the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

export function abortError({ reason }: AbortSignal): AbortError {
  return new AbortError('The call was aborted', { cause: reason })
}

function connectionError(error: unknown): UascopeError {
  if (error instanceof UascopeError) return error
  const reasons = []
  for (let at = error; at instanceof Error && reasons.length < 3; at = at.cause) reasons.push(at.message)
  return new ConnectionError(`The connection failed: ${reasons.join(': ') || String(error)}`, { cause: error })
}
