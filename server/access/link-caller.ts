import type { KeyStore } from './keys/key-store.ts'
import { problem } from '../checks/problem.ts'
import type { Caller } from '../model/caller.ts'
import type { UserStore } from './users/user-store.ts'
import type { ExportClaims, ExportLinks } from './export-links.ts'

interface LinkCallerDeps {
  links: ExportLinks<unknown>
  keys: KeyStore
  users: UserStore
}

/**
 * Tells who made a link, and so for which company, as long as they may still come in.
 * Rejects with `not_found` when the link is not one of ours, `link_expired` when it is over.
 */
export function linkCaller({ links, keys, users }: LinkCallerDeps) {
  return async (link: string): Promise<Caller> => {
    const { companyId, holder } = links.open(link) as Partial<ExportClaims<unknown>> & Pick<ExportClaims<unknown>, 'companyId'>
    // A link that names nobody was made by a version that did not ask.
    const isAlive = holder !== undefined && (await (holder.kind === 'user' ? users.isConnected(holder.id) : keys.isValid(holder.id)))
    if (!isAlive) throw problem('link_expired', 'This download link ended with the key or login that made it. Ask for a new one.')
    return { companyId, ...holder }
  }
}
