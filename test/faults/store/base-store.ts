import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Login } from '../../../server/core/access/users.ts'
import { askAll, type Answers } from '../../support/store/store-answers.ts'
import { firstDelivery, runDelivery } from '../../support/store/deliveries.ts'
import { openService } from '../../support/store/open-service.ts'
import { copyStore } from '../../support/store/granted-store.ts'
import { readRecords, type ReadRecords } from './read-records.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const IMPORTS = 3

/** A whole store to damage copies of, and what it answers. */
export interface BaseStore {
  dir: string
  /** Keys by what must come of them: of company 1, of company 2, which reads no app, a revoked one and one that has expired. */
  keys: Record<'reader' | 'other' | 'revoked' | 'expired', string>
  /** A person who has connected. */
  login: Login
  answers: Answers
  records: ReadRecords
  /** The content that a file had earlier, or that the file of its kind had, by path. */
  older: ReadonlyMap<string, Buffer>
  /** A copy of it; gone with the test at the latest. */
  copy(): Promise<string>
}

/** `environment` names another engine than the embedded one. */
export async function baseStore(
  t: Test,
  environment: Record<string, string> = {},
): Promise<BaseStore> {
  const place = temporaryFolder(t, 'damage')
  const dir = join(place, 'base')
  const login: Login = {
    issuer: 'https://issuer.example',
    subject: 'anna',
    verifiedEmail: 'anna@example.com',
    name: 'Anna',
  }
  const older = new Map<string, Buffer>()

  const service = await openService(dir, environment)
  const { keys, users } = service
  await service.load({ ...firstDelivery() })
  const reader = await keys.create({ companyId: 1, name: 'reader' })
  const other = await keys.create({ companyId: 2, name: 'other' })
  const revoked = await keys.create({ companyId: 1, name: 'revoked' })
  const expired = await keys.create({ companyId: 1, name: 'expired', expires: '2024-02-29' })
  await keys.revoke(revoked.id)
  await users.invite({ companyId: 1, email: 'anna@example.com' })
  await users.invite({ companyId: 2, email: 'ben@example.com' })
  await users.connect(login)
  for (let id = 2; id <= IMPORTS; id++) {
    service.passSecond()
    await askAll(service.server)
    for (const [path, content] of await filesOf(dir)) older.set(path, content)
    await service.load(runDelivery(id))
  }
  await service.stop()
  // Built files of the newest data only: the others would be damaged for nothing.
  for (const path of await pathsIn(dir)) if (path.startsWith('spool')) await rm(join(dir, path))
  const reopened = await openService(dir, environment)
  const answers = await askAll(reopened.server)
  const secrets = {
    reader: reader.key,
    other: other.key,
    revoked: revoked.key,
    expired: expired.key,
  }
  const records = await readRecords(reopened, { keys: secrets, login })
  await reopened.stop()

  let copies = 0
  const copy = async () => {
    const path = join(place, String(copies++))
    await copyStore(dir, path)
    return path
  }
  return { dir, keys: secrets, login, answers, records, older: await olderOf(dir, older), copy }
}

/** The earlier content of each file; of one that is written once, that of the file of its kind before it. */
async function olderOf(
  dir: string,
  older: ReadonlyMap<string, Buffer>,
): Promise<Map<string, Buffer>> {
  const previous = new Map<string, Buffer>()
  for (const [path, content] of await filesOf(dir)) {
    const before = older.get(path)
    const ofKind = [...older]
      .filter(([name, earlier]) => kindOf(name) === kindOf(path) && !earlier.equals(content))
      .at(-1)?.[1]
    const chosen = before !== undefined && !before.equals(content) ? before : ofKind
    if (chosen !== undefined) previous.set(path, chosen)
  }
  return previous
}

async function filesOf(dir: string): Promise<[path: string, content: Buffer][]> {
  const paths = await pathsIn(dir)
  return await Promise.all(
    paths.map(async path => [path, await readFile(join(dir, path))] as [string, Buffer]),
  )
}

/** All files below a folder, by their path in it. */
export async function pathsIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
}

/** What a file is, whatever its ids and versions: `deliveries/facts.parquet`, `keys/.json`. */
export function kindOf(path: string): string {
  return path
    .split('/')
    .map(part => part.replace(/[0-9a-f]{12,}|\d[\d-]*/g, ''))
    .filter(part => part !== '')
    .join('/')
}
