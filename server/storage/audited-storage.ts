import { type Actor, type AuditLog, noted } from '../access/audit.ts'
import type { KeyStore } from '../access/keys.ts'
import { comparableAddress, type UserStore } from '../access/users.ts'
import type { ImportPlace } from '../delivery/place.ts'
import type { Storage } from '../engines/common/storage.ts'
import { newId } from '../model/identities.ts'

/**
 * The storage with everything noted that `actor` changes through it: there is no way past the log to a key, an invitation or the
 * catalog. `onFault` is told where something cannot be noted that others brought about: a request that must go on, a refusal.
 */
export function auditedStorage(storage: Storage, actor: Actor, onFault: (error: unknown) => void): Storage {
  const { keys, users, imports, audit } = storage
  return {
    ...storage,
    keys: auditedKeys(keys, audit, actor),
    users: auditedUsers(users, audit, actor, onFault),
    imports: auditedImports(imports, audit, actor, onFault),
  }
}

function auditedKeys(keys: KeyStore, audit: AuditLog, actor: Actor): KeyStore {
  return {
    ...keys,
    create({ id = newId(), ...key }) {
      const { companyId, name = '', expires = null } = key
      const event = { action: 'key.created', actor, companyId, target: `key:${id}`, details: { name, expires } } as const
      return noted(audit, event, () => keys.create({ ...key, id }))
    },
    async revoke(id) {
      // What is no id may be a key that was given in its place: it is not even noted.
      const record = (await keys.list()).find(key => key.id === id) ?? (await findLost(audit, 'key.created', 'key.revoked', `key:${id}`))
      if (record === undefined) return false
      const event = { action: 'key.revoked', actor, companyId: record.company_id, target: `key:${id}` } as const
      return await noted(audit, event, async () => (await keys.revoke(id)) || 'at' in record)
    },
  }
}

function auditedUsers(users: UserStore, audit: AuditLog, actor: Actor, onFault: (error: unknown) => void): UserStore {
  return {
    ...users,
    invite({ id = newId(), ...invitation }) {
      const { companyId, email } = invitation
      return noted(audit, { action: 'user.invited', actor, companyId, target: `user:${id}`, details: { email } }, () =>
        users.invite({ ...invitation, id }),
      )
    },
    async remove(id) {
      const user = (await users.list()).find(user => user.id === id)
      if (user === undefined) {
        const lost = await findLost(audit, 'user.invited', 'user.removed', `user:${id}`)
        if (lost === undefined) return false
        const event = { action: 'user.removed', actor, companyId: lost.company_id, target: `user:${id}` } as const
        return await noted(audit, event, async () => (await users.remove(id)) || true)
      }
      const { company_id: companyId, email } = user
      return await noted(audit, { action: 'user.removed', actor, companyId, target: `user:${id}`, details: { email } }, () =>
        users.remove(id),
      )
    },
    async erase({ address, digest }) {
      const found = (await users.list()).filter(({ email }) => comparableAddress(email) === address)
      const details = { users: found.map(({ id }) => id) }
      const company = found[0] && { companyId: found[0].company_id }
      return await noted(audit, { action: 'user.erased', actor, ...company, target: `address:${digest}`, details }, () =>
        users.erase({ address, digest }),
      )
    },
    connect: login =>
      users.connect(login, async ({ id, company_id: companyId, email }) => {
        const { issuer, subject } = login
        const details = { email, issuer, subject }
        await audit.append({ action: 'user.connected', actor: `user:${id}`, companyId, target: `user:${id}`, details }).catch(onFault)
      }),
  }
}

/**
 * A key or user that the log says is active, for one whose record is damaged or lost: it is ended for the log too, and not missed any more. Undefined if the
 * log does not know it.
 */
async function findLost(
  audit: AuditLog,
  begins: 'key.created' | 'user.invited',
  ends: 'key.revoked' | 'user.removed',
  target: string,
): Promise<{ company_id: number; at: string } | undefined> {
  let lost: { company_id: number; at: string } | undefined
  if (!/^(key|user):[0-9a-f]{12}$/.test(target)) return undefined
  for await (const { action, at, target: of, companyId } of audit.entries()) {
    if (of !== target) continue
    if (action === begins && companyId !== undefined) lost = { company_id: companyId, at }
    else if (action === ends || action === `${begins}.failed`) lost = undefined
  }
  return lost
}

function auditedImports(imports: ImportPlace, audit: AuditLog, actor: Actor, onFault: (error: unknown) => void): ImportPlace {
  return {
    opened: (print, work) =>
      imports.opened(print, place =>
        work({
          ...place,
          publish: (next, event) => noted(audit, { ...event, actor }, () => place.publish(next, event)),
          refused: event => audit.append({ ...event, actor }).catch(onFault),
        }),
      ),
  }
}
