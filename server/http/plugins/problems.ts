import { type Boom, isBoom } from '@hapi/boom'
import type { Plugin, Request } from '@hapi/hapi'
import { operations } from '../../../generated/operations.ts'
import type { Logger } from '../../process/logger.ts'
import { knownParameters } from '../../checks/known-parameters.ts'
import { problemDocument } from '../../checks/problem.ts'
import { storeProblem } from '../request/store-problem.ts'
import { Unwanted } from '../../model/work.ts'

export const PROBLEM_TYPE = 'application/problem+json'

interface ProblemsOptions {
  logger: Logger
  /** Path of the documentation. */
  docsPath: string
}

/** Turns every error into a problem document. Must come before whatever sets headers on answers. */
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
      if (statusCode >= 500 && !(raised instanceof Unwanted))
        logger.error({ requestId, operation: request.route.settings.id, ...traces(error) }, 'request failed')
      const document = problemDocument(error, { requestId, docsPath })
      if (!(raised instanceof Unwanted)) {
        request.app.code = document.code
        if (document.errors !== undefined) request.app.parameters = knownParameters(document.errors, parametersOf(request))
      }
      const response = h.response(JSON.stringify(document)).code(statusCode).type(PROBLEM_TYPE)
      response.header('cache-control', 'no-store')
      for (const [name, value] of Object.entries(headers)) response.header(name, String(value))
      return response
    })
  },
}

const PARAMETERS = new Map<string | undefined, ReadonlySet<string>>(
  operations.map(({ operationId, parameters }) => [operationId, new Set(parameters.map(({ name }) => name))]),
)

function parametersOf({ route }: Request): ReadonlySet<string> {
  return PARAMETERS.get(route.settings.id) ?? new Set()
}

/** An error's stack and its causes'. */
function traces(error: Boom): { error: string | undefined; causes: string[] } {
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(String(cause.stack))
  return { error: error.stack, causes }
}
