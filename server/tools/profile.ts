import type { Catalog } from '../model/catalog.ts'

/** Whose credentials they are; `id` is a key's id or a user's. */
export interface Holder {
  companyId: number
  kind: 'api_key' | 'user'
  id: string
  name?: string
  email?: string
}

/**
 * What `svc_get_profile` says of an account: name and email only of a user who signed in. A company that no delivery named yet
 * has an empty name.
 */
export const profileOf = (catalog: Catalog, { companyId, kind, id, name, email }: Holder) => ({
  id,
  kind,
  company: { id: companyId, name: catalog.companies.find(company => company.company_id === companyId)?.name ?? '' },
  ...(kind === 'user' && name !== undefined ? { name } : {}),
  ...(kind === 'user' && email !== undefined ? { email } : {}),
})
