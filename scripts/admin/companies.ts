import { InvalidArgumentError } from 'commander'
import type { Storage } from '../../server/engines/common/storage.ts'

/** Reads an id that an option gives. */
export function idOption(what: string) {
  return (text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(`must be ${what}, in digits`)
    return Number(text)
  }
}

export const companyId = idOption('a company id')

/** @throws when the store has no company with this id: an error that lists those it has. */
export async function requireCompany(storage: Storage, id: number): Promise<void> {
  const store = await storage.openStore()
  try {
    const { companies } = await store.catalog()
    if (companies.some(company => company.company_id === id)) return
    const known = companies.map(company => `${company.company_id} (${company.name})`).join(', ')
    throw new Error(`there is no company ${id}; ${known ? `there are ${known}` : 'import a delivery first'}`)
  } finally {
    await store.close()
  }
}
