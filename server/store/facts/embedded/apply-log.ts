import type { AuditEntry } from '../../../core/access/audit.ts'
import {
  describeItem,
  type Difference,
  findDifferences,
  isAboutEnd,
} from '../../../core/access/evidence.ts'
import { raiseVersions } from '../../../imports/load/next-catalog.ts'
import { withoutApps } from '../../../imports/load/remove-apps.ts'
import type { Catalog } from '../../../core/model/catalog.ts'
import { FILES_OF_FOLDER, rowFaults } from '../../../core/model/catalog-document.ts'
import { sql } from '../../../core/model/sql.ts'
import { auditLog, insertEntries, intactEntries } from '../../records/audit-log.ts'
import { endEach, erasureOf } from '../../records/ended.ts'
import { keyStore } from '../../records/key-store.ts'
import { publishCatalog } from '../../records/publish.ts'
import { readWholeCatalog } from '../../records/read-catalog.ts'
import type { Records, Row } from '../../records/records.ts'
import { type Connection, connect } from '../../records/sqlite/driver.ts'
import { userStore } from '../../records/user-store.ts'
import { EXPORT_SECRET } from './export-secret.ts'

interface ApplyOptions {
  secret: string | null
  now: Date
}

interface Applied {
  lines: string[]
  hasEnded: boolean
}

/**
 * Ends in `records`, an earlier state of a store, what audit entries say has ended since: revocations, removals and erasures, never grants.
 * `hasEnded` says whether the earlier state holds any of that; `lines` are its actions, a sentence
 * each, with the keys and users that are lost.
 * @throws an Error for the operator if addresses were erased since, and the secret that finds them is unknown
 */
export async function applyLog(
  records: Records,
  { entries: since, isWhole }: ReadEntries,
  { secret, now }: ApplyOptions,
): Promise<Applied> {
  const [keys, users, audit] = [keyStore(records), userStore(records), auditLog(records)]
  const erased = new Set(
    since
      .filter(({ action }) => action === 'user.erased')
      .map(({ target }) => target.replace(/^address:/, '')),
  )
  if (erased.size > 0 && secret === null) {
    throw new Error(
      `addresses were erased since, which only the secret of this store finds: set EXPORT_SECRET to it, or restore ${EXPORT_SECRET} from a ` +
        'backup, and repair again. Nothing was changed',
    )
  }
  const catalog = await records.transaction(
    held => readWholeCatalog(held, rowFaults(FILES_OF_FOLDER)),
    { readOnly: true },
  )
  // Before users end, since these addresses may be erased ones.
  const addresses = new Set((await users.list()).map(({ email }) => email))
  const differences = await findDifferences([audit.entries(), fromList(since)], {
    keys: await keys.list(),
    users: await users.list(),
    catalog,
  })
  // An earlier entry says less: imports log only some of the access that they grant again.
  const ended = differences.filter(
    ({ how, at }) => how === 'ended' && since[0] !== undefined && at >= since[0].at,
  )
  await endEach(records, ended)
  await endInCatalog(records, catalog, ended, now)
  await records.transaction(held => insertEntries(held, since.filter(isAboutEnd)))
  if (erased.size > 0) {
    for await (const { details } of audit.entries())
      if (typeof details['email'] === 'string') addresses.add(details['email'])
    for (const address of addresses) {
      const erasure = erasureOf(address, secret!)
      if (erasure === null || !erased.has(erasure.digest)) continue
      await audit.erase(erasure, { users: await users.erase(erasure) })
    }
  }
  const lost = differences.filter(({ how }) => how === 'missing')
  const lines = [
    ...(ended.length === 0
      ? []
      : [`By the audit log, these ended since: ${ended.map(describeItem).join(', ')}.`]),
    ...(erased.size === 0 ? [] : [`${erased.size} erasures of addresses since were repeated.`]),
    ...(isWhole
      ? []
      : [
          'Part of the audit log cannot be read: keys and users that were created since may be lost without a name here.',
        ]),
    lost.length === 0
      ? 'The audit log names no key or user that was created since and is lost.'
      : `Created since and lost, so create them again: ${lost.map(describeItem).join(', ')}.`,
  ]
  return { lines, hasEnded: ended.length + erased.size > 0 }
}

async function endInCatalog(
  records: Records,
  previous: Catalog,
  ended: readonly Difference[],
  now: Date,
): Promise<void> {
  const of = (kind: Difference['kind']): Set<string> =>
    new Set(
      ended
        .filter(item => item.kind === kind)
        .map(({ id, companyId }) => (kind === 'access' ? `${companyId} ${id}` : id)),
    )
  const [companies, access, apps, runs] = [of('company'), of('access'), of('app'), of('run')]
  if (companies.size + access.size + apps.size + runs.size === 0) return
  const all = previous.apps.map(app => app.app_id)
  const remaining = withoutApps(
    raiseVersions(previous, new Set(all)),
    new Set([...apps].map(Number)),
    now,
  )
  const next: Catalog = {
    ...remaining,
    companies: remaining.companies.filter(company => !companies.has(String(company.company_id))),
    app_access: remaining.app_access.filter(
      ({ company_id: company, app_id: app }) =>
        !companies.has(String(company)) && !access.has(`${company} ${app}`),
    ),
    runs: remaining.runs.map(run =>
      runs.has(String(run.run_id)) ? { ...run, withdrawn: { since: now.toISOString() } } : run,
    ),
  }
  await publishCatalog(records, { apps: all, previous, next, now, takesAway: true })
}

async function* fromList<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

/** Audit entries that may exist after the last one that can be found. */
const BEYOND = 2 ** 17

export interface ReadEntries {
  entries: readonly AuditEntry[]
  /** Whether all of them could be read. */
  isWhole: boolean
}

/** The entries after an id that can still be read in a damaged file. */
export function readableEntries(file: string, after: number): ReadEntries {
  let connection: Connection | undefined
  try {
    connection = connect(file)
    const last = lastId(connection, after)
    const rows = readRange(connection, after + 1, last)
    const entries = intactEntries(rows)
    const [check] = connection.all(sql`PRAGMA integrity_check(audit)`)
    return { entries, isWhole: entries.length === rows.length && Object.values(check!)[0] === 'ok' }
  } catch {
    return { entries: [], isWhole: false }
  } finally {
    connection?.close()
  }
}

function lastId(connection: Connection, after: number): number {
  try {
    return Number(connection.all(sql`SELECT MAX(id) AS id FROM audit`)[0]!['id'])
  } catch {
    return after + BEYOND
  }
}

/** Halves a range that cannot be read, so that a damaged page hides only its own rows. */
function readRange(connection: Connection, first: number, last: number): Row[] {
  if (first > last) return []
  try {
    return connection.all(sql`SELECT * FROM audit NOT INDEXED WHERE id BETWEEN ? AND ?`, [
      first,
      last,
    ])
  } catch {
    if (first === last) return []
    const middle = Math.floor((first + last) / 2)
    return [...readRange(connection, first, middle), ...readRange(connection, middle + 1, last)]
  }
}
