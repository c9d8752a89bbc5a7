import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { type OperationId, operations, type Requests, type Responses } from '../../../generated/operations.ts'
import type { Work } from '../../model/work.ts'
import { parseTarget } from './query.ts'

/** Context of a handler. `companyId` is the company of the key or link; null if none is required. */
export interface Call<Op extends OperationId> {
  query: Requests[Op]['query']
  path: Requests[Op]['path']
  companyId: number | null
}

/** Response headers by name; undefined ones are not sent. */
export type AnswerHeaders = Record<string, string | number | undefined>

/**
 * What an answer's `Unmatched-Filters` says: the names of the filters, or undefined where it is absent. The same for the same tag. Absent where
 * there are none to look at.
 */
interface FilterCheck {
  unmatched?: ((work: Work) => Promise<string | undefined>) | undefined
}

/**
 * A JSON list, whose length is sent as `Total-Rows`, or a JSON object, which has none. `tag` names its content: the same tag, the same bytes;
 * so the ETag is made from it, and `body` is called only when no copy of the bytes is at hand.
 */
export interface JsonAnswer<Kind extends 'list' | 'object', Body> extends FilterCheck {
  kind: Kind
  tag: string
  headers: AnswerHeaders
  body: (work: Work) => Promise<Body>
}

export type ListAnswer<Body extends readonly unknown[] = readonly unknown[]> = JsonAnswer<'list', Body>

export type ObjectAnswer<Body extends object = object> = JsonAnswer<'object', Body>

/** A file for download. `build` is called when the spool holds no file for `tag`, and writes it to the path it is given, while the work is wanted. */
export interface FileAnswer extends FilterCheck {
  kind: 'file'
  tag: string
  headers: AnswerHeaders
  fileName: string
  format: 'parquet' | 'csv'
  build: (path: string, work: Work) => Promise<{ totalRows: number }>
  /** False for answers that no cache may keep, private ones included. */
  store?: boolean
}

export type Answer<Op extends OperationId> = Responses[Op] extends { kind: infer Kind extends 'list' | 'object'; body: infer Body }
  ? JsonAnswer<Kind, Body>
  : FileAnswer

/** One handler per operation of the contract: a missing or wrong one does not compile. */
export type Handlers = { [Op in OperationId]: (call: Call<Op>) => Promise<Answer<Op>> }

/** The same few are asked for again and again. */
const known = new LRUCache<string, string>({ max: 5000 })

/** A strong entity tag, quotes included, for content that is named by `tag`. */
export function strongEtag(tag: string): string {
  const etag = known.get(tag) ?? `"${createHash('sha256').update(tag).digest('base64url').slice(0, 22)}"`
  known.set(tag, etag)
  return etag
}

/** A weak one: the same content, maybe compressed. */
export function weakEtag(tag: string): string {
  return `W/${strongEtag(tag)}`
}

/** Whether `If-None-Match` names the entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function isNamed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.match(/"[^"]*"/g)?.some(named => named === opaque) ?? false
}

const BY_PATH = new Map(operations.map(({ path, operationId }) => [path, operationId]))

/**
 * The entity tag of what a company would be answered to a GET of that target, asked of the operation's own handler; null where the
 * parameters are wrong, or no operation without parameters in its path is meant. Nothing is made for it. Rejects as the handler does.
 */
export async function currentEtag(handlers: Handlers, target: string, companyId: number): Promise<string | null> {
  const operationId = BY_PATH.get(target.split('?', 1)[0]!)
  const parsed = operationId === undefined ? null : parseTarget(operationId, target, {})
  if (parsed === null || 'faults' in parsed) return null
  const handler = handlers[operationId!] as (call: Call<OperationId>) => Promise<Pick<Answer<OperationId>, 'kind' | 'tag'>>
  const { kind, tag } = await handler({ ...parsed.value, companyId })
  return kind === 'file' ? strongEtag(tag) : weakEtag(tag)
}

/** Positions of the first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, 14.1.2). Null means all of it: there is no header, it is not
 * well-formed, or it asks for several parts, which a server may ignore.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  const [first, last] = [parts?.[1] ?? '', parts?.[2] ?? '']
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)]
  if (start > end) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
