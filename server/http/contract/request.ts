import { type Boom, isBoom } from '@hapi/boom'
import type { Request } from '@hapi/hapi'
import { setMaxListeners } from 'node:events'
import type { Allowance } from '../../access/callers.ts'
import { isProblem, problem, type ProblemCode } from '../../checks/problem.ts'
import { withoutRoom } from '../../files/spool-folder.ts'
import type { CalledTool, Caller } from '../../model/caller.ts'
import { StoreBusy, StoreDamaged, StoreTimeout, StoreUnavailable } from '../../model/store.ts'
import { Unwanted, type Work } from '../../model/work.ts'

/** The operation's id, also of those outside the contract; null on unknown paths. */
export function operationOf(request: Request): string | null {
  return request.route.settings.id ?? null
}

/** The status that was sent; 499 when the caller went away before the end. */
export function statusOf(request: Request): number {
  const { response } = request
  return 'isBoom' in response ? response.output.statusCode : response.statusCode
}

/** Bytes of the body sent; undefined if compressed on the fly. Approximate for a truncated response. */
export function bytesOf(request: Request): number | undefined {
  const { response } = request
  const { stream } = request.app
  if (request.method === 'head' || 'isBoom' in response) return stream?.bytesRead ?? 0
  if (stream !== undefined) return stream.bytesRead
  const length = response.headers['content-length']
  return length === undefined ? (response.statusCode === 304 || response.statusCode === 204 ? 0 : undefined) : Number(length)
}

/** A header's value; those that may stand once only, which are all that this service reads. */
export function headerOf(request: Request, name: string): string | undefined {
  return request.headers[name] as string | undefined
}

/** Whose request it is. Requests from outside get this from a key, a login or a link; requests made within the process bring it. */
export interface LetIn extends Caller {
  /** Whether the request is part of one that was counted already. */
  counted: boolean
  /** Fires when nobody waits for the answer any more; absent where the request's own connection tells that. */
  gone?: AbortSignal
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string
    /** From `performance.now()`. */
    startedAt: number
    /** The company's remaining requests; absent if none was counted. */
    allowance?: Allowance
    /** When the answer was ready to be sent, from `performance.now()`. */
    answeredAt?: number
    /** Why the request was refused, or failed; absent where it was not. */
    code?: ProblemCode
    /** Names of the contract's parameters at fault. */
    parameters?: readonly string[]
    /** The app that was asked for, once all parameters were right. */
    appId?: number
    /** Whether a list, an object or a file was there already; absent where none was answered. */
    cached?: boolean
    /** Source of a streamed response. */
    stream?: { bytesRead: number }
    /** Tools that were called. */
    tools?: CalledTool[]
    /** See `workOf`. */
    work?: Work
  }

  interface AppCredentials extends LetIn {}
}

/** A request's work: belongs to its company, and is aborted when the caller disconnects. */
export function workOf(request: Request): Work {
  const caller = request.auth.credentials?.app
  return (request.app.work ??= { companyId: caller?.companyId ?? null, signal: caller?.gone ?? closed(request) })
}

/** Fires when the connection ends before the answer does. The framework's own event does not come where the body was read to its end. */
function closed({ raw: { res } }: Request): AbortSignal {
  const gone = new AbortController()
  // A batch of tool calls is one request, with as many pieces of work.
  setMaxListeners(0, gone.signal)
  const leave = (): void => {
    if (!res.writableEnded) gone.abort(new Unwanted())
  }
  if (res.destroyed) leave()
  else res.once('close', leave)
  return gone.signal
}

/** Seconds after which a store that did not answer may be asked again, or one whose turns are all waited for. */
const RETRY_AFTER = 5
/** Seconds after which a repair, which takes a person, may be done. */
const RETRY_WHEN_DAMAGED = 60

/** The problem that an error is, or that it says of the store and its disk; undefined where it is a fault of the service. */
export function storeProblem(error: Error): Boom | undefined {
  return isBoom(error) && isProblem(error) ? error : (withoutStore(error) ?? withoutRoom(error))
}

/** The 503 for an error that says that the store did not answer. */
function withoutStore(cause: Error): Boom | undefined {
  if (cause instanceof StoreBusy) {
    const detail = "Too many of the company's requests wait for their turn. Try again when some of them are answered."
    return problem('busy', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
  }
  if (cause instanceof StoreDamaged) {
    const detail = 'Some of the stored data are damaged and are not served until the operator repairs them.'
    return problem('data_damaged', detail, { headers: { 'retry-after': RETRY_WHEN_DAMAGED }, cause })
  }
  const detail =
    cause instanceof StoreTimeout
      ? 'The store does not answer in time. Try again.'
      : cause instanceof StoreUnavailable
        ? 'The store cannot be reached at the moment. Try again.'
        : undefined
  return detail === undefined ? undefined : problem('unavailable', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}
