import type { KeyStore } from './keys/key-store.ts'
import { problem } from '../checks/problem.ts'
import type { UserStore } from './users/user-store.ts'
import type { ExportClaims, ExportLinks } from './export-links.ts'

interface LinkCompanyDeps {
  links: ExportLinks<unknown>
  keys: KeyStore
  users: UserStore
}

/**
 * Tells the company that a link was made for, as long as who made it may still come in.
 * Rejects with `not_found` when the link is not one of ours, `link_expired` when it is over.
 */
export const linkCompany = ({ links, keys, users }: LinkCompanyDeps) => async (link: string): Promise<number> => {
  const { companyId, holder } = links.open(link) as Partial<ExportClaims<unknown>> & Pick<ExportClaims<unknown>, 'companyId'>
  // A link that names nobody was made by a version that did not ask.
  const isAlive = holder !== undefined && await (holder.kind === 'user' ? users.isConnected(holder.id) : keys.isValid(holder.id))
  if (!isAlive) throw problem('link_expired', 'This download link ended with the key or login that made it. Ask for a new one.')
  return companyId
}
