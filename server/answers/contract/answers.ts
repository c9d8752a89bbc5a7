import type { OperationId, Requests, Responses } from '../../../generated/operations.ts'
import type { Work } from '../../core/runtime/work.ts'
import type { ListOrders, ListPage } from './list-page.ts'

/** `companyId` belongs to the key or link; null if none is required. */
export interface Call<Op extends OperationId> {
  query: Requests[Op]['query']
  path: Requests[Op]['path']
  companyId: number | null
}

/** Undefined values are not sent. */
export type AnswerHeaders = Record<string, string | number | undefined>

/** Builds `Unmatched-Filters`: filter names, or undefined. Absent without name filters. */
interface FilterCheck {
  unmatched?: ((work: Work) => Promise<string | undefined>) | undefined
}

/**
 * A JSON list, with the number of its rows as `Total-Rows`, or an object. The same `tag` means the same bytes: it determines the ETag, and `body`
 * is called only without a cached copy.
 */
interface JsonAnswer<Kind extends 'list' | 'object', Body> extends FilterCheck {
  kind: Kind
  tag: string
  headers: AnswerHeaders
  /** A list is complete: `page` sorts and cuts it. */
  body: (work: Work) => Promise<Body>
  /** A smaller answer with its own tag, if `body` rejects with the error; undefined: the error is the response. */
  otherwise?: (error: unknown) => JsonAnswer<Kind, Body> | undefined
}

export interface ListAnswer<Row = unknown> extends JsonAnswer<'list', readonly Row[]> {
  page?: ListPage
  orders?: ListOrders
  otherwise?: (error: unknown) => ListAnswer<Row> | undefined
}

export type ObjectAnswer<Body extends object = object> = JsonAnswer<'object', Body>

/** A file for download. `build` writes it to a path if the spool has no file for `tag`. */
export interface FileAnswer extends FilterCheck {
  kind: 'file'
  tag: string
  headers: AnswerHeaders
  fileName: string
  format: 'parquet' | 'csv'
  build: (path: string, work: Work) => Promise<{ totalRows: number }>
  /** False: no cache may store it, not even a private one. */
  store?: boolean
}

export type Answer<Op extends OperationId> = Responses[Op] extends {
  kind: 'list'
  body: readonly (infer Row)[]
}
  ? ListAnswer<Row>
  : Responses[Op] extends { kind: 'object'; body: infer Body extends object }
    ? ObjectAnswer<Body>
    : FileAnswer

/** A missing or wrong handler does not compile. */
export type Handlers = { [Op in OperationId]: (call: Call<Op>) => Promise<Answer<Op>> }
