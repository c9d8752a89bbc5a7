import type { Plugin, Request, Server } from '@hapi/hapi'
import { acceptsBothTypes, isJson } from '../../../mcp/endpoint/accept.ts'
import { type AllowedSites, allowedSites, type SiteOptions } from '../../../mcp/endpoint/allowed-sites.ts'
import { rpcError } from '../../../mcp/endpoint/answer.ts'
import { batchFault, messageCount } from '../../../mcp/endpoint/batch.ts'
import { boundsFault } from '../../../mcp/endpoint/bounds.ts'
import type { McpEndpoint } from '../../../mcp/endpoint/endpoint.ts'
import { problem } from '../../checks/problem.ts'
import type { ToolCall } from '../../model/caller.ts'
import type { RateLimiter } from '../../access/rate-limiter.ts'
import { readBody } from '../request/read-body.ts'
import { headerOf } from '../request/request-facts.ts'
import { mcpCors } from './mcp-cors.ts'
import { type LoginOptions, toolCall } from './tool-callers.ts'

export const MCP_PATH = '/v1/mcp'

/** Where RFC 9728, 3.1 puts the metadata of the resource `MCP_PATH`. */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`

/** Largest body, in bytes. */
const MOST_BYTES = 128 * 1024

export interface McpOptions {
  endpoint: McpEndpoint<ToolCall>
  limiter: RateLimiter
  sites: Omit<SiteOptions, 'baseUrl'>
  /** What the metadata tells of logins; null: there are none. */
  logins: Pick<LoginOptions, 'issuer' | 'scopes'> | null
}

/** The tool endpoint, and for logins its metadata. Needs the strategy `toolCaller`. */
export const mcp: Plugin<McpOptions> = {
  name: 'mcp',
  register(server, { endpoint, limiter, sites, logins }) {
    const allowed = sitesOf(server, sites)
    mcpCors(server, MCP_PATH, origin => allowed().allowsOrigin(origin))

    server.route({
      method: 'POST',
      path: MCP_PATH,
      options: {
        id: 'mcp',
        auth: 'toolCaller',
        // What is wrong with type or size is told by the handler, once the request is counted: the framework looks at them sooner.
        payload: { parse: false, output: 'stream', maxBytes: Number.MAX_SAFE_INTEGER, override: 'application/json' },
        ext: { onPreAuth: { method: (request, h) => { checkSite(request, allowed()); return h.continue } } }
      },
      async handler(request, h) {
        checkTypes(request)
        const { body, fault: noJson } = parse(await bodyOf(request))
        const headers = new Headers(request.headers as Record<string, string>)
        const fault = noJson ?? boundsFault(body) ?? batchFault(body, headers, request.app.allowance!.limit)
        if (fault === null) await countMessages(request, messageCount(body), limiter)
        const answer = fault ?? await endpoint.handle({ headers, body, caller: toolCall(request) })
        const response = answer.body === null ? h.response() : h.response(answer.body).type('application/json')
        return response.code(answer.status).header('cache-control', 'no-store')
      }
    })

    if (logins === null) return
    server.route({
      method: 'GET',
      path: MCP_METADATA_PATH,
      options: { id: 'mcpMetadata', auth: false },
      handler: (_request, h) => h.response({
        resource: server.info.uri + MCP_PATH,
        authorization_servers: [logins.issuer],
        scopes_supported: logins.scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'uascope',
        resource_documentation: `${server.info.uri}/docs`
      }).header('access-control-allow-origin', '*')
    })
  }
}

/** The public address is known only once the server listens. */
function sitesOf(server: Server, sites: Omit<SiteOptions, 'baseUrl'>): () => AllowedSites {
  let known: { baseUrl: string, allowed: AllowedSites } | null = null
  return () => {
    const baseUrl = server.info.uri
    if (known?.baseUrl !== baseUrl) known = { baseUrl, allowed: allowedSites({ ...sites, baseUrl }) }
    return known.allowed
  }
}

function checkSite(request: Request, { allowsHost, allowsOrigin }: AllowedSites): void {
  if (!allowsHost(headerOf(request, 'host'))) throw problem('host_forbidden', 'The tool endpoint is not reached by this Host.')
  if (!allowsOrigin(headerOf(request, 'origin'))) throw problem('origin_forbidden', 'Pages of this Origin may not call the tool endpoint.')
}

function checkTypes(request: Request): void {
  if (!acceptsBothTypes(headerOf(request, 'accept'))) {
    throw problem('not_acceptable', 'Accept must name both application/json and text/event-stream.')
  }
  if (!isJson(headerOf(request, 'content-type')) || headerOf(request, 'content-encoding') !== undefined) {
    throw problem('unsupported_media_type', 'The body must be application/json, not compressed.')
  }
}

async function bodyOf(request: Request): Promise<Buffer> {
  const body = await readBody(request.raw.req, MOST_BYTES).catch((cause: unknown) => {
    throw problem('bad_request', 'The body did not arrive whole.', { cause })
  })
  if (body === null) throw problem('payload_too_large', 'The body is larger than 128 KiB.')
  return body
}

/** JSON-RPC 2.0 has an answer of its own to what is no JSON. */
function parse(payload: Buffer) {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    return { body, fault: null }
  } catch {
    return { body: null, fault: rpcError(400, -32700, 'Parse error: the body is not JSON in UTF-8', null) }
  }
}

/** The request itself is counted already; a batch counts as many as it holds, and passes whole or not at all. */
async function countMessages(request: Request, messages: number, limiter: RateLimiter): Promise<void> {
  if (messages === 1) return
  const allowance = await limiter.count(request.auth.credentials.app!.companyId, messages - 1)
  request.app.allowance = allowance
  if (allowance.allowed) return
  const { limit, windowSeconds, remaining, resetSeconds } = allowance
  const left = `${remaining} of the company's ${limit} requests per ${windowSeconds} seconds are left`
  const detail = `The batch counts as ${messages} requests, and ${left}. Send fewer messages, or all of them in ${resetSeconds} s.`
  throw problem('rate_limited', detail, { headers: { 'retry-after': resetSeconds } })
}
