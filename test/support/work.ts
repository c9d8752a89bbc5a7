import { setMaxListeners } from 'node:events'
import type { Work } from '../../server/core/runtime/work.ts'

/** Work of a company that is wanted until it is done. */
export function workOf(companyId: number | null): Work {
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  return { companyId, signal }
}

/** Work of nobody in particular. */
export const work = workOf(null)
