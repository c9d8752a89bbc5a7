import { type Store, withStore } from '../model/store.ts'
import type { AuditEntry } from './audit.ts'
import type { KeyStore } from './keys.ts'
import type { UserStore } from './users.ts'

export interface Revocation {
  kind: 'key' | 'user' | 'company' | 'access' | 'run'
  id: string
  /** The company it belongs to; null for runs. */
  companyId: number | null
  /** ISO 8601, UTC. */
  at: string
  actor: string
}

interface ActiveRecords {
  keys: Pick<KeyStore, 'list'>
  users: Pick<UserStore, 'list'>
  openStore: () => Promise<Store>
}

const REVOKES: ReadonlyMap<string, Revocation['kind']> = new Map([
  ['key.revoked', 'key'],
  ['user.removed', 'user'],
  ['company.removed', 'company'],
  ['access.revoked', 'access'],
  ['run.withdrawn', 'run'],
])

const REINSTATES: ReadonlyMap<string, Revocation['kind']> = new Map([
  ['access.granted', 'access'],
  ['run.restored', 'run'],
])

/**
 * Finds items that are active although one of `logs` reports their revocation. After a restore, pass both the replaced store's log, which is
 * newer, and the restored one. Logs may overlap.
 */
export async function findReactivated(logs: readonly AsyncIterable<AuditEntry>[], active: ActiveRecords): Promise<Revocation[]> {
  const entries: AuditEntry[] = []
  for (const log of logs) {
    for await (const entry of log) if (isAboutRevocation(entry)) entries.push(entry)
  }
  return await keepActive(findRevoked(entries), active)
}

/** One sentence for an operator; null if nothing was reactivated. */
export function describeReactivated(found: readonly Revocation[]): string | null {
  if (found.length === 0) return null
  const names = found.map(({ kind, id, companyId }) => {
    if (kind === 'access') return `access of company ${companyId} to app ${id}`
    return kind === 'key' || kind === 'user' ? `${kind} ${id} of company ${companyId}` : `${kind} ${id}`
  })
  return `Active again although revoked after the backup: ${names.join(', ')}`
}

/** Finds revocations that were not reverted. Entries may come in any order and repeatedly; failed actions do not count. */
export function findRevoked(entries: readonly AuditEntry[]): Revocation[] {
  const revoked = new Map<string, Revocation>()
  const before = new Map<string, Revocation | undefined>()
  const once = new Map(entries.map(entry => [[entry.at, entry.action, entry.target, entry.companyId].join(' '), entry]))
  for (const entry of [...once.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    for (const [name, now] of changesBy(entry)) {
      const known = revoked.get(name)
      const state = entry.action.endsWith('.failed') ? before.get(name) : now
      before.set(name, known)
      if (state === undefined) revoked.delete(name)
      else revoked.set(name, state)
    }
  }
  return [...revoked.values()]
}

function isAboutRevocation({ action }: AuditEntry): boolean {
  const act = actOf(action)
  return REVOKES.has(act) || REINSTATES.has(act) || act === 'user.erased' || act === 'import.loaded'
}

function keepActive(revoked: readonly Revocation[], { keys, users, openStore }: ActiveRecords): Promise<Revocation[]> {
  return withStore({ openStore }, async store => {
    const { companies, app_access: access, apps } = await store.catalog()
    const runs = new Set<string>()
    if (revoked.some(({ kind }) => kind === 'run')) {
      for (const { app_id: app } of apps) {
        for (const run of (await store.catalog(app)).runs) if (run.withdrawn === undefined) runs.add(String(run.run_id))
      }
    }
    const active: Record<Revocation['kind'], ReadonlySet<string>> = {
      key: new Set((await keys.list()).filter(key => key.revoked_at === null).map(key => key.id)),
      user: new Set((await users.list()).map(user => user.id)),
      company: new Set(companies.map(company => String(company.company_id))),
      access: new Set(access.map(pair => `${pair.company_id} ${pair.app_id}`)),
      run: runs,
    }
    return revoked.filter(({ kind, id, companyId }) => active[kind].has(kind === 'access' ? `${companyId} ${id}` : id))
  })
}

/** Revocations that an entry adds or reverts (undefined), by unique name. */
function changesBy(entry: AuditEntry): (readonly [name: string, now: Revocation | undefined])[] {
  const { action, actor, at, target, companyId = null, details } = entry
  const act = actOf(action)
  if (act === 'import.loaded') return reinstatedBy(details)
  if (act === 'user.erased') {
    return listOf(details['users']).map(id => [nameOf('user', id, companyId), { kind: 'user', id, companyId, at, actor }] as const)
  }
  const kind = REVOKES.get(act) ?? REINSTATES.get(act)
  if (kind === undefined) return []
  const id = target.slice(target.indexOf(':') + 1)
  const now = { kind, id, companyId: kind === 'run' ? null : companyId, at, actor }
  return [[nameOf(kind, id, companyId), REVOKES.has(act) ? now : undefined]]
}

function reinstatedBy({ access }: AuditEntry['details']): (readonly [name: string, now: undefined])[] {
  return listOf(access).flatMap(pair => {
    const [, company, app] = /^company:(\d+) app:(\d+)$/.exec(pair) ?? []
    if (company === undefined || app === undefined) return []
    return [[nameOf('access', app, Number(company)), undefined] as const, [nameOf('company', company, null), undefined] as const]
  })
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

function nameOf(kind: Revocation['kind'], id: string, companyId: number | null): string {
  return kind === 'access' ? `access ${companyId} ${id}` : `${kind} ${id}`
}

function actOf(action: string): string {
  return action.replace(/\.failed$/, '')
}
