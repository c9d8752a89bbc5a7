import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { namesAddress } from '../../access/erasure.ts'
import { comparableAddress, givenAddress, type Login, type UserRecord, type UserStore } from '../../access/users.ts'
import { newId } from '../../model/identities.ts'
import type { SteadyClock } from '../../model/shared-work.ts'
import { CONTRADICTED, createRecord, makeRecordFolder, readRecordText, removeFile, watchRecords, whenMissing } from './data-folder.ts'
import { type Connection, CONNECTION, type Invitation, INVITATION, openRecord, recordReader } from './sealed-record.ts'

const ID = /^[0-9a-f]{12}$/

/** Maximum age, ms, of a known user; unknown ones are looked up at once. */
const KNOWN_AGE = 1000
const UNKNOWN_AGE = 50

/**
 * Users as two immutable sealed files: `invitations/ID.json` and, after the first login, `connections/ID.json`, each written atomically:
 * CLI and services need no lock, and of two logins for an invitation one wins. `clock` gives ms since 1970, `steady` ages looks, `tell`
 * reports damaged files.
 */
export function fileUserStore(
  dir: string,
  clock: () => number = Date.now,
  steady?: SteadyClock,
  tell: (line: string) => void = () => undefined,
): UserStore {
  const invitationsDir = join(dir, 'invitations')
  const connectionsDir = join(dir, 'connections')
  const invitations = watchRecords(invitationsDir, recordReader(INVITATION, 'users/invitations', tell), steady)
  const connections = watchRecords(connectionsDir, recordReader(CONNECTION, 'users/connections', tell), steady)
  const now = () => new Date(clock()).toISOString()

  const known = async (age: number): Promise<User[]> => {
    const [invited, connected] = await Promise.all(
      age === 0 ? [invitations.read(), connections.read()] : [invitations.within(age), connections.within(age)],
    )
    // An interrupted removal may leave a connection without an invitation.
    return [...invited].map(([name, invitation]) => ({ invitation, connection: connected.get(name) ?? null }))
  }
  const find = async (login: Login, age: number) => (await known(age)).find(({ connection }) => isOf(connection, login)) ?? null

  return {
    async invite({ companyId, email, id = newId() }) {
      const address = givenAddress(email)
      const taken = (await known(0)).find(({ invitation }) => comparableAddress(invitation.email) === address)
      if (taken !== undefined) {
        const {
          invitation: { id: other, company_id },
          connection,
        } = taken
        const state = connection === null ? 'invited to' : 'connected to'
        throw new Error(`${email} is already ${state} company ${company_id}; to change that, remove user ${other} first`)
      }
      const invitation: Invitation = { id, company_id: companyId, email, invited_at: now() }
      await place(invitationsDir, `${invitation.id}.json`, invitation)
      await known(0)
      return publicRecord({ invitation, connection: null })
    },

    async list() {
      const records = (await known(0)).map(publicRecord)
      return records.sort((a, b) => (a.invited_at < b.invited_at ? -1 : a.invited_at > b.invited_at ? 1 : 0))
    },

    async remove(id) {
      if (!ID.test(id)) return false
      const file = `${id}.json`
      const removed = await removeFile(invitationsDir, file)
      await removeFile(connectionsDir, file)
      await removeFile(invitationsDir, id + CONTRADICTED)
      await known(0)
      return removed
    },

    async erase({ address }) {
      const users = (await known(0)).filter(({ invitation }) => comparableAddress(invitation.email) === address)
      const ids = new Set(users.map(({ invitation }) => invitation.id))
      // Damaged and incomplete files.
      for (const folder of [invitationsDir, connectionsDir]) {
        for (const name of await filesNaming(folder, address)) {
          const [id] = name.split('.', 1) as [string]
          ids.add(id)
          await removeFile(folder, name)
        }
      }
      for (const id of ids) for (const folder of [invitationsDir, connectionsDir]) await removeFile(folder, `${id}.json`)
      await known(0)
      return [...ids]
    },

    async connect(login, onFirst) {
      const user = (await find(login, KNOWN_AGE)) ?? (await find(login, UNKNOWN_AGE))
      if (user !== null) return publicRecord(user)
      const { verifiedEmail, issuer, subject, name } = login
      const address = verifiedEmail === null ? null : comparableAddress(verifiedEmail)
      if (address === null) return null
      const isOpen = ({ invitation, connection }: User) => connection === null && comparableAddress(invitation.email) === address
      const open = (await known(UNKNOWN_AGE)).find(isOpen)
      if (open === undefined) return null
      const { id } = open.invitation
      const connection: Connection = { user_id: id, issuer, subject, name, connected_at: now() }
      const isFirst = await place(connectionsDir, `${id}.json`, connection)
      // Another request may have connected first.
      const decided = await find(login, 0)
      if (decided === null) return null
      if (isFirst) await onFirst?.(publicRecord(decided))
      return publicRecord(decided)
    },

    async isConnected(id) {
      const isThere = async (age: number) =>
        (await known(age)).some(({ invitation, connection }) => invitation.id === id && connection !== null)
      return (await isThere(KNOWN_AGE)) || (await isThere(UNKNOWN_AGE))
    },
  }
}

interface User {
  invitation: Invitation
  connection: Connection | null
}

function publicRecord({ invitation, connection }: User): UserRecord {
  return { ...invitation, name: connection?.name ?? null, connected_at: connection?.connected_at ?? null }
}

function isOf(connection: Connection | null, { issuer, subject }: Login): boolean {
  return connection !== null && connection.issuer === issuer && connection.subject === subject
}

/** Unreadable files that contain the address. */
async function filesNaming(dir: string, address: string): Promise<string[]> {
  const named: string[] = []
  for (const name of await readdir(dir).catch(whenMissing<string[]>([]))) {
    const text = await readRecordText(join(dir, name))
    if (text === null || !namesAddress(text, address)) continue
    const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : ''
    if ([INVITATION, CONNECTION].every(kind => 'problem' in openRecord<object>(kind, id, text))) named.push(name)
  }
  return named
}

async function place(dir: string, name: string, record: object): Promise<boolean> {
  await makeRecordFolder(dir)
  return await createRecord(dir, name, record)
}
