import type { Problem } from '../../generated/client/models.ts'

const LONGEST_DETAIL = 500

/** Stable name of an error. */
export type ProblemCode = Problem['code']

/** A parameter at fault. */
export type ParameterFault = NonNullable<Problem['errors']>[number]

/** What an error's body says. */
export interface Said {
  code: ProblemCode | null
  detail: string
  errors: readonly ParameterFault[]
  requestId: string | null
}

/** Reads an error's body, also one that the service did not write: nothing in it may hide what was said. */
export function readProblem(body: unknown, statusText: string): Said {
  const { code, detail, errors, requestId } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const said = typeof detail === 'string' ? detail : typeof body === 'string' ? body.trim() : (JSON.stringify(body) ?? '')
  return {
    code: typeof code === 'string' ? code : null,
    detail: said.slice(0, LONGEST_DETAIL) || statusText || 'no explanation was given',
    errors: Array.isArray(errors) ? errors : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  }
}
