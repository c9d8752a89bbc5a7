import { type Boom, isBoom } from '@hapi/boom'
import type { Plugin } from '@hapi/hapi'
import type { Logger } from '../../process/logger.ts'
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
      if (!isBoom(raised)) return h.continue
      const error = storeProblem(raised) ?? raised
      const { requestId } = request.app
      const { statusCode, headers } = error.output
      if (statusCode >= 500 && !(raised instanceof Unwanted))
        logger.error({ requestId, operation: request.route.settings.id, ...traces(error) }, 'request failed')
      const response = h
        .response(JSON.stringify(problemDocument(error, { requestId, docsPath })))
        .code(statusCode)
        .type(PROBLEM_TYPE)
      response.header('cache-control', 'no-store')
      for (const [name, value] of Object.entries(headers)) response.header(name, String(value))
      return response
    })
  },
}

/** An error's stack and its causes'. */
function traces(error: Boom): { error: string | undefined; causes: string[] } {
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(String(cause.stack))
  return { error: error.stack, causes }
}
