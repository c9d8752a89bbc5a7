import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
} from '@modelcontextprotocol/server'
import { quote, shorten } from '../../server/core/checks/faults.ts'
import { problem } from '../../server/core/checks/problem.ts'

export interface McpAnswer {
  status: number
  /** JSON; null for an empty response. */
  body: string | null
}

/** Revisions with `initialize`, newest first: the first is offered to clients that request none of them. */
export const REVISIONS_2025 = ['2025-11-25', '2025-06-18', '2025-03-26']

/** The only revision with batches, assumed for requests that name none. */
const WITH_BATCHES = '2025-03-26'

/** Largest body, in bytes. */
const MAX_BYTES = 128 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

const NEEDED = ['application/json', 'text/event-stream']

/** Request headers by lower-case name; the endpoint reads none that may be repeated. */
export type PostedHeaders = Readonly<Record<string, string | undefined>>

export interface Posted {
  headers: PostedHeaders
  /** The body, or null if it exceeds `most` bytes. Rejects if it is incomplete. */
  readBody: (most: number) => Promise<Buffer | null>
}

export async function readMessage({
  headers,
  readBody,
}: Posted): Promise<{ body: unknown; fault: McpAnswer | null }> {
  checkTypes(headers)
  const bytes = await readBody(MAX_BYTES).catch((cause: unknown) => {
    throw problem('bad_request', 'The body is incomplete.', { cause })
  })
  if (bytes === null) throw problem('payload_too_large', 'The body is larger than 128 KiB.')
  try {
    const body: unknown = JSON.parse(utf8.decode(bytes))
    for (const message of [body].flat()) omitNulls(message)
    return { body, fault: null }
  } catch {
    return {
      body: null,
      fault: rpcError(400, -32700, 'Parse error: the body is not JSON in UTF-8', null),
    }
  }
}

/** Some clients write null for no parameters, or no arguments. */
function omitNulls(message: unknown): void {
  if (!isObject(message)) return
  const { params } = message
  if (params === null) delete message['params']
  else if (isObject(params) && params['arguments'] === null) delete params['arguments']
}

function checkTypes(headers: PostedHeaders): void {
  if (!acceptsBothTypes(headers['accept'])) {
    throw problem(
      'not_acceptable',
      'Accept must cover both application/json and text/event-stream, for example by naming both.',
    )
  }
  if (!isJson(headers['content-type']) || headers['content-encoding'] !== undefined) {
    throw problem('unsupported_media_type', 'The body must be application/json, not compressed.')
  }
}

/** Whether an `Accept` header includes both types that the streamable HTTP transport requires; a missing header includes all. */
function acceptsBothTypes(accept = ''): boolean {
  if (accept.trim() === '') return true
  const ranges = accept.split(',').map(range => {
    const [type, ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    return { type: type!, refused: parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter)) }
  })
  // The most specific range decides (RFC 9110, 12.5.1).
  const rangeOf = (wanted: string) =>
    [wanted, wanted.replace(/\/.*/, '/*'), '*/*'].flatMap(
      type => ranges.find(range => range.type === type) ?? [],
    )[0]
  return NEEDED.every(wanted => rangeOf(wanted)?.refused === false)
}

/** Whether a `Content-Type` header says JSON and, if it names an encoding, UTF-8. */
function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(; *charset="?utf-8"? *)?$/i.test((contentType ?? '').trim())
}

/**
 * Returns the error of a version header that is not a revision; null if it is one, served or not, or missing. The library answers messages
 * that name their revision too: they expect its list of supported ones.
 */
export function revisionFault(
  body: unknown,
  { 'mcp-protocol-version': revision }: PostedHeaders,
): McpAnswer | null {
  if (revision === undefined || /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(revision) || namesRevision(body))
    return null
  const message = `Bad Request: MCP-Protocol-Version must be a revision such as ${REVISIONS_2025[0]}, a date; got ${quote(revision)}`
  return rpcError(400, -32000, message, body)
}

function namesRevision(body: unknown): boolean {
  const params = isObject(body) ? body['params'] : undefined
  const meta = isObject(params) ? params['_meta'] : undefined
  return isObject(meta) && typeof meta[PROTOCOL_VERSION_META_KEY] === 'string'
}

/** Maximum messages of a batch, within the default rate limit. */
const MAX_MESSAGES = 50

export function messageCount(body: unknown): number {
  return Array.isArray(body) ? body.length : 1
}

/**
 * Returns the error that rejects a whole batch; null if the batch is valid or the body is not a batch.
 * @param limit requests per minute: a larger batch could never pass
 */
export function batchFault(body: unknown, headers: PostedHeaders, limit: number): McpAnswer | null {
  if (!Array.isArray(body)) return null
  const revision = headers['mcp-protocol-version'] ?? WITH_BATCHES
  if (revision !== WITH_BATCHES)
    return refusal(`Revision ${revision} does not support batches: send one message per request`)
  const most = Math.min(MAX_MESSAGES, limit)
  if (body.length > most)
    return refusal(`A batch holds at most ${most} messages, this one ${body.length}`)
  if (body.length === 0 || !body.every(isMessage))
    return refusal('A batch must contain only JSON-RPC 2.0 messages, at least one')
  const requests = body.filter(isRequest)
  if (requests.length > 1 && requests.some(({ method }) => method === 'initialize'))
    return refusal('initialize must be sent alone')
  // Responses are matched to requests by id.
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    return refusal('The requests of a batch must have different ids')
  return null
}

/**
 * The messages of a 2025 body that need a response, in its shape; null if none does. Notifications have no effect on a stateless server,
 * and canceling a request of the same batch would leave the caller waiting.
 */
export function servedMessages(body: unknown): unknown {
  if (!Array.isArray(body)) return isMute(body) ? null : body
  const served = body.filter(message => !isMute(message))
  return served.length === 0 ? null : served
}

function isMute(message: unknown): boolean {
  return isJSONRPCNotification(message) || isJSONRPCResponse(message)
}

function isMessage(message: unknown): boolean {
  return isRequest(message) || isMute(message)
}

/** Includes requests with parameters too malformed for the library; each gets its own error. */
function isRequest(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) || paramsFault(message) !== null
}

function refusal(message: string): McpAnswer {
  return rpcError(400, -32600, `Invalid Request: ${message}`, null)
}

/** Maximum nesting of lists and objects in a body; a call with its arguments has five levels. */
const MAX_LEVELS = 32

const MAX_NAMES = 64

const MAX_VALUES = 10_000

interface Part {
  value: unknown
  path: string
  level: number
}

/** Checks the limits of a body before any other code reads it; null if it passes. The library traverses a message several times, recursively. */
export function boundsFault(body: unknown): McpAnswer | null {
  const tooMuch = excess(body)
  return tooMuch === null ? null : rpcError(400, -32602, `Invalid params: ${tooMuch}`, body)
}

function excess(body: unknown): string | null {
  const parts: Part[] = [{ value: body, path: '', level: 1 }]
  let values = 1
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, path, level } = part
    if (typeof value !== 'object' || value === null) continue
    if (level > MAX_LEVELS)
      return `${named(path)} is nested too deeply; a body has at most ${MAX_LEVELS} levels`
    const names = Object.keys(value)
    if (names.length > MAX_NAMES && !Array.isArray(value)) {
      return `${named(path)} has ${names.length} names; an object has at most ${MAX_NAMES}`
    }
    values += names.length
    if (values > MAX_VALUES)
      return `the body has too many values; at most ${MAX_VALUES} are allowed`
    for (const name of names)
      parts.push({
        value: (value as Record<string, unknown>)[name],
        path: `${path}.${name}`,
        level: level + 1,
      })
  }
  return null
}

function named(path: string): string {
  return path === '' ? 'the body' : shorten(path.slice(1))
}

const SCHEMAS = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'tools/call': specTypeSchemas.CallToolRequest,
    'resources/list': specTypeSchemas.ListResourcesRequest,
    'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
    'resources/read': specTypeSchemas.ReadResourceRequest,
  }),
)

const MAX_FAULTS = 20

/** Maximum length, characters, of a tool's name and a resource's address, which the library repeats several times. */
const LONGEST_NAME = 2048

/**
 * Returns an error for invalid parameters of a request; null if they are valid or the method is not served. The library would report some
 * as internal errors, and all in its own words.
 */
export function paramsFault(message: unknown): McpAnswer | null {
  if (!isObject(message) || message['id'] === undefined) return null
  const { issues = [] } =
    SCHEMAS.get(String(message['method']))?.['~standard'].validate(message) ?? {}
  const own = issues.filter(({ path }) => path?.[0] === 'params')
  const faults = [
    ...new Set(
      own.map(({ path = [], message }) => `${path.map(String).join('.')}: ${inWords(message)}`),
    ),
  ]
  faults.push(...tooLong(message['params']))
  if (faults.length === 0) return null
  const more = faults.length > MAX_FAULTS ? `; and ${faults.length - MAX_FAULTS} more` : ''
  return rpcError(
    200,
    -32602,
    `Invalid params: ${faults.slice(0, MAX_FAULTS).join('; ')}${more}`,
    message,
  )
}

function tooLong(params: unknown): string[] {
  if (!isObject(params)) return []
  const long = ['name', 'uri'].filter(
    key => typeof params[key] === 'string' && params[key].length > LONGEST_NAME,
  )
  return long.map(key => `params.${key}: has more than ${LONGEST_NAME} characters`)
}

function inWords(message: string): string {
  return message
    .replace(/^Invalid input: /, '')
    .replace(/^expected record/, 'expected object')
    .replace(/, received undefined$/, ', and it is missing')
}

/** A JSON-RPC error with the id of its request, or null if it answers several or none. */
export function rpcError(
  status: number,
  code: number,
  message: string,
  request: unknown,
  data?: unknown,
) {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { status, body: JSON.stringify({ jsonrpc: '2.0', error, id: idOf(request) }) }
}

function idOf(request: unknown): string | number | null {
  const { method, id } = isObject(request) ? request : {}
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')
    ? id
    : null
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
