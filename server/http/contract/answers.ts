import type { Requests, Responses, OperationId } from '../../../generated/operations.ts'
import type { Work } from '../../model/work.ts'

/** What a handler is told beyond the parameters. `companyId` is the company of the key or the link; null where neither is needed. */
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
