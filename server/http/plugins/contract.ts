import type { Plugin, Request, ResponseObject, ResponseToolkit, ServerRoute } from '@hapi/hapi'
import { operations, type Operation, type OperationId } from '../../../generated/operations.ts'
import { responses } from '../../../generated/responses.ts'
import type { Call, FileAnswer, Handlers, ListAnswer, ObjectAnswer } from '../contract/answers.ts'
import { replyFile, type FileSource } from '../contract/reply-file.ts'
import { JsonReplies } from '../contract/reply-json.ts'
import { invalidParameters } from '../../checks/problem.ts'
import { parseTarget } from '../contract/parse-target.ts'

interface ContractOptions extends FileSource {
  handlers: Handlers
}

/** The routes of the contract: each parses its parameters, asks its handler and replies. */
export const contract: Plugin<ContractOptions> = {
  name: 'contract',
  register(server, { handlers, ...files }) {
    const jsonReplies = new JsonReplies()
    const reply = (request: Request, h: ResponseToolkit, operation: Operation, answer: AnyAnswer) =>
      answer.kind === 'file'
        ? replyFile(request, h, answer, files)
        : jsonReplies.reply(request, h, answer, responses[operation.operationId as keyof typeof responses])
    server.route(operations.map(operation => routeOf(operation, handlers[operation.operationId] as AnyHandler, reply)))
  },
}

type AnyAnswer = ListAnswer | ObjectAnswer | FileAnswer
type AnyHandler = (call: Call<OperationId>) => Promise<AnyAnswer>
type Reply = (request: Request, h: ResponseToolkit, operation: Operation, answer: AnyAnswer) => Promise<ResponseObject>

function routeOf(operation: Operation, handler: AnyHandler, reply: Reply): ServerRoute {
  return {
    method: operation.method,
    path: operation.path,
    options: { id: operation.operationId, auth: strategyOf(operation) },
    async handler(request, h) {
      const parsed = parseTarget(operation.operationId, request.raw.req.url!, request.params)
      if ('faults' in parsed) throw invalidParameters(parsed.faults)
      const { query, path } = parsed.value
      if ('appId' in query) request.app.appId = query.appId
      const companyId = request.auth.credentials?.app?.companyId ?? null
      const answer = await handler({ query, path, companyId })
      return await reply(request, h, operation, answer)
    },
  }
}

/** An operation without a key but with a link takes the link for a key. */
function strategyOf({ security, parameters }: Operation): string | false {
  if (security === 'apiKey') return 'apiKey'
  return parameters.some(({ in: place, name }) => place === 'path' && name === 'link') ? 'exportLink' : false
}
