import type { RequestApplicationState, Server } from '@hapi/hapi'
import { UascopeClient } from '../../../client/src/index.ts'
import {
  type BeyondRest,
  ResultCache,
  type Source,
  type CachedResponse,
  type Tool,
  type ToolContext,
} from '../../../mcp/tools/tool.ts'
import type { Actor, AuditEvent } from '../../core/access/audit.ts'
import { knownParameters } from '../../core/checks/parameters.ts'
import { createHandlers } from '../../answers/handlers/handlers.ts'
import { type OperationId, operations } from '../../../generated/operations.ts'
import type { Answer, Call, Handlers } from '../../answers/contract/answers.ts'
import { parseTarget } from '../../answers/contract/query.ts'
import { etagOf } from '../../answers/contract/request.ts'
import type { CalledTool, Caller, ToolCall } from '../../core/model/caller.ts'
import type { Catalog, Company } from '../../core/model/catalog.ts'
import { utcDate } from '../../core/model/dates.ts'
import { grouped, newId } from '../../core/model/identities.ts'
import { nextSlice, parseInSlices } from '../../core/runtime/slices.ts'
import { type ExportLinkDeps, makeExportLink } from './export-link.ts'

export interface ToolContextDeps extends Omit<ExportLinkDeps, 'baseUrl'> {
  note: (event: AuditEvent & { actor: Actor }) => Promise<void>
}

/** Tool calls send requests to this server as their caller, without being counted again. */
export function toolContexts(
  server: Server,
  deps: ToolContextDeps,
): (call: ToolCall) => NotingContext {
  const answers = new ResultCache()
  const handlers = createHandlers(deps)
  return call => {
    const caller = callerOf(call)
    const bodies = new Bodies()
    const ask: typeof fetch = (input, init) =>
      inProcessFetch(server, caller, call.requestId, call.signal, bodies)(input, init)
    const source = sourceOf(ask, handlers, caller.companyId)
    let client: UascopeClient | undefined
    return {
      get client() {
        return (client ??= clientOf(source.fetch, bodies))
      },
      caller,
      get today() {
        return utcDate(deps.clock())
      },
      source,
      answers,
      beyondRest: beyondRest(server, deps, call),
      onTool: call.onTool,
    }
  }
}

/** Avoids the `signal` getter, which creates a signal. */
function callerOf({ companyId, kind, id, name, email }: ToolCall): Caller {
  return {
    companyId,
    kind,
    id,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
  }
}

/** Long bodies of a call: the client gets their names instead, so that none is copied or decoded as a whole. */
class Bodies {
  readonly #kept = new Map<string, Buffer>()

  keep(bytes: Buffer): string {
    const name = `body ${this.#kept.size}`
    this.#kept.set(name, bytes)
    return name
  }

  parse = async (text: string): Promise<unknown> => {
    const bytes = this.#kept.get(text)
    return bytes === undefined ? JSON.parse(text) : await parseInSlices(bytes)
  }
}

function clientOf(ask: typeof fetch, bodies: Bodies): UascopeClient {
  return new UascopeClient({
    apiKey: null,
    // Only the path matters: nothing leaves the process.
    baseUrl: 'http://in-process',
    fetch: ask,
    maxRetries: 0,
    timeout: Infinity,
    parseJson: bodies.parse,
  })
}

/** A client of this server's routes for a caller whose requests are not counted. */
export function inProcessClient(server: Server, caller: Caller): UascopeClient {
  const bodies = new Bodies()
  return clientOf(
    inProcessFetch(server, caller, newId(), new AbortController().signal, bodies),
    bodies,
  )
}

function beyondRest(
  server: Server,
  { note, ...deps }: ToolContextDeps,
  caller: ToolCall,
): BeyondRest {
  return {
    async exportLink(query) {
      const made = await makeExportLink({ ...deps, baseUrl: () => server.info.uri }, query, caller)
      if ('refusal' in made) return made
      const { format, totalRows, expiresAt } = made.link
      const { companyId } = caller
      await note({
        action: 'export.made',
        actor: actorOf(caller),
        companyId,
        target: `app:${query.appId}`,
        details: { format, totalRows, expiresAt },
      })
      return made
    },
    profile: async () => profileOf(await deps.store.catalog(), caller),
  }
}

function actorOf({ kind, id }: Caller): Actor {
  return kind === 'api_key' ? `key:${id}` : `user:${id}`
}

/**
 * The service for one call.
 * @param ask sends requests to its routes
 * @param handlers of those routes
 */
export function sourceOf(
  ask: typeof fetch,
  handlers: Handlers,
  companyId: number,
): Source & { fetch: typeof fetch } {
  const etags = new Map<string, string>()
  let isWhole = true

  const note = (url: string, etag: string | null): void => {
    const { pathname, search } = new URL(url)
    const before = etags.get(pathname + search)
    if (etag === null || (before !== undefined && before !== etag)) isWhole = false
    else etags.set(pathname + search, etag)
  }

  const isCurrent = async ({ target, etag }: CachedResponse): Promise<boolean> => {
    // The retry will report the error.
    const current = await currentEtag(handlers, target, companyId).catch(() => null)
    return current === etag
  }

  return {
    async fetch(input, init) {
      const answer = await ask(input, init)
      note(
        input instanceof Request ? input.url : String(input),
        answer.ok ? answer.headers.get('etag') : null,
      )
      return answer
    },
    responses: () => (isWhole ? [...etags].map(([target, etag]) => ({ target, etag })) : null),
    async isCurrent(responses) {
      for (const response of responses) if (!(await isCurrent(response))) return false
      return true
    },
  }
}

const BY_PATH = new Map(operations.map(({ path, operationId }) => [path, operationId]))

/**
 * The ETag that a company would get for a GET of the target; null for invalid parameters or other operations. Builds nothing. Rejects with
 * the handler's error.
 */
export async function currentEtag(
  handlers: Handlers,
  target: string,
  companyId: number,
): Promise<string | null> {
  const operationId = BY_PATH.get(target.split('?', 1)[0]!)
  if (operationId === undefined) return null
  const parsed = parseTarget(operationId, target, {})
  if (parsed === null || 'faults' in parsed) return null
  const handler = handlers[operationId] as (
    call: Call<OperationId>,
  ) => Promise<Pick<Answer<OperationId>, 'kind' | 'tag'>>
  return etagOf(await handler({ ...parsed.value, companyId }))
}

interface NotingContext extends ToolContext {
  onTool: ((called: CalledTool) => void) | undefined
}

/** Reports calls by name, code and app, never other argument values. */
export function notingTool(tool: Tool) {
  const { name, inputSchema } = tool
  const known = new Set(Object.keys(inputSchema.properties ?? {}))
  return {
    ...tool,
    async call(args: unknown, context: NotingContext) {
      try {
        const result = await tool.call(args, context)
        const { refused } = result
        if (refused === undefined) context.onTool?.({ tool: name, ...appOf(args) })
        else {
          const { code } = refused
          const parameters = knownParameters(refused.faults, known)
          context.onTool?.({
            tool: name,
            ...(code === 'invalid_parameter' ? {} : appOf(args)),
            code,
            ...(parameters.length > 0 && { parameters }),
          })
        }
        return result
      } catch (error) {
        context.onTool?.({ tool: name, ...appOf(args), code: 'internal_error' })
        throw error
      }
    },
  }
}

function appOf(args: unknown): { appId?: number } {
  const appId = (args as { appId?: unknown } | null | undefined)?.appId
  const isNumber =
    typeof appId === 'number' || (typeof appId === 'string' && /^\d{1,15}$/.test(appId))
  return isNumber ? { appId: Number(appId) } : {}
}

/**
 * A `fetch` to the routes within the process, for an authenticated and counted caller. `requestId` links inner requests to the outer one;
 * `signal` fires when the result is unwanted. Lists and objects are put into `bodies`, if given, and named in the response.
 */
export function inProcessFetch(
  server: Server,
  caller: Caller,
  requestId: string,
  signal: AbortSignal,
  bodies?: Bodies,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const disconnected = AbortSignal.any([signal, request.signal])
    disconnected.throwIfAborted()
    const auth = {
      strategy: 'apiKey',
      credentials: { app: { ...caller, counted: true, disconnected } },
    }
    const { pathname, search } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    // The client requires a key, which is not used here.
    delete headers['authorization']
    const aside: { bytes?: Buffer } = {}
    const answer = await server.inject({
      ...(bodies && { app: { aside } as RequestApplicationState }),
      method: request.method,
      url: pathname + search,
      headers: { ...headers, 'x-request-id': requestId },
      auth,
    })
    await nextSlice()
    disconnected.throwIfAborted()
    const bodiless = answer.statusCode === 204 || answer.statusCode === 304
    const body =
      aside.bytes === undefined ? new Uint8Array(answer.rawPayload) : bodies!.keep(aside.bytes)
    return new Response(bodiless ? null : body, {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    })
  }
}

function headersOf(values: Record<string, unknown>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(values)) {
    for (const item of [value].flat()) if (item !== undefined) headers.append(name, String(item))
  }
  return headers
}

const companiesOf = grouped<Company, number>(company => company.company_id)

/** Only signed-in users have name and email. A company without a delivery has an empty name. */
function profileOf(catalog: Catalog, { companyId, kind, id, name, email }: Caller) {
  return {
    id,
    kind,
    company: { id: companyId, name: companiesOf(catalog.companies, companyId)[0]?.name ?? '' },
    ...(kind === 'user' && name !== undefined ? { name } : {}),
    ...(kind === 'user' && email !== undefined ? { email } : {}),
  }
}
