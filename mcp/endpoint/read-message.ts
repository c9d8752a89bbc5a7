import { problem } from '../../server/checks/problem.ts'
import { type McpAnswer, rpcError } from './answer.ts'

/** Largest body, in bytes. */
const MOST_BYTES = 128 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

const NEEDED = ['application/json', 'text/event-stream']

/** A request's headers, by their names in small letters; of those that the endpoint reads none has several values. */
export type PostedHeaders = Readonly<Record<string, string | undefined>>

/** What was posted. */
export interface Posted {
  headers: PostedHeaders
  /** The body of at most so many bytes; null where it is longer. Rejects where it does not arrive whole. */
  readBody: (most: number) => Promise<Buffer | null>
}

/** The body, parsed; or what JSON-RPC 2.0 answers to what is no JSON. Rejects with a `problem` where what was posted is not taken at all. */
export async function readMessage({ headers, readBody }: Posted): Promise<{ body: unknown; fault: McpAnswer | null }> {
  checkTypes(headers)
  const bytes = await readBody(MOST_BYTES).catch((cause: unknown) => {
    throw problem('bad_request', 'The body did not arrive whole.', { cause })
  })
  if (bytes === null) throw problem('payload_too_large', 'The body is larger than 128 KiB.')
  try {
    const body: unknown = JSON.parse(utf8.decode(bytes))
    return { body, fault: null }
  } catch {
    return { body: null, fault: rpcError(400, -32700, 'Parse error: the body is not JSON in UTF-8', null) }
  }
}

function checkTypes(headers: PostedHeaders): void {
  if (!acceptsBothTypes(headers['accept'])) {
    throw problem('not_acceptable', 'Accept must name both application/json and text/event-stream.')
  }
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined) {
    throw problem('unsupported_media_type', 'The body must be application/json, not compressed.')
  }
}

/** Whether an `Accept` header names both types that the streamable HTTP transport asks clients to accept; wildcards do not count. */
function acceptsBothTypes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map(range => range.split(';')[0]!.trim().toLowerCase())
  return NEEDED.every(type => types.includes(type))
}

/** Whether a `Content-Type` header says JSON, in UTF-8 if it says an encoding at all. */
function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(; *charset="?utf-8"? *)?$/i.test((contentType ?? '').trim())
}
