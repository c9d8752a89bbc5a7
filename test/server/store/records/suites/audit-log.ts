import type { Test } from 'tap'
import type {
  AuditAction,
  AuditEntry,
  AuditFilter,
  AuditLog,
} from '../../../../../server/core/access/audit.ts'

/** All entries that the filter lets through. */
export async function readLog(log: AuditLog, filter?: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for await (const entry of log.entries(filter)) entries.push(entry)
  return entries
}

/** What every audit log does: of two ways to the same empty one; `now` is what their clocks show. */
export async function holdsForEveryLog(
  t: Test,
  [one, two]: [AuditLog, AuditLog],
  now: { at: string },
): Promise<void> {
  await t.test('entries are returned as written, oldest first', async t => {
    t.strictSame(await readLog(one), [])
    now.at = '2026-01-31T23:59:59.999Z'
    await one.append({
      action: 'key.created',
      actor: 'operator:ada',
      companyId: 1,
      target: 'key:a',
      details: { name: 'Δ "x"\n\u001b[31m', expires: null },
    })
    now.at = '2026-02-01T00:00:00.000Z'
    await two.append({
      action: 'key.revoked',
      actor: 'operator:ada',
      companyId: 2,
      target: 'key:b',
    })
    await one.append({
      action: 'import.loaded',
      actor: 'service',
      target: 'version:3',
      details: { rows: { runs: 2 }, runs: ['1', '2'], ok: true },
    })
    t.strictSame(await readLog(two), [
      {
        at: '2026-01-31T23:59:59.999Z',
        action: 'key.created',
        actor: 'operator:ada',
        companyId: 1,
        target: 'key:a',
        details: { name: 'Δ "x"\n\u001b[31m', expires: null },
      },
      {
        at: '2026-02-01T00:00:00.000Z',
        action: 'key.revoked',
        actor: 'operator:ada',
        companyId: 2,
        target: 'key:b',
        details: {},
      },
      {
        at: '2026-02-01T00:00:00.000Z',
        action: 'import.loaded',
        actor: 'service',
        target: 'version:3',
        details: { rows: { runs: 2 }, runs: ['1', '2'], ok: true },
      },
    ])
  })

  await t.test('filters select entries', async t => {
    const actions = async (filter: AuditFilter) =>
      (await readLog(one, filter)).map(({ action }) => action)
    t.strictSame(await actions({ action: 'key' }), ['key.created', 'key.revoked'])
    t.strictSame(await actions({ action: 'key.r' }), ['key.revoked'])
    t.strictSame(await actions({ action: '%' }), [])
    t.strictSame(await actions({ companyId: 2 }), ['key.revoked'])
    t.strictSame(await actions({ since: '2026-02-01' }), ['key.revoked', 'import.loaded'])
    t.strictSame(await actions({ since: '2026-01-31', action: 'key', last: 1 }), ['key.revoked'])
    t.strictSame(await actions({ last: 2 }), ['key.revoked', 'import.loaded'])
    t.strictSame(await actions({ since: '2026-03-01' }), [])
  })

  await t.test('pruning keeps what says who lost access, and what gave it back', async t => {
    const at = (day: number) => new Date(Date.UTC(2025, 0, day)).toISOString()
    const append = (day: number, action: AuditAction, details: AuditEntry['details'] = {}) => {
      now.at = at(day)
      return one.append({
        action,
        actor: 'operator:ada',
        companyId: 9,
        target: `day:${day}`,
        details,
      })
    }
    await append(1, 'key.created')
    await append(2, 'key.revoked')
    await append(3, 'key.revoked.failed')
    await append(4, 'import.loaded', { access: ['company:9 app:1'] })
    await append(5, 'import.loaded', { access: [] })
    await append(6, 'user.erased', { users: ['a'] })
    await append(7, 'user.connected')
    await append(8, 'access.granted')
    await append(9, 'export.made')
    const lasting = ['day:2', 'day:3', 'day:4', 'day:6', 'day:8']
    t.equal(await one.prune(at(1)), 0, 'the moment itself is kept')
    t.equal(await one.prune(at(9)), 3)
    const left = async () => (await readLog(two, { companyId: 9 })).map(({ target }) => target)
    t.strictSame(await left(), [...lasting, 'day:9'])
    t.equal(await two.prune(at(10)), 1)
    t.equal(await one.prune(at(10)), 0, 'again')
    t.strictSame(await left(), lasting)
    t.strictSame((await readLog(one, { target: 'day:4' })).length, 1)
  })

  await t.test('an entry has a bounded size', async t => {
    const [name, runs] = [
      'n'.repeat(1_000_000),
      Array.from({ length: 100_000 }, (_, run) => String(run)),
    ]
    await one.append({
      action: 'import.loaded',
      actor: `operator:${name}`,
      target: 'version:4',
      details: { name, runs },
    })
    t.ok(JSON.stringify((await readLog(one, { last: 1 }))[0]).length < 2000)
  })

  await t.test('concurrent writers lose no entry', async t => {
    const before = (await readLog(one)).length
    await Promise.all(
      Array.from({ length: 1100 }, (_, index) =>
        [one, two][index % 2]!.append({
          action: 'export.made',
          actor: 'key:c',
          companyId: 7,
          target: `app:${index}`,
        }),
      ),
    )
    const written = (await readLog(two, { companyId: 7 })).map(({ target }) => target)
    t.equal(written.length, 1100)
    t.equal(new Set(written).size, 1100)
    t.equal((await readLog(one)).length, before + 1100)
    const newest = await readLog(one, { last: 1050 })
    t.strictSame(newest, (await readLog(one)).slice(-1050))
  })
}
