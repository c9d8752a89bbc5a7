import type { ParameterFault, ProblemCode, Said } from '../problem.ts'
import { UascopeError } from './uascope-error.ts'

/** The service answered with an error status. There is a class per status. */
export class ApiError extends UascopeError {
  override name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** Stable, for programs; null when something else than the service answered, a proxy for example. */
  readonly code: ProblemCode | null
  /** What was wrong, for people, in the service's words. */
  readonly detail: string
  /** On 400: every parameter at fault. */
  readonly errors: readonly ParameterFault[]
  /** To quote when asking for help. */
  readonly requestId: string | null
  readonly headers: Headers

  constructor(status: number, said: Said, headers: Headers) {
    const requestId = headers.get('x-request-id') ?? said.requestId
    super(`${[status, said.code].filter(Boolean).join(' ')}: ${said.detail}${requestId === null ? '' : ` (request ${requestId})`}`)
    this.status = status
    this.code = said.code
    this.detail = said.detail
    this.errors = said.errors
    this.requestId = requestId
    this.headers = headers
  }
}
