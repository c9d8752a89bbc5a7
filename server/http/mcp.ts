import type { Plugin, Request, Server } from '@hapi/hapi'
import type { IncomingMessage } from 'node:http'
import type { McpEndpoint } from '../../mcp/endpoint/endpoint.ts'
import type { RateLimiter, ToolCall } from '../core/model/caller.ts'
import { problem } from '../core/checks/problem.ts'
import { type InputTurns, SMALL_INPUT } from './input-turns.ts'
import { headerOf, workOf } from '../answers/contract/request.ts'
import { MCP_METADATA_PATH, type ResourceLogins, resourceMetadata } from './logins.ts'
import {
  type AllowedSites,
  allowedSites,
  checkSite,
  MCP_PATH,
  mcpCors,
  type SiteOptions,
} from './origins.ts'

interface McpOptions {
  endpoint: McpEndpoint<ToolCall>
  limiter: RateLimiter
  turns: InputTurns
  sites: Omit<SiteOptions, 'baseUrl'>
  /** Null: no logins. */
  logins: ResourceLogins | null
}

/** Mounts the tool endpoint and, for logins, its metadata. Needs the strategy `toolCaller`. */
export const mcp: Plugin<McpOptions> = {
  name: 'mcp',
  register(server, { endpoint, limiter, turns, sites, logins }) {
    const allowed = sitesOf(server, sites)
    mcpCors(server, origin => allowed().allowsOrigin(origin))

    server.route({
      method: 'POST',
      path: MCP_PATH,
      options: {
        id: 'mcp',
        auth: 'toolCaller',
        // The endpoint checks type and size after counting the request.
        payload: {
          parse: false,
          output: 'stream',
          maxBytes: Number.MAX_SAFE_INTEGER,
          override: 'application/json',
        },
        ext: {
          onPreAuth: {
            method: (request, h) => {
              checkSite(allowed(), headerOf(request, 'host'), headerOf(request, 'origin'))
              return h.continue
            },
          },
        },
      },
      async handler(request, h) {
        const { companyId } = request.auth.credentials.app!
        const { status, body } = await endpoint.handle({
          headers: request.headers as Record<string, string>,
          async readBody(most) {
            const body = await readBody(request.raw.req, most)
            if (body !== null && body.length > SMALL_INPUT) await turns.next(companyId)
            return body
          },
          turn: () => turns.next(companyId),
          limit: request.app.allowance?.limit ?? 1,
          countMore: messages => countMore(request, messages, limiter),
          call: toolCall(request),
        })
        const response = body === null ? h.response() : h.response(body).type('application/json')
        return response.code(status).header('cache-control', 'no-store')
      },
    })

    if (logins === null) return
    server.route({
      method: 'GET',
      path: MCP_METADATA_PATH,
      options: { id: 'mcpMetadata', auth: false },
      handler: (_request, h) =>
        h
          .response(resourceMetadata(server.info.uri, logins))
          .header('access-control-allow-origin', '*'),
    })
  },
}

function toolCall(request: Request): ToolCall {
  const { counted: _, disconnected: __, ...caller } = request.auth.credentials.app!
  const { app } = request
  return {
    ...caller,
    requestId: app.requestId,
    onTool: called => void (app.tools ??= []).push(called),
    // Created on demand.
    get signal() {
      return workOf(request).signal
    },
  }
}

/** The public address is known once the server listens. */
function sitesOf(server: Server, sites: Omit<SiteOptions, 'baseUrl'>): () => AllowedSites {
  let known: { baseUrl: string; allowed: AllowedSites } | null = null
  return () => {
    const baseUrl = server.info.uri
    if (known?.baseUrl !== baseUrl)
      known = { baseUrl, allowed: allowedSites({ ...sites, baseUrl }) }
    return known.allowed
  }
}

/** The first message is already counted; a batch passes as a whole or not at all. */
async function countMore(request: Request, messages: number, limiter: RateLimiter): Promise<void> {
  const allowance = await limiter.count(request.auth.credentials.app!.companyId, messages)
  request.app.allowance = allowance
  if (allowance.allowed) return
  const { limit, windowSeconds, remaining, resetSeconds } = allowance
  const budget = `${remaining} of the company's ${limit} requests per ${windowSeconds} seconds are left`
  const detail = `The batch counts as ${messages + 1} requests, and ${budget}. Send fewer messages, or all of them in ${resetSeconds} s.`
  throw problem('rate_limited', detail, { headers: { 'retry-after': resetSeconds } })
}

/** Null if longer than `most` bytes, immediately if `Content-Length` says so; `listener.ts` drains the rest. */
function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve(null)
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve(null)
      }
    })
    request.once('end', () =>
      resolve(bytes > most ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)),
    )
    request.once('error', reject)
    // Also emitted after the end.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the caller went away'))
    })
  })
}
