import type { Caller } from '../model/caller.ts'
import type { Catalog, Company } from '../model/catalog.ts'
import { grouped } from '../model/grouped.ts'

const companiesOf = grouped<Company, number>(company => company.company_id)

/**
 * What `svc_get_profile` says of an account: name and email only of a user who signed in. A company that no delivery named yet
 * has an empty name.
 */
export function profileOf(catalog: Catalog, { companyId, kind, id, name, email }: Caller) {
  return {
    id,
    kind,
    company: { id: companyId, name: companiesOf(catalog.companies, companyId)[0]?.name ?? '' },
    ...(kind === 'user' && name !== undefined ? { name } : {}),
    ...(kind === 'user' && email !== undefined ? { email } : {}),
  }
}
