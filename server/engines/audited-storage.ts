import type { ImportPlace } from '../delivery/place.ts'
import type { KeyStore } from '../access/keys/key-store.ts'
import { newId } from '../model/new-id.ts'
import type { Storage } from './common/storage.ts'
import type { UserStore } from '../access/users/user-store.ts'
import type { Actor, AuditLog } from '../access/audit/audit-log.ts'
import { noted } from '../access/audit/noted.ts'

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
      const record = (await keys.list()).find(key => key.id === id)
      if (record === undefined) return false
      return await noted(audit, { action: 'key.revoked', actor, companyId: record.company_id, target: `key:${id}` }, () => keys.revoke(id))
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
      if (user === undefined) return false
      const { company_id: companyId, email } = user
      return await noted(audit, { action: 'user.removed', actor, companyId, target: `user:${id}`, details: { email } }, () =>
        users.remove(id),
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
