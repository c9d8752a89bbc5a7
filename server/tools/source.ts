import type { Source, Told } from '../../mcp/tools/kept-answers.ts'
import type { Handlers } from '../http/contract/answers.ts'
import { currentEtag } from '../http/contract/current-etag.ts'

/**
 * The service as one call asks it.
 * @param ask reaches its routes
 * @param handlers of those routes
 */
export function sourceOf(ask: typeof fetch, handlers: Handlers, companyId: number): Source & { fetch: typeof fetch } {
  const told = new Map<string, string>()
  let isWhole = true

  const note = (url: string, etag: string | null): void => {
    const { pathname, search } = new URL(url)
    const before = told.get(pathname + search)
    if (etag === null || (before !== undefined && before !== etag)) isWhole = false
    else told.set(pathname + search, etag)
  }

  const isCurrent = async ({ target, etag }: Told): Promise<boolean> => {
    // Why not is told to who asks again.
    const current = await currentEtag(handlers, target, companyId).catch(() => null)
    return current === etag
  }

  return {
    async fetch(input, init) {
      const answer = await ask(input, init)
      note(input instanceof Request ? input.url : String(input), answer.ok ? answer.headers.get('etag') : null)
      return answer
    },
    told: () => (isWhole ? [...told].map(([target, etag]) => ({ target, etag })) : null),
    async stillTells(given) {
      for (const one of given) if (!(await isCurrent(one))) return false
      return true
    },
  }
}
