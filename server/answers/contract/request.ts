import { type Boom, isBoom } from '@hapi/boom'
import type { Request } from '@hapi/hapi'
import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Allowance, CalledTool, Caller } from '../../core/model/caller.ts'
import { isProblem, problem, type ProblemCode } from '../../core/checks/problem.ts'
import { noRoomProblem } from '../../store/files/spool-folder.ts'
import {
  StoreDamaged,
  StoreStillWorking,
  StoreTimeout,
  StoreUnavailable,
} from '../../core/model/store.ts'
import { StoreBusy } from '../../core/runtime/turns.ts'
import { Unwanted, type Work } from '../../core/runtime/work.ts'

/** Null on unknown paths. */
export function operationOf(request: Request): string | null {
  return request.route.settings.id ?? null
}

/** 499 if the caller disconnected before the end. */
export function statusOf(request: Request): number {
  const { response } = request
  return 'isBoom' in response ? response.output.statusCode : response.statusCode
}

/** Undefined if compressed during the response. Approximate for a truncated response. */
export function bytesOf(request: Request): number | undefined {
  const { response } = request
  const { stream } = request.app
  if (request.method === 'head' || 'isBoom' in response) return stream?.bytesRead ?? 0
  if (stream !== undefined) return stream.bytesRead
  const length = response.headers['content-length']
  return length === undefined
    ? response.statusCode === 304 || response.statusCode === 204
      ? 0
      : undefined
    : Number(length)
}

/** Reads only headers that may occur once. */
export function headerOf(request: Request, name: string): string | undefined {
  return request.headers[name] as string | undefined
}

const etags = new LRUCache<string, string>({ max: 5000 })

/** The ETag for a tag: strong for a file, weak for JSON, which may be compressed. */
export function etagOf({ kind, tag }: { kind: 'list' | 'object' | 'file'; tag: string }): string {
  let strong = etags.get(tag)
  if (strong === undefined)
    etags.set(
      tag,
      (strong = `"${createHash('sha256').update(tag).digest('base64url').slice(0, 22)}"`),
    )
  return kind === 'file' ? strong : `W/${strong}`
}

/** Whether `If-None-Match` contains the ETag; weak comparison (RFC 9110, 13.1.2). */
export function isKnown(request: Request, etag: string): boolean {
  const ifNoneMatch = headerOf(request, 'if-none-match')
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.match(/"[^"]*"/g)?.some(named => named === opaque) ?? false
}

/** From a key, login or link; in-process requests supply it. */
interface AuthenticatedCaller extends Caller {
  /** Whether the request that it belongs to was counted. */
  counted: boolean
  /** Fires when the response is unwanted; absent if the request's own connection shows it. */
  disconnected?: AbortSignal
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string
    startedAt: number
    /** The company's remaining requests; absent if none was counted. */
    allowance?: Allowance
    answeredAt?: number
    /** Absent if not refused. */
    code?: ProblemCode
    parameters?: readonly string[]
    appId?: number
    /** Whether it came from a cache; absent without a body. */
    cached?: boolean
    /** Set by an in-process caller: receives the bytes of a list or object, which are then not sent. */
    aside?: { bytes?: Buffer }
    stream?: { bytesRead: number }
    tools?: CalledTool[]
    work?: Work
  }

  interface AppCredentials extends AuthenticatedCaller {}
}

export function workOf(request: Request): Work {
  const caller = request.auth.credentials?.app
  return (request.app.work ??= {
    companyId: caller?.companyId ?? null,
    signal: caller?.disconnected ?? closed(request),
    requestId: request.app.requestId,
  })
}

/** Fires if the connection ends before the response. The framework's own event is not sent once the body was read. */
function closed({ raw: { res } }: Request): AbortSignal {
  const disconnected = new AbortController()
  // A batch has many listeners.
  setMaxListeners(0, disconnected.signal)
  const leave = (): void => {
    if (!res.writableEnded) disconnected.abort(new Unwanted())
  }
  if (res.destroyed) leave()
  else res.once('close', leave)
  return disconnected.signal
}

/** Suggested waits, s. */
const RETRY_AFTER = 5
/** Repairing damage takes an operator. */
const RETRY_WHEN_DAMAGED = 60

/** Undefined for an internal error. */
export function storeProblem(error: Error): Boom | undefined {
  return isBoom(error) && isProblem(error) ? error : (noRoomProblem(error) ?? withoutStore(error))
}

function withoutStore(cause: Error): Boom | undefined {
  if (cause instanceof StoreBusy) {
    const detail = "Too many of the company's requests are queued. Try again later."
    return problem('busy', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
  }
  if (cause instanceof StoreDamaged) {
    const detail =
      'Some of the stored data are damaged and are not served until the operator repairs them.'
    return problem('data_damaged', detail, {
      headers: { 'retry-after': RETRY_WHEN_DAMAGED },
      cause,
    })
  }
  const detail =
    cause instanceof StoreStillWorking
      ? 'The file is still being built. Try again: the work goes on for a minute.'
      : cause instanceof StoreTimeout
        ? 'The store did not respond in time. Try again.'
        : cause instanceof StoreUnavailable
          ? 'Cannot reach the store. Try again.'
          : undefined
  return detail === undefined
    ? undefined
    : problem('unavailable', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}
