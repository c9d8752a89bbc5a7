import { isCalendarDate } from '../model/dates.ts'
import type { Catalog } from '../model/catalog.ts'
import type { AuditDetails, AuditEntry } from './audit.ts'
import { endOfDay, type KeyRecord } from './keys.ts'
import { comparableAddress, type UserRecord } from './users.ts'

type Kind = 'key' | 'user' | 'company' | 'access' | 'app' | 'run'

/** The latest state of a key, a user or a catalog entry in the audit log. */
interface Said {
  kind: Kind
  /** The app, for entries about access. */
  id: string
  /** The company it belongs to; null for apps and runs. */
  companyId: number | null
  /** Null if its entries were removed. */
  created: { at: string; details: AuditDetails } | null
  connectedAt: string | null
  /** Null while active. */
  ended: { at: string; actor: string } | null
}

/** The records and catalog of a store. Without a catalog only keys and users are compared. */
export interface Holdings {
  keys: readonly KeyRecord[]
  users: readonly UserRecord[]
  /** With all runs. */
  catalog?: Catalog
}

export interface Difference extends Pick<Said, 'kind' | 'id' | 'companyId'> {
  /** `ended`: it is active, although the log says that it ended. `missing`: the log says that it was created, and no more. */
  how: 'ended' | 'missing' | 'other'
  /** When and by whom it ended or was created. */
  at: string
  actor: string
  problem: string
}

const CREATES: ReadonlyMap<string, Kind> = new Map([
  ['key.created', 'key'],
  ['user.invited', 'user'],
])

const ENDS: ReadonlyMap<string, Kind> = new Map([
  ['key.revoked', 'key'],
  ['user.removed', 'user'],
  ['company.removed', 'company'],
  ['access.revoked', 'access'],
  ['app.removed', 'app'],
  ['run.withdrawn', 'run'],
])

const REINSTATES: ReadonlyMap<string, Kind> = new Map([
  ['access.granted', 'access'],
  ['run.restored', 'run'],
])

const OTHERS = new Set(['user.connected', 'user.erased', 'import.loaded'])

/**
 * The one place that compares a store with audit logs, which may overlap: a repair and a restore pass that of the store they replace, too.
 * A record that the logs do not name is not a difference: an import that grants access to many companies lists only some.
 */
export async function findDifferences(
  logs: readonly AsyncIterable<AuditEntry>[],
  { keys, users, catalog }: Holdings,
): Promise<Difference[]> {
  const records = new Map<string, KeyRecord | UserRecord>([
    ...keys.map((key): [string, KeyRecord] => [nameOf('key', key.id), key]),
    ...users.map((user): [string, UserRecord] => [nameOf('user', user.id), user]),
  ])
  const active = catalog === undefined ? new Set<string>() : activeIn(catalog)
  return (await readLogs(logs)).flatMap(said => {
    const record = records.get(nameOf(said.kind, said.id, said.companyId))
    const difference =
      said.kind === 'key' || said.kind === 'user'
        ? compare(said, record)
        : compareCatalog(said, active)
    return difference === null
      ? []
      : [{ kind: said.kind, id: said.id, companyId: said.companyId, ...difference }]
  })
}

function activeIn({ companies, apps, app_access: access, runs }: Catalog): ReadonlySet<string> {
  return new Set([
    ...companies.map(company => nameOf('company', company.company_id)),
    ...apps.map(app => nameOf('app', app.app_id)),
    ...access.map(pair => nameOf('access', pair.app_id, pair.company_id)),
    ...runs.filter(run => run.withdrawn === undefined).map(run => nameOf('run', run.run_id)),
  ])
}

export function nameOf(kind: Kind, id: string | number, companyId: number | null = null): string {
  return kind === 'access' ? `access ${companyId} ${id}` : `${kind} ${id}`
}

/** A few words for an operator, for example `key 0123456789ab of company 1`. */
export function describeItem({
  kind,
  id,
  companyId,
}: Pick<Said, 'kind' | 'id' | 'companyId'>): string {
  if (kind === 'access') return `access of company ${companyId} to app ${id}`
  return kind === 'key' || kind === 'user'
    ? `${kind} ${id} of company ${companyId}`
    : `${kind} ${id}`
}

type Details = Pick<Difference, 'how' | 'at' | 'actor' | 'problem'>

function compare(
  { kind, companyId, created, connectedAt, ended }: Said,
  record: KeyRecord | UserRecord | undefined,
): Details | null {
  const isKey = kind === 'key'
  const isActive = record !== undefined && !('revoked_at' in record && record.revoked_at !== null)
  if (ended !== null) {
    const problem = `is active; the audit log says that it was ${isKey ? 'revoked' : 'removed'} on ${ended.at}`
    return isActive ? { how: 'ended', ...ended, problem } : null
  }
  if (created === null) return null
  const other = (problem: string): Details => ({ how: 'other', at: created.at, actor: '', problem })
  if (record === undefined) {
    return {
      ...other(
        `is missing; the audit log says that it was ${isKey ? 'created' : 'invited'} on ${created.at}`,
      ),
      how: 'missing',
    }
  }
  if (!isActive) return null
  if (companyId !== record.company_id)
    return other(
      `says company ${record.company_id}; the audit log says that it was created for company ${companyId} on ${created.at}`,
    )
  const problem =
    'expires_at' in record
      ? expiryDifference(record, created)
      : userDifference(record, created, connectedAt)
  return problem === null ? null : other(problem)
}

function compareCatalog(
  { kind, id, companyId, ended }: Said,
  active: ReadonlySet<string>,
): Details | null {
  if (ended === null || !active.has(nameOf(kind, id, companyId))) return null
  return {
    how: 'ended',
    ...ended,
    problem: `is active; the audit log says that it ended on ${ended.at}`,
  }
}

function expiryDifference(
  { expires_at: stored }: KeyRecord,
  { at, details }: NonNullable<Said['created']>,
): string | null {
  const { expires } = details
  if (expires !== null && !(typeof expires === 'string' && isCalendarDate(expires))) return null
  const logged = expires === null ? null : endOfDay(expires)
  if (logged === stored) return null
  return `expires at ${stored ?? 'no time'}; the audit log says that it was created on ${at} to expire at ${logged ?? 'no time'}`
}

function userDifference(
  { email, connected_at: connected }: UserRecord,
  created: NonNullable<Said['created']>,
  connectedAt: string | null,
) {
  const { email: invited } = created.details
  const logged = typeof invited === 'string' ? comparableAddress(invited) : null
  if (logged !== null && logged !== comparableAddress(email))
    return `has an address that differs from the one invited on ${created.at} by the audit log`
  return connectedAt !== null && connected === null
    ? `is not connected; the audit log says that it was on ${connectedAt}`
    : null
}

/** Each item in the order of its last change. A failed action takes back what it did to the item. */
export async function readLogs(logs: readonly AsyncIterable<AuditEntry>[]): Promise<Said[]> {
  const once = new Map<string, AuditEntry>()
  for (const log of logs) {
    for await (const entry of log) {
      const act = actOf(entry)
      const isRelevant = [CREATES, ENDS, REINSTATES, OTHERS].some(some => some.has(act))
      if (isRelevant)
        once.set([entry.at, entry.action, entry.target, entry.companyId].join(' '), entry)
    }
  }
  const now = new Map<string, Said>()
  const before = new Map<string, Said>()
  for (const entry of [...once.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    for (const { change, ...item } of changesBy(entry)) {
      const name = nameOf(item.kind, item.id, item.companyId)
      const known = now.get(name) ?? { ...item, created: null, connectedAt: null, ended: null }
      now.delete(name)
      now.set(
        name,
        entry.action.endsWith('.failed') ? (before.get(name) ?? known) : { ...known, ...change },
      )
      before.set(name, known)
    }
  }
  return [...now.values()]
}

/** Whether an entry is about an end, or about one that failed. */
export function isAboutEnd(entry: AuditEntry): boolean {
  return ENDS.has(actOf(entry)) || actOf(entry) === 'user.erased'
}

interface Change extends Pick<Said, 'kind' | 'id' | 'companyId'> {
  change: Partial<Said>
}

function changesBy(entry: AuditEntry): Change[] {
  const { actor, at, target, companyId = null, details } = entry
  const act = actOf(entry)
  const id = target.slice(target.indexOf(':') + 1)
  const ended = { at, actor }
  if (act === 'import.loaded') return listOf(details['access']).flatMap(reinstatedBy)
  if (act === 'user.erased')
    return listOf(details['users']).map(user => ({
      kind: 'user',
      id: user,
      companyId,
      change: { ended },
    }))
  if (act === 'user.connected')
    return [{ kind: 'user', id, companyId, change: { connectedAt: at } }]
  const creates = CREATES.get(act)
  if (creates !== undefined)
    return [
      {
        kind: creates,
        id,
        companyId,
        change: { companyId, created: { at, details }, connectedAt: null, ended: null },
      },
    ]
  const kind = (ENDS.get(act) ?? REINSTATES.get(act))!
  const change = { ended: ENDS.has(act) ? ended : null }
  // Apps are removed together.
  return id.split(',').map(part => ({
    kind,
    id: part,
    companyId: kind === 'run' || kind === 'app' ? null : companyId,
    change,
  }))
}

function reinstatedBy(pair: string): Change[] {
  const [, company, app] = /^company:(\d+) app:(\d+)$/.exec(pair) ?? []
  if (company === undefined || app === undefined) return []
  const change = { ended: null }
  return [
    { kind: 'access', id: app, companyId: Number(company), change },
    { kind: 'company', id: company, companyId: null, change },
    { kind: 'app', id: app, companyId: null, change },
  ]
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

function actOf({ action }: AuditEntry): string {
  return action.replace(/\.failed$/, '')
}
