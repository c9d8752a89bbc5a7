import { randomBytes } from 'node:crypto'
import { link, mkdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SteadyClock } from '../../model/fresh.ts'
import { newId } from '../../model/new-id.ts'
import { watchRecords, whenMissing } from './record-folder.ts'
import { comparableAddress, givenAddress } from '../../access/users/email-address.ts'
import type { Login, UserRecord, UserStore } from '../../access/users/user-store.ts'

interface Invitation {
  id: string
  company_id: number
  email: string
  invited_at: string
}

interface Connection {
  user_id: string
  issuer: string
  subject: string
  name: string | null
  connected_at: string
}

const ID = /^[0-9a-f]{12}$/

/** How old, in ms, what is known of a user may be; one who is not known may have been invited just now. */
const KNOWN_AGE = 1000
const UNKNOWN_AGE = 50

/**
 * Users as two small files each in `dir`: the invitation, `invitations/ID.json`, and from the first login on the connection,
 * `connections/ID.json`. Neither is ever changed, and each appears whole or not at all, so that no lock is needed between the
 * operator's CLI and running servers: of two logins that race for an invitation one wins. `clock` gives ms since 1970, `steady`
 * tells how old a look is.
 */
export function fileUserStore(dir: string, clock: () => number = Date.now, steady?: SteadyClock): UserStore {
  const invitationsDir = join(dir, 'invitations')
  const connectionsDir = join(dir, 'connections')
  const invitations = watchRecords(invitationsDir, parseInvitation, steady)
  const connections = watchRecords(connectionsDir, parseConnection, steady)
  const now = () => new Date(clock()).toISOString()

  const known = async (age: number): Promise<User[]> => {
    const [invited, connected] = await Promise.all(
      age === 0 ? [invitations.read(), connections.read()] : [invitations.within(age), connections.within(age)],
    )
    // A connection without its invitation is what a removal left that did not come to its end.
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
        throw new Error(`${email} is ${state} company ${company_id} already; to change that, remove user ${other} first`)
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
      const removed = await unlink(join(invitationsDir, file))
        .then(() => true)
        .catch(whenMissing(false))
      await unlink(join(connectionsDir, file)).catch(whenMissing(undefined))
      await known(0)
      return removed
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
      // Somebody else's request may have been there first, or another one of the same person's.
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

/** Writes a file whole; false where there is one already, which stays. */
async function place(dir: string, name: string, record: object): Promise<boolean> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const aside = join(dir, `${name}.${randomBytes(6).toString('hex')}.tmp`)
  await writeFile(aside, JSON.stringify(record), { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Unlike a rename, a link never replaces a file that is there.
    await link(aside, join(dir, name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(aside)
  }
}

function parseInvitation(value: unknown): Invitation | null {
  const { id, company_id, email } = (value ?? {}) as Partial<Invitation>
  return typeof id === 'string' && Number.isSafeInteger(company_id) && typeof email === 'string' ? (value as Invitation) : null
}

function parseConnection(value: unknown): Connection | null {
  const { issuer, subject } = (value ?? {}) as Partial<Connection>
  return typeof issuer === 'string' && typeof subject === 'string' ? (value as Connection) : null
}
