import { type Boom, isBoom } from '@hapi/boom'
import type { Plugin } from '@hapi/hapi'
import { withoutRoom } from '../full-disk.ts'
import type { Logger } from '../logger.ts'
import { isProblem, problem, problemDocument } from '../problem.ts'
import { StoreTimeout, StoreUnavailable } from '../store/store.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** Seconds after which a store that did not answer may be asked again. */
const RETRY_AFTER = 5

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
      const error = isProblem(raised) ? raised : withoutStore(raised) ?? withoutRoom(raised) ?? raised
      const { requestId } = request.app
      const { statusCode, headers } = error.output
      if (statusCode >= 500) logger.error({ requestId, operation: request.route.settings.id, ...traces(error) }, 'request failed')
      const response = h.response(JSON.stringify(problemDocument(error, { requestId, docsPath }))).code(statusCode).type(PROBLEM_TYPE)
      response.header('cache-control', 'no-store')
      for (const [name, value] of Object.entries(headers)) response.header(name, String(value))
      return response
    })
  }
}

/** The 503 for an error that says that the store did not answer. */
function withoutStore(cause: Error): Boom | undefined {
  const detail = cause instanceof StoreTimeout ? 'The store does not answer in time. Try again.'
    : cause instanceof StoreUnavailable ? 'The store cannot be reached at the moment. Try again.' : undefined
  return detail === undefined ? undefined : problem('unavailable', detail, { headers: { 'retry-after': RETRY_AFTER }, cause })
}

/** An error's stack and its causes'. */
function traces(error: Boom): { error: string | undefined, causes: string[] } {
  const causes: string[] = []
  for (let cause = error.cause; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(String(cause.stack))
  return { error: error.stack, causes }
}
