import type { Work } from '../../server/work.ts'

/** Work of a company that is wanted until it is done. */
export const workOf = (companyId: number | null): Work => ({ companyId, signal: new AbortController().signal })

/** Work of nobody in particular. */
export const work = workOf(null)
