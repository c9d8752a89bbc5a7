import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { type OperationId, operations, type Requests, type Responses } from '../../../generated/operations.ts'
import type { Work } from '../../model/work.ts'
import { parseTarget } from './query.ts'

/** `companyId` is that of the key or link; null if none is required. */
export interface Call<Op extends OperationId> {
  query: Requests[Op]['query']
  path: Requests[Op]['path']
  companyId: number | null
}

/** Undefined ones are not sent. */
export type AnswerHeaders = Record<string, string | number | undefined>

/** Builds `Unmatched-Filters`: filter names, or undefined. Absent without name filters. */
interface FilterCheck {
  unmatched?: ((work: Work) => Promise<string | undefined>) | undefined
}

/** Some rows of a list of `total`. */
export interface ListPage<Rows> {
  rows: Rows
  total: number
}

/**
 * A JSON list, with the length of the whole list as `Total-Rows`, or an object. The same `tag` means the same bytes: it determines the ETag, and `body` is
 * called only without a cached copy.
 */
export interface JsonAnswer<Kind extends 'list' | 'object', Body> extends FilterCheck {
  kind: Kind
  tag: string
  headers: AnswerHeaders
  body: (work: Work) => Promise<Kind extends 'list' ? Body | ListPage<Body> : Body>
}

export type ListAnswer<Body extends readonly unknown[] = readonly unknown[]> = JsonAnswer<'list', Body>

export type ObjectAnswer<Body extends object = object> = JsonAnswer<'object', Body>

/** A file for download. `build` writes it to a path if the spool has none for `tag`. */
export interface FileAnswer extends FilterCheck {
  kind: 'file'
  tag: string
  headers: AnswerHeaders
  fileName: string
  format: 'parquet' | 'csv'
  build: (path: string, work: Work) => Promise<{ totalRows: number }>
  /** False: no cache, not even a private one, may keep it. */
  store?: boolean
}

export type Answer<Op extends OperationId> = Responses[Op] extends { kind: infer Kind extends 'list' | 'object'; body: infer Body }
  ? JsonAnswer<Kind, Body>
  : FileAnswer

/** A missing or wrong handler does not compile. */
export type Handlers = { [Op in OperationId]: (call: Call<Op>) => Promise<Answer<Op>> }

const known = new LRUCache<string, string>({ max: 5000 })

/** A strong, quoted ETag for content named by `tag`. */
export function strongEtag(tag: string): string {
  const etag = known.get(tag) ?? `"${createHash('sha256').update(tag).digest('base64url').slice(0, 22)}"`
  known.set(tag, etag)
  return etag
}

/** Weak: the same content, possibly compressed. */
export function weakEtag(tag: string): string {
  return `W/${strongEtag(tag)}`
}

/** Weak comparison (RFC 9110, 13.1.2). */
export function isNamed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.match(/"[^"]*"/g)?.some(named => named === opaque) ?? false
}

const BY_PATH = new Map(operations.map(({ path, operationId }) => [path, operationId]))

/**
 * The ETag that a company would get for a GET of the target; null for invalid parameters or other operations. Builds nothing. Rejects as
 * the handler does.
 */
export async function currentEtag(handlers: Handlers, target: string, companyId: number): Promise<string | null> {
  const operationId = BY_PATH.get(target.split('?', 1)[0]!)
  const parsed = operationId === undefined ? null : parseTarget(operationId, target, {})
  if (parsed === null || 'faults' in parsed) return null
  const handler = handlers[operationId!] as (call: Call<OperationId>) => Promise<Pick<Answer<OperationId>, 'kind' | 'tag'>>
  const { kind, tag } = await handler({ ...parsed.value, companyId })
  return kind === 'file' ? strongEtag(tag) : weakEtag(tag)
}

export interface ByteRange {
  start: number
  end: number
}

/**
 * The range of a `Range` header (RFC 9110, 14.1.2). Null means everything: no header, malformed, or several parts, which a server may
 * ignore.
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
