import { type CompanyRights, removeCompany, rightsOf } from '../../server/imports/load/changes.ts'
import { noCompany } from '../../server/imports/load/next-catalog.ts'
import { type AppsRemoved, removeApps } from '../../server/imports/load/remove-apps.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { messageOf } from '../../server/core/runtime/print.ts'
import { chunks } from '../../server/core/runtime/slices.ts'
import { catalogOf } from './catalog.ts'
import { argument, command, flag } from './command.ts'
import { companyId } from './option-values.ts'
import { counted, list } from './output.ts'
import { describeRemoved } from './removed-apps.ts'

const listCompanies = command({
  name: 'list',
  description: 'list companies with their apps, valid keys, users and invitations',
  json: 'print as JSON',
  async inStore(_, storage) {
    return list(await companiesOf(storage), 'No companies.', ({ id, name, apps, keys, users }) => ({
      id: String(id),
      name,
      apps: apps.join(' '),
      keys,
      users,
    }))
  },
})

const remove = command({
  name: 'remove',
  description:
    'remove a company: revoke its keys, remove its users and access; its data stay unless you add --data',
  parameters: {
    'company id': argument('the id that `companies list` shows', companyId),
    data: flag('also delete all data of apps that no other company can read'),
    yes: flag('apply; without it, only list what would be deleted'),
    dryRun: flag('only print what would be deleted'),
  },
  json: 'print {companyId, keys, users, apps, unreadApps, data} as JSON',
  async inStore({ 'company id': id, data, yes, dryRun }, storage, { progress }) {
    const belongings = await belongingsOf(storage, id)
    const alone = belongings.alone.map(app => app.app_id)
    if (!yes && !dryRun) {
      const apps = data && alone.length > 0 ? ` and all data of app ${alone.join(', ')}` : ''
      throw new Error(
        `this permanently deletes ${named(id, belongings)} with ${countAll(belongings)}${apps}. To confirm, add --yes`,
      )
    }
    const removed: RemovedWhole = dryRun
      ? {
          ...belongings,
          data: data
            ? await removeApps(storage.imports, { apps: alone, onlyReadBy: id, dryRun }, progress)
            : null,
        }
      : {
          ...(await removeWhole(storage, id, { data, print: progress })),
          name: belongings.name,
        }
    const { keys, users } = removed
    const [apps, unreadApps] = [removed.apps, removed.alone].map(some =>
      some.map(app => app.app_id),
    )
    return {
      json: { companyId: id, dryRun, keys, users, apps, unreadApps, data: removed.data },
      messages: describeRemoval(id, removed, { data, dryRun }),
    }
  },
})

export const companies = command({
  name: 'companies',
  description: 'list companies, or remove one with its keys, logins and access',
  commands: [listCompanies, remove],
})

function describeRemoval(
  id: number,
  removed: RemovedWhole,
  { data, dryRun }: { data: boolean; dryRun: boolean },
): string[] {
  const company = `${named(id, removed)} with ${countAll(removed)}.`
  const ofData = removed.data === null ? [] : describeRemoved(removed.data, dryRun)
  if (dryRun) return [`Would remove ${company}`, ...ofData]
  const unread = removed.alone.map(app => `app ${app.app_id} (${app.name})`)
  return [
    ...ofData,
    `Removed ${company}`,
    ...(unread.length > 0 && !data
      ? [`No company can read ${unread.join(', ')} any more; the data stay.`]
      : []),
  ]
}

async function companiesOf(storage: Storage) {
  const { companies, app_access: access } = await catalogOf(storage)
  const now = new Date().toISOString()
  const valid = (await storage.keys.list()).filter(
    key => key.revoked_at === null && (key.expires_at === null || key.expires_at > now),
  )
  const people = await storage.users.list()
  return companies.map(({ company_id: id, name }) => ({
    id,
    name,
    apps: access.filter(pair => pair.company_id === id).map(pair => pair.app_id),
    keys: valid.filter(key => key.company_id === id).length,
    users: people.filter(user => user.company_id === id).length,
  }))
}

function named(id: number, { name }: Pick<RemovedCompany, 'name'>): string {
  return name === undefined ? `what is left of company ${id}` : `company ${id} (${name})`
}

function countAll({ keys, users, apps }: Pick<RemovedCompany, 'keys' | 'users' | 'apps'>): string {
  const people = counted(users, 'user or invitation', 'users or invitations')
  return `${counted(keys, 'key', 'keys')}, ${people} and access to ${counted(apps.length, 'app', 'apps')}`
}

export interface RemovedCompany extends CompanyRights {
  keys: number
  users: number
}

export interface RemovedWhole extends RemovedCompany {
  /** Null unless data were removed too. */
  data: AppsRemoved | null
}

/** Everything to remove with a company. @throws Error for the user if there is nothing */
async function belongingsOf(storage: Storage, id: number): Promise<RemovedCompany> {
  const catalog = await catalogOf(storage)
  const rights = rightsOf(catalog, id)
  const [keys, users] = [await keysOf(storage, id), await usersOf(storage, id)]
  if (rights.name === undefined && rights.apps.length + keys.length + users.length === 0)
    throw noCompany(id, catalog.companies)
  return { ...rights, keys: keys.length, users: users.length }
}

/** Keys or users revoked concurrently, which share a commit, and the copy of the records that it creates. */
const BATCH = 100

async function inBatches(
  ids: readonly string[],
  end: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const some of chunks(ids, BATCH)) await Promise.all(some.map(end))
}

/**
 * Revokes a company's keys, removes its logins, then its access and its catalog row. If interrupted, run it again. Revocations proceed even if
 * the audit log cannot be written; the promise then rejects at the end.
 */
export async function removeWhole(
  storage: Storage,
  id: number,
  { data = false, print = () => {} }: { data?: boolean; print?: Print } = {},
): Promise<RemovedWhole> {
  const faults: unknown[] = []
  const going = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => void faults.push(error))
  const end = async (): Promise<{ keys: number; users: number }> => {
    const [keys, users] = [await keysOf(storage, id), await usersOf(storage, id)]
    await inBatches(keys, key => going(storage.keys.revoke(key)))
    await inBatches(users, user => going(storage.users.remove(user)))
    return { keys: keys.length, users: users.length }
  }
  const first = await end()
  // Before the company itself, which lists its apps.
  const erased = data ? await going(removeOwnApps(storage, id, print)) : null
  if (erased === undefined) throw new Error(faults.map(messageOf).join('; '), { cause: faults[0] })
  const rights = await going(removeCompany(storage.imports, id, print))
  // Removes what was created concurrently.
  const later = await end()
  if (faults.length > 0) throw new Error(faults.map(messageOf).join('; '), { cause: faults[0] })
  return {
    ...rights!,
    keys: first.keys + later.keys,
    users: first.users + later.users,
    data: erased,
  }
}

/** Removes the apps that only this company can read, with their data. */
async function removeOwnApps(storage: Storage, id: number, print: Print): Promise<AppsRemoved> {
  const catalog = await catalogOf(storage)
  const apps = rightsOf(catalog, id).alone.map(app => app.app_id)
  return await removeApps(storage.imports, { apps, onlyReadBy: id }, print)
}

async function keysOf({ keys }: Storage, company: number): Promise<string[]> {
  return (await keys.list(company)).filter(key => key.revoked_at === null).map(key => key.id)
}

async function usersOf({ users }: Storage, company: number): Promise<string[]> {
  return (await users.list()).filter(user => user.company_id === company).map(user => user.id)
}
