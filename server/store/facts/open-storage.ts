import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Actor,
  type AuditLog,
  operator,
  withAuditEntry,
  withFailureEntry,
} from '../../core/access/audit.ts'
import type { KeyStore } from '../../core/access/keys.ts'
import { comparableAddress, type UserStore } from '../../core/access/users.ts'
import type { ImportDestination } from '../../imports/import-destination.ts'
import type { Storage } from './common/storage.ts'
import { stagingIn, sweepScratch } from './common/write-files.ts'
import { claimFolder } from './embedded/folder-locks.ts'
import { embeddedStorage } from './embedded/embedded-storage.ts'
import { newId } from '../../core/model/identities.ts'
import type { SteadyClock } from '../../core/runtime/shared-work.ts'
import type { StorageAddress } from '../../core/model/storage-address.ts'
import { makeFolder } from '../../core/runtime/files.ts'
import { printError } from '../../core/runtime/print.ts'
import { restrictAccess } from '../../core/runtime/private-files.ts'
import { nameDataDir } from '../../core/runtime/start-fault.ts'
import { DAY_MS } from '../../core/model/dates.ts'

/** The configured storage without audit: see `auditedStorage`. `tell` reports waiting and findings; `steady` is the clock of caches. */
export async function openStorage(
  address: StorageAddress,
  tell: (line: string) => void = printError,
  steady?: SteadyClock,
): Promise<Storage> {
  return await storageAt(address, tell, steady)
}

/**
 * For the one service of a data directory; deletes spilled and staged files of killed processes.
 * @throws an Error for the operator if another service uses the directory, or it is not writable
 */
export async function claimStorage(
  address: StorageAddress,
): Promise<{ storage: Storage; release: () => void }> {
  await makeFolder(address.dataDir)
  const { release } = await claimFolder(address.dataDir)
  try {
    await rm(join(address.dataDir, 'spill'), { recursive: true, force: true })
    await sweepScratch(await stagingIn(address.dataDir))
    const storage = await openStorage(address)
    // Damaged records stop a start.
    await storage.layout()
    return { storage, release }
  } catch (error) {
    release()
    throw error
  }
}

async function storageAt(
  address: StorageAddress,
  tell: (line: string) => void,
  steady?: SteadyClock,
  migrate?: boolean,
): Promise<Storage> {
  const { dataDir, databaseUrl, lake } = address
  await makeFolder(dataDir)
  await restrictAccess(dataDir, tell)
  if (databaseUrl === null) return embeddedStorage(dataDir, tell, steady)
  const options = { url: databaseUrl, dataDir, print: tell, steady, migrate }
  return lake
    ? await (await import('./lake/lake-storage.ts')).openLakeStorage({ ...options, lake })
    : await (await import('./tables/table-storage.ts')).openMysqlStorage(options)
}

/** Runs `use` with the storage, audited as the actor, then closes it. File errors name DATA_DIR. `migrate` upgrades a database in use. */
export async function withStorage<Result>(
  config: StorageAddress,
  use: (storage: Storage) => Promise<Result>,
  actor: Actor = operator(),
  migrate?: boolean,
): Promise<Result> {
  try {
    const storage = await storageAt(config, printError, undefined, migrate)
    const onFault = (error: unknown): void => printError(`Not in the audit log: ${String(error)}`)
    return await use(auditedStorage(storage, actor, onFault, config.auditKeepDays)).finally(() =>
      storage.close(),
    )
  } catch (error) {
    throw error instanceof Error ? nameDataDir(error, config.dataDir) : error
  }
}

/**
 * Audits every change by `actor`: no key, invitation or catalog changes without an entry. Calls `onFault` if an event caused by others,
 * such as a refused request, cannot be logged. Imports delete entries that are older than `keepDays`.
 */
export function auditedStorage(
  storage: Storage,
  actor: Actor,
  onFault: (error: unknown) => void,
  keepDays: number | null = null,
): Storage {
  const { keys, users, imports, audit } = storage
  return {
    ...storage,
    keys: auditedKeys(keys, audit, actor),
    users: auditedUsers(users, audit, actor, onFault),
    imports: auditedImports(imports, audit, { actor, onFault, keepDays }),
  }
}

function auditedKeys(keys: KeyStore, audit: AuditLog, actor: Actor): KeyStore {
  return {
    ...keys,
    create({ id = newId(), ...key }) {
      const { companyId, name = '', expires = null } = key
      const event = {
        action: 'key.created',
        actor,
        companyId,
        target: `key:${id}`,
        details: { name, expires },
      } as const
      return withFailureEntry(audit, event, event => keys.create({ ...key, id }, event))
    },
    async revoke(id) {
      // An invalid id may be a key entered by mistake, so it is not logged.
      const record =
        (await keys.get(id)) ?? (await findLost(audit, 'key.created', 'key.revoked', `key:${id}`))
      if (record === undefined) return false
      const event = {
        action: 'key.revoked',
        actor,
        companyId: record.company_id,
        target: `key:${id}`,
      } as const
      return await withFailureEntry(audit, event, async event => {
        // The record of a lost key is missing: its end is only logged.
        const isRevoked = await keys.revoke(id, event)
        if (!isRevoked && (await keys.get(id)) !== null)
          throw new Error(`key ${id} is not revoked: run \`admin verify\``)
        return isRevoked || 'at' in record
      })
    },
  }
}

function auditedUsers(
  users: UserStore,
  audit: AuditLog,
  actor: Actor,
  onFault: (error: unknown) => void,
): UserStore {
  return {
    ...users,
    invite({ id = newId(), ...invitation }) {
      const { companyId, email } = invitation
      const event = {
        action: 'user.invited',
        actor,
        companyId,
        target: `user:${id}`,
        details: { email },
      } as const
      return withFailureEntry(audit, event, event => users.invite({ ...invitation, id }, event))
    },
    async remove(id) {
      const user = (await users.list()).find(user => user.id === id)
      const known = user ?? (await findLost(audit, 'user.invited', 'user.removed', `user:${id}`))
      if (known === undefined) return false
      const details = user && { details: { email: user.email } }
      const event = {
        action: 'user.removed',
        actor,
        companyId: known.company_id,
        target: `user:${id}`,
        ...details,
      } as const
      return await withFailureEntry(
        audit,
        event,
        async event => (await users.remove(id, event)) || user === undefined,
      )
    },
    async erase({ address, digest }) {
      const matches = (await users.list()).filter(
        ({ email }) => comparableAddress(email) === address,
      )
      const details = { users: matches.map(({ id }) => id) }
      const company = matches[0] && { companyId: matches[0].company_id }
      return await withAuditEntry(
        audit,
        { action: 'user.erased', actor, ...company, target: `address:${digest}`, details },
        () => users.erase({ address, digest }),
      )
    },
    connect: login =>
      users.connect(login, async ({ id, company_id: companyId, email }) => {
        const { issuer, subject } = login
        const details = { email, issuer, subject }
        await audit
          .append({
            action: 'user.connected',
            actor: `user:${id}`,
            companyId,
            target: `user:${id}`,
            details,
          })
          .catch(onFault)
      }),
  }
}

/** A key or user that is active in the log but whose record is damaged or lost: revoking it ends it in the log too. Undefined if unknown. */
async function findLost(
  audit: AuditLog,
  begins: 'key.created' | 'user.invited',
  ends: 'key.revoked' | 'user.removed',
  target: string,
): Promise<{ company_id: number; at: string } | undefined> {
  let lost: { company_id: number; at: string } | undefined
  if (!/^(key|user):[0-9a-f]{12}$/.test(target)) return undefined
  for await (const { action, at, companyId } of audit.entries({ target })) {
    if (action === begins && companyId !== undefined) lost = { company_id: companyId, at }
    else if (action === ends || action === `${begins}.failed`) lost = undefined
  }
  return lost
}

export function auditedImports(
  imports: ImportDestination,
  audit: AuditLog,
  {
    actor,
    onFault,
    keepDays = null,
  }: { actor: Actor; onFault: (error: unknown) => void; keepDays?: number | null },
): ImportDestination {
  return {
    opened: (print, work) =>
      imports.opened(print, destination =>
        work({
          ...destination,
          publish: (next, event, moved) =>
            withAuditEntry(audit, { ...event, actor }, () =>
              destination.publish(next, event, moved),
            ),
          refused: event => audit.append({ ...event, actor }).catch(onFault),
          ...(keepDays !== null && {
            pruneAudit: (now: Date) =>
              audit.prune(new Date(now.getTime() - keepDays * DAY_MS).toISOString()),
          }),
        }),
      ),
  }
}
