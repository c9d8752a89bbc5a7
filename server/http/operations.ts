import type { Plugin, Request, ResponseObject, ResponseToolkit, ServerRoute } from '@hapi/hapi'
import type { IncomingMessage, Server } from 'node:http'
import { type Operation, type OperationId, operations } from '../../generated/operations.ts'
import { responses } from '../../generated/responses.ts'
import { type RateLimiter } from '../core/model/caller.ts'
import { invalidParameters, problem } from '../core/checks/problem.ts'
import type { KeptRows } from '../core/runtime/shared-work.ts'
import { countKeyed } from './callers.ts'
import type {
  Call,
  FileAnswer,
  Handlers,
  ListAnswer,
  ObjectAnswer,
} from '../answers/contract/answers.ts'
import { parseTarget } from '../answers/contract/query.ts'
import { type FileSource, replyFile } from '../answers/contract/reply-file.ts'
import { JsonReplies } from '../answers/contract/reply-json.ts'
import { type InputTurns, SMALL_INPUT } from './input-turns.ts'

interface ContractOptions extends FileSource {
  keptRows: KeptRows | undefined
  handlers: Handlers
  turns: InputTurns
}

/** The contract's routes: parse parameters, call the handler, reply. */
export const contract: Plugin<ContractOptions> = {
  name: 'contract',
  register(server, { handlers, turns, keptRows, ...files }) {
    const jsonReplies = new JsonReplies(keptRows)
    const reply = (
      request: Request,
      h: ResponseToolkit,
      operation: Operation,
      answer: AnyAnswer,
    ) =>
      answer.kind === 'file'
        ? replyFile(request, h, answer, files)
        : jsonReplies.reply(
            request,
            h,
            answer,
            responses[operation.operationId as keyof typeof responses],
          )
    server.route(
      operations.map(operation =>
        routeOf(operation, handlers[operation.operationId] as AnyHandler, turns, reply),
      ),
    )
  },
}

type AnyAnswer = ListAnswer | ObjectAnswer | FileAnswer
type AnyHandler = (call: Call<OperationId>) => Promise<AnyAnswer>
type Reply = (
  request: Request,
  h: ResponseToolkit,
  operation: Operation,
  answer: AnyAnswer,
) => Promise<ResponseObject>

function routeOf(
  operation: Operation,
  handler: AnyHandler,
  turns: InputTurns,
  reply: Reply,
): ServerRoute {
  return {
    method: operation.method,
    path: operation.path,
    options: { id: operation.operationId, auth: strategyOf(operation) },
    async handler(request, h) {
      const companyId = request.auth.credentials?.app?.companyId ?? null
      const target = request.raw.req.url!
      if (companyId !== null && target.length > SMALL_INPUT) await turns.next(companyId)
      const parsed = parseTarget(operation.operationId, target, request.params)
      if ('faults' in parsed) throw invalidParameters(parsed.faults)
      const { query, path } = parsed.value
      if ('appId' in query) request.app.appId = query.appId
      const answer = await handler({ query, path, companyId })
      return await reply(request, h, operation, answer)
    },
  }
}

/** An export link is a separate credential. */
function strategyOf({ security, parameters }: Operation): string | false {
  if (security === 'apiKey') return 'apiKey'
  return parameters.some(({ in: location, name }) => location === 'path' && name === 'link')
    ? 'exportLink'
    : false
}

/** Bytes of the path, of the query string, and of all header names and values. */
const MAX_BYTES = 16 * 1024

export const longRequests: Plugin<{ limiter: RateLimiter }> = {
  name: 'long-requests',
  register(server, { limiter }) {
    const refuse = async (request: Request, part: string): Promise<never> => {
      await countKeyed(request, limiter)
      throw problem('uri_too_long', `The ${part} is longer than 16 KiB.`)
    }
    server.ext('onRequest', (request, h) => {
      const { url = '/' } = request.raw.req
      const path = url.indexOf('?') === -1 ? url.length : url.indexOf('?')
      const long =
        path > MAX_BYTES ? 'path' : url.length - path - 1 > MAX_BYTES ? 'query string' : null
      if (long !== null) return refuse(request, long)
      if (hasLongHeaders(request.raw.req))
        throw problem('headers_too_large', 'The headers together are longer than 16 KiB.')
      return h.continue
    })
  },
}

/** In-process requests have no raw headers. */
function hasLongHeaders({
  rawHeaders = [],
}: Partial<Pick<IncomingMessage, 'rawHeaders'>>): boolean {
  return rawHeaders.reduce((sum, { length }) => sum + length, 0) > MAX_BYTES
}

/** Removes overlong headers before the framework reads them, for example to negotiate an encoding. */
export function hideLongHeaders(listener: Server): void {
  listener.on('request', (request: IncomingMessage) => {
    if (hasLongHeaders(request)) request.headers = {}
  })
}

/** Responds 405 to unsupported methods of known paths. Register it after all routes. */
export const otherMethods: Plugin<{ limiter: RateLimiter }> = {
  name: 'other-methods',
  register(server, { limiter }) {
    const methods = new Map<string, string[]>()
    const keyed = new Set<string>()
    for (const route of server.table()) {
      const { auth } = route.settings
      methods.set(route.path, [...(methods.get(route.path) ?? []), route.method.toUpperCase()])
      // Except on the tool endpoint, where clients connect by GET, and only POSTs count.
      if (typeof auth === 'object' && auth.strategies?.includes('apiKey')) keyed.add(route.path)
    }
    for (const [path, own] of methods) {
      if (own.includes('*')) continue
      const allow = own
        .flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        .join(', ')
      server.route({
        method: '*',
        path,
        options: {
          auth: false,
          ext: {
            // Before the body is read.
            onPreAuth: {
              async method(request) {
                if (keyed.has(path)) await countKeyed(request, limiter)
                const detail = `${request.method.toUpperCase()} is not allowed here, only ${allow}.`
                throw problem('method_not_allowed', detail, { headers: { allow } })
              },
            },
          },
        },
        handler: (_request, h) => h.continue,
      })
    }
  },
}
