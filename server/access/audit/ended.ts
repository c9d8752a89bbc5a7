import type { AuditEntry } from './audit-log.ts'

/** Something that somebody ended: a key, a user, a company, its access to an app, a run. */
export interface Ended {
  kind: 'key' | 'user' | 'company' | 'access' | 'run'
  /** Of the key, the user, the company, the app or the run. */
  id: string
  /** Whose it was; null for runs. */
  companyId: number | null
  /** When, ISO 8601, and by whom. */
  at: string
  actor: string
}

const ENDS: Readonly<Record<string, Ended['kind']>> = {
  'key.revoked': 'key',
  'user.removed': 'user',
  'company.removed': 'company',
  'access.revoked': 'access',
  'run.withdrawn': 'run',
}

const BEGINS_AGAIN: Readonly<Record<string, Ended['kind']>> = { 'access.granted': 'access', 'run.restored': 'run' }

/** Whether `endedBy` looks at entries of this kind. */
export function tellsOfEnds({ action }: AuditEntry): boolean {
  const act = actOf(action)
  return act in ENDS || act in BEGINS_AGAIN || act === 'import.loaded'
}

/**
 * What entries say was ended and has not begun again since, each once. They may come from several logs, in any order, and twice; what failed has not
 * happened.
 */
export function endedBy(entries: readonly AuditEntry[]): Ended[] {
  const ended = new Map<string, Ended>()
  const before = new Map<string, Ended | undefined>()
  const once = new Map(entries.map(entry => [[entry.at, entry.action, entry.target, entry.companyId].join(' '), entry]))
  for (const entry of [...once.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))) {
    for (const [name, now] of changesOf(entry)) {
      const known = ended.get(name)
      const state = entry.action.endsWith('.failed') ? before.get(name) : now
      before.set(name, known)
      if (state === undefined) ended.delete(name)
      else ended.set(name, state)
    }
  }
  return [...ended.values()]
}

/** What an entry ends, or begins again, by names that are its alone. */
function changesOf(entry: AuditEntry): (readonly [name: string, now: Ended | undefined])[] {
  const { action, actor, at, target, companyId = null, details } = entry
  const act = actOf(action)
  if (act === 'import.loaded') return broughtBy(details)
  const kind = ENDS[act] ?? BEGINS_AGAIN[act]
  if (kind === undefined) return []
  const id = target.slice(target.indexOf(':') + 1)
  const now = { kind, id, companyId: kind === 'run' ? null : companyId, at, actor }
  return [[nameOf(kind, id, companyId), act in ENDS ? now : undefined]]
}

/** Access that a delivery brought, and the companies that it therefore knew. */
function broughtBy({ access }: AuditEntry['details']): (readonly [name: string, now: undefined])[] {
  if (!Array.isArray(access)) return []
  return (access as readonly string[]).flatMap(pair => {
    const [, company, app] = /^company:(\d+) app:(\d+)$/.exec(pair) ?? []
    if (company === undefined || app === undefined) return []
    return [[nameOf('access', app, Number(company)), undefined] as const, [nameOf('company', company, null), undefined] as const]
  })
}

function nameOf(kind: Ended['kind'], id: string, companyId: number | null): string {
  return kind === 'access' ? `access ${companyId} ${id}` : `${kind} ${id}`
}

function actOf(action: string): string {
  return action.replace(/\.failed$/, '')
}
