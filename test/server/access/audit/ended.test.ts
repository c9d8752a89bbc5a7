import t from 'tap'
import type { Actor, AuditAction, AuditEntry } from '../../../../server/access/audit/audit-log.ts'
import { endedBy, tellsOfEnds } from '../../../../server/access/audit/ended.ts'

const actor: Actor = 'operator:ada'

function entry(minute: number, action: AuditAction, target: string, companyId?: number, details: AuditEntry['details'] = {}): AuditEntry {
  const at = new Date(Date.UTC(2026, 3, 1, 0, minute)).toISOString()
  return { at, action, actor, target, details, ...(companyId !== undefined && { companyId }) }
}

function names(entries: readonly AuditEntry[]): string[] {
  return endedBy(entries).map(({ kind, id, companyId }) => [kind, companyId, id].join(' '))
}

t.test('what was ended, and has not begun again', t => {
  const entries = [
    entry(0, 'key.created', 'key:a', 1),
    entry(1, 'key.revoked', 'key:a', 1),
    entry(2, 'user.removed', 'user:b', 1),
    entry(3, 'access.revoked', 'app:5', 1),
    entry(4, 'access.revoked', 'app:6', 1),
    entry(5, 'access.granted', 'app:5', 1),
    entry(6, 'run.withdrawn', 'run:9'),
    entry(7, 'run.withdrawn', 'run:10'),
    entry(8, 'run.restored', 'run:9'),
    entry(9, 'company.removed', 'company:2', 2),
    entry(10, 'company.removed', 'company:3', 3),
    entry(11, 'access.revoked', 'app:5', 3),
    entry(12, 'import.loaded', 'version:4', undefined, { access: ['company:3 app:5'], rows: {} }),
  ]
  const expected = ['key 1 a', 'user 1 b', 'access 1 6', 'run  10', 'company 2 2']
  t.strictSame(names(entries), expected)
  t.strictSame(names([...entries.toReversed(), ...entries]), expected, 'in any order, and twice')
  t.match(endedBy(entries)[0], { at: '2026-04-01T00:01:00.000Z', actor })
  t.strictSame(
    entries.filter(one => !tellsOfEnds(one)).map(one => one.action),
    ['key.created'],
  )
  t.end()
})

t.test('what failed has not happened', t => {
  const failed = [entry(1, 'key.revoked', 'key:a', 1), entry(1, 'key.revoked.failed', 'key:a', 1)]
  t.strictSame(names([...failed, ...failed]), [])
  t.strictSame(
    names([entry(1, 'access.revoked', 'app:5', 1), entry(2, 'access.granted', 'app:5', 1), entry(3, 'access.granted.failed', 'app:5', 1)]),
    ['access 1 5'],
  )
  t.strictSame(
    names([
      entry(1, 'company.removed', 'company:1', 1),
      entry(2, 'import.loaded', 'version:2', undefined, { access: ['company:1 app:5'] }),
      entry(3, 'import.loaded.failed', 'version:2', undefined, { access: ['company:1 app:5'] }),
    ]),
    ['company 1 1'],
  )
  const twice = [entry(1, 'key.revoked', 'key:a', 1), entry(2, 'key.revoked', 'key:a', 1), entry(3, 'key.revoked.failed', 'key:a', 1)]
  t.strictSame(names([...twice, ...twice]), ['key 1 a'], 'it was ended before')
  t.end()
})
