import { type Boom, isBoom } from '@hapi/boom'
import type { Plugin, Request } from '@hapi/hapi'
import { operations } from '../../generated/operations.ts'
import { type RateLimiter } from '../core/model/caller.ts'
import { knownParameters } from '../core/checks/parameters.ts'
import { isExpected, problem, problemDocument, PROBLEM_TYPE } from '../core/checks/problem.ts'
import { Unwanted } from '../core/runtime/work.ts'
import type { Logger } from '../core/runtime/logger.ts'
import { countKeyed } from './callers.ts'
import { storeProblem } from '../answers/contract/request.ts'

interface ProblemsOptions {
  logger: Logger
  docsPath: string
}

/** Turns errors into problem documents. Register it before plugins that set headers. */
export const problems: Plugin<ProblemsOptions> = {
  name: 'problems',
  register(server, { logger, docsPath }) {
    server.ext('onPreResponse', (request, h) => {
      const raised: unknown = request.response
      request.app.answeredAt = performance.now()
      if (!isBoom(raised)) return h.continue
      const error = storeProblem(raised) ?? raised
      const { requestId } = request.app
      const { statusCode, headers } = error.output
      if (isExpected(error))
        logger.debug({ requestId, operation: request.route.settings.id }, error.message)
      else if (statusCode >= 500 && !(raised instanceof Unwanted))
        logger.error(
          { requestId, operation: request.route.settings.id, ...traces(error) },
          'request failed',
        )
      const document = problemDocument(error, { requestId, docsPath })
      if (!(raised instanceof Unwanted)) {
        request.app.code = document.code
        if (document.errors !== undefined)
          request.app.parameters = knownParameters(document.errors, parametersOf(request))
      }
      const response = h.response(JSON.stringify(document)).code(statusCode).type(PROBLEM_TYPE)
      response.header('cache-control', 'no-store')
      for (const [name, value] of Object.entries(headers)) response.header(name, String(value))
      return response
    })
  },
}

const PARAMETERS = new Map<string | undefined, ReadonlySet<string>>(
  operations.map(({ operationId, parameters }) => [
    operationId,
    new Set(parameters.map(({ name }) => name)),
  ]),
)

function parametersOf({ route }: Request): ReadonlySet<string> {
  return PARAMETERS.get(route.settings.id) ?? new Set()
}

function traces(error: Boom): { error: string | undefined; causes: string[] } {
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(String(cause.stack))
  return { error: error.stack, causes }
}

interface UnknownPathsOptions {
  limiter: RateLimiter
  docsPath: string
}

export const unknownPaths: Plugin<UnknownPathsOptions> = {
  name: 'unknown-paths',
  register(server, { limiter, docsPath }) {
    server.route({
      method: '*',
      path: '/{path*}',
      options: {
        auth: false,
        ext: {
          // Before the body is read.
          onPreAuth: {
            async method(request) {
              await countKeyed(request, limiter)
              const more = request.path === '/' ? ` ${docsPath} describes the API.` : ''
              throw problem('not_found', `Nothing exists at this path.${more}`)
            },
          },
        },
      },
      handler: (_request, h) => h.continue,
    })
  },
}
