import { Command } from 'commander'
import { type CompanyRights, removeCompany, rightsOf } from '../../server/imports/load/changes.ts'
import { noCompany } from '../../server/imports/load/next-catalog.ts'
import { type AppsRemoved, removeApps } from '../../server/imports/load/remove-apps.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { messageOf, printError, printJson } from '../../server/core/runtime/print.ts'
import { withProgress } from './with-progress.ts'
import { printRemoved } from './removed-apps.ts'
import { withStore } from '../../server/core/model/store.ts'
import { companyId } from './option-values.ts'
import { counted, printList } from './print-list.ts'
import { chunks } from '../../server/core/runtime/slices.ts'

interface Removal {
  data?: boolean
  yes?: boolean
  dryRun?: boolean
  json?: boolean
}

/** @throws an Error that lists the existing companies if there is none with this id */
export async function requireCompany(storage: Storage, id: number): Promise<void> {
  const { companies } = await withStore(storage, store => store.catalog())
  if (companies.every(company => company.company_id !== id)) throw noCompany(id, companies)
}

export function companiesCommand(config: Config): Command {
  const companies = new Command('companies').description(
    'list companies, or remove one with its keys, logins and access',
  )

  companies
    .command('list')
    .description('list companies with their apps, valid keys, users and invitations')
    .option('--json', 'print as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      printList(await withStorage(config, companiesOf), json, {
        none: 'No companies.',
        columns: ({ id, name, apps, keys, users }) => ({
          id: String(id),
          name,
          apps: apps.join(' '),
          keys,
          users,
        }),
      })
    })

  companies
    .command('remove')
    .description(
      'remove a company: revoke its keys, remove its users and access; its data stay unless you add --data',
    )
    .argument('<company id>', 'the id that `companies list` shows', companyId)
    .option('--data', 'also delete all data of apps that no other company can read')
    .option('--yes', 'apply; without it, only list what would be deleted')
    .option('--dry-run', 'only print what would be deleted')
    .option('--json', 'print {companyId, keys, users, apps, unreadApps, data} as JSON')
    .action(async (id: number, { data = false, yes, dryRun = false, json }: Removal) => {
      const removed = await withProgress(line =>
        withStorage(config, async storage => {
          const belongings = await belongingsOf(storage, id)
          const alone = belongings.alone.map(app => app.app_id)
          if (!yes && !dryRun) {
            const apps = data && alone.length > 0 ? ` and all data of app ${alone.join(', ')}` : ''
            throw new Error(
              `this permanently deletes ${named(id, belongings)} with ${countAll(belongings)}${apps}. To confirm, add --yes`,
            )
          }
          if (!dryRun)
            return {
              ...(await removeWhole(storage, id, { data, print: line })),
              name: belongings.name,
            }
          return {
            ...belongings,
            data: data
              ? await removeApps(storage.imports, { apps: alone, onlyReadBy: id, dryRun }, line)
              : null,
          }
        }),
      )
      if (json) {
        const [apps, unreadApps] = [removed.apps, removed.alone].map(some =>
          some.map(app => app.app_id),
        )
        return printJson({
          companyId: id,
          dryRun,
          keys: removed.keys,
          users: removed.users,
          apps,
          unreadApps,
          data: removed.data,
        })
      }
      if (dryRun) printError(`Would remove ${named(id, removed)} with ${countAll(removed)}.`)
      if (removed.data !== null) printRemoved(removed.data, dryRun)
      if (dryRun) return
      printError(
        `Removed ${named(id, removed)} with ${countAll(removed)}.`,
        ...(removed.alone.length > 0 && !data
          ? [
              `No company can read ${removed.alone.map(app => `app ${app.app_id} (${app.name})`).join(', ')} any more; the data stay.`,
            ]
          : []),
      )
    })

  return companies
}

async function companiesOf(storage: Storage) {
  const { companies, app_access: access } = await withStore(storage, store => store.catalog())
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
  const catalog = await withStore(storage, store => store.catalog())
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
  const catalog = await withStore(storage, store => store.catalog())
  const apps = rightsOf(catalog, id).alone.map(app => app.app_id)
  return await removeApps(storage.imports, { apps, onlyReadBy: id }, print)
}

async function keysOf({ keys }: Storage, company: number): Promise<string[]> {
  return (await keys.list(company)).filter(key => key.revoked_at === null).map(key => key.id)
}

async function usersOf({ users }: Storage, company: number): Promise<string[]> {
  return (await users.list()).filter(user => user.company_id === company).map(user => user.id)
}
