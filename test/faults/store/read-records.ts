import type { Login, UserRecord } from '../../../server/core/access/users.ts'
import { ask } from '../../support/store/store-answers.ts'
import type { OpenService } from '../../support/store/open-service.ts'

/** What a store says of keys, users and the audit log: texts that can be compared. */
export interface ReadRecords {
  /** `200 CONTENT` or the status, by the name of the key. */
  keys: Readonly<Record<string, string>>
  users: readonly string[]
  /** Who the person of the store is let in as. */
  connected: string
  audit: readonly string[]
}

export async function readRecords(
  { server, users, storage }: OpenService,
  { keys, login }: { keys: Readonly<Record<string, string>>; login: Login },
): Promise<ReadRecords> {
  const answers = await Promise.all(
    Object.entries(keys).map(async ([name, key]) => {
      const { status, content } = await ask(server, '/v1/apps', key)
      return [name, status === 200 ? `200 ${content}` : String(status)] as const
    }),
  )
  const audit: string[] = []
  const failed = (error: unknown) => `error: ${String(error)}`
  try {
    for await (const entry of storage.audit.entries()) audit.push(JSON.stringify(entry))
  } catch (error) {
    audit.push(failed(error))
  }
  return {
    keys: Object.fromEntries(answers),
    users: await users.list().then(
      list => list.map(identityOf),
      error => [failed(error)],
    ),
    connected: await users
      .connect(login)
      .then(user => (user === null ? 'nobody' : identityOf(user)), failed),
    audit,
  }
}

/** A connection that was lost is made again at the next login. */
function identityOf({ id, company_id, email }: UserRecord): string {
  return `${id} ${company_id} ${email}`
}
