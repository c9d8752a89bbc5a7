import { type CompanyRights, removeCompany, rightsOf } from '../../server/delivery/load/remove-company.ts'
import { type AppsRemoved, removeApps } from '../../server/delivery/load/remove-apps.ts'
import { knownNames } from '../../server/delivery/load/known-names.ts'
import type { Storage } from '../../server/engines/common/storage.ts'
import type { Print } from '../../server/delivery/progress.ts'

export interface RemovedCompany extends CompanyRights {
  /** How many were ended. */
  keys: number
  users: number
}

export interface RemovedWhole extends RemovedCompany {
  /** Null unless data were removed too. */
  data: AppsRemoved | null
}

/** What a company has that is to go with it. Rejects with an Error for people where that is nothing. */
export async function belongingsOf(storage: Storage, id: number): Promise<RemovedCompany> {
  const store = await storage.openStore()
  try {
    const catalog = await store.catalog()
    const rights = rightsOf(catalog, id)
    const [keys, users] = [await keysOf(storage, id), await usersOf(storage, id)]
    if (rights.name === undefined && rights.apps.length + keys.length + users.length === 0) {
      throw new Error(`there is no company ${id}; ${knownNames(catalog.companies.map(one => `${one.company_id} (${one.name})`))}`)
    }
    return { ...rights, keys: keys.length, users: users.length }
  } finally {
    await store.close()
  }
}

/**
 * Ends a company's keys and logins, and takes it and its access out of the catalog, in this order: who is interrupted has only to do it again. What takes
 * rights away goes on where the audit log cannot be written, and rejects at its end.
 */
export async function removeWhole(
  storage: Storage,
  id: number,
  { data = false, print = () => {} }: { data?: boolean; print?: Print } = {},
): Promise<RemovedWhole> {
  const faults: unknown[] = []
  const going = <Result>(work: Promise<Result>): Promise<Result | undefined> => work.catch((error: unknown) => void faults.push(error))
  const end = async (): Promise<{ keys: number; users: number }> => {
    const [keys, users] = [await keysOf(storage, id), await usersOf(storage, id)]
    for (const key of keys) await going(storage.keys.revoke(key))
    for (const user of users) await going(storage.users.remove(user))
    return { keys: keys.length, users: users.length }
  }
  const first = await end()
  // Before the company itself: afterwards nothing says which apps were its own.
  const erased = data ? await going(removeOwnApps(storage, id, print)) : null
  if (erased === undefined) throw new Error(faults.map(reason).join('; '), { cause: faults[0] })
  const rights = await going(removeCompany(storage.imports, id, print))
  // What somebody made while the company was still there.
  const later = await end()
  if (faults.length > 0) throw new Error(faults.map(reason).join('; '), { cause: faults[0] })
  return { ...rights!, keys: first.keys + later.keys, users: first.users + later.users, data: erased }
}

/** Removes the apps that only this company reads, with their data. */
async function removeOwnApps(storage: Storage, id: number, print: Print): Promise<AppsRemoved> {
  const store = await storage.openStore()
  const apps = await store
    .catalog()
    .then(catalog => rightsOf(catalog, id).alone.map(app => app.app_id))
    .finally(() => store.close())
  return await removeApps(storage.imports, { apps, onlyReadBy: id }, print)
}

async function keysOf({ keys }: Storage, company: number): Promise<string[]> {
  return (await keys.list(company)).filter(key => key.revoked_at === null).map(key => key.id)
}

async function usersOf({ users }: Storage, company: number): Promise<string[]> {
  return (await users.list()).filter(user => user.company_id === company).map(user => user.id)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
