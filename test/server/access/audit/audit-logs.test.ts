import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { AuditEntry, AuditFilter, AuditLog } from '../../../../server/access/audit/audit-log.ts'
import { fileAuditLog } from '../../../../server/engines/embedded/file-audit-log.ts'
import { mysqlAuditLog } from '../../../../server/engines/mysql/audit-log.ts'
import { migratedNodes } from '../../../support/mariadb.ts'

async function read(log: AuditLog, filter?: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for await (const entry of log.entries(filter)) entries.push(entry)
  return entries
}

/** Two ways to the same log; `now` is what their clocks show. */
async function holdsForEveryLog(t: Test, [one, two]: [AuditLog, AuditLog], now: { at: string }): Promise<void> {
  await t.test('entries come back as they were noted, oldest first', async t => {
    t.strictSame(await read(one), [])
    now.at = '2026-01-31T23:59:59.999Z'
    await one.append({
      action: 'key.created',
      actor: 'operator:ada',
      companyId: 1,
      target: 'key:a',
      details: { name: 'Δ "x"\n\u001b[31m', expires: null },
    })
    now.at = '2026-02-01T00:00:00.000Z'
    await two.append({ action: 'key.revoked', actor: 'operator:ada', companyId: 2, target: 'key:b' })
    await one.append({
      action: 'import.loaded',
      actor: 'service',
      target: 'version:3',
      details: { rows: { runs: 2 }, runs: ['1', '2'], ok: true },
    })
    t.strictSame(await read(two), [
      {
        at: '2026-01-31T23:59:59.999Z',
        action: 'key.created',
        actor: 'operator:ada',
        companyId: 1,
        target: 'key:a',
        details: { name: 'Δ "x"\n\u001b[31m', expires: null },
      },
      { at: '2026-02-01T00:00:00.000Z', action: 'key.revoked', actor: 'operator:ada', companyId: 2, target: 'key:b', details: {} },
      {
        at: '2026-02-01T00:00:00.000Z',
        action: 'import.loaded',
        actor: 'service',
        target: 'version:3',
        details: { rows: { runs: 2 }, runs: ['1', '2'], ok: true },
      },
    ])
  })

  await t.test('filters', async t => {
    const actions = async (filter: AuditFilter) => (await read(one, filter)).map(({ action }) => action)
    t.strictSame(await actions({ action: 'key' }), ['key.created', 'key.revoked'])
    t.strictSame(await actions({ action: 'key.r' }), ['key.revoked'])
    t.strictSame(await actions({ action: '%' }), [])
    t.strictSame(await actions({ companyId: 2 }), ['key.revoked'])
    t.strictSame(await actions({ since: '2026-02-01' }), ['key.revoked', 'import.loaded'])
    t.strictSame(await actions({ since: '2026-01-31', action: 'key', last: 1 }), ['key.revoked'])
    t.strictSame(await actions({ last: 2 }), ['key.revoked', 'import.loaded'])
    t.strictSame(await actions({ since: '2026-03-01' }), [])
  })

  await t.test('an entry stays small', async t => {
    const [name, runs] = ['n'.repeat(1_000_000), Array.from({ length: 100_000 }, (_, run) => String(run))]
    await one.append({ action: 'import.loaded', actor: `operator:${name}`, target: 'version:4', details: { name, runs } })
    t.ok(JSON.stringify((await read(one, { last: 1 }))[0]).length < 2000)
  })

  await t.test('many write at once, and none gets lost', async t => {
    const before = (await read(one)).length
    await Promise.all(
      Array.from({ length: 1100 }, (_, index) =>
        [one, two][index % 2]!.append({ action: 'export.made', actor: 'key:c', companyId: 7, target: `app:${index}` }),
      ),
    )
    const written = (await read(two, { companyId: 7 })).map(({ target }) => target)
    t.equal(written.length, 1100)
    t.equal(new Set(written).size, 1100)
    t.equal((await read(one)).length, before + 1100)
    const newest = await read(one, { last: 1050 })
    t.strictSame(newest, (await read(one)).slice(-1050))
  })
}

t.test('in files', async t => {
  const dir = `${t.testdir()}/audit`
  const now = { at: '' }
  const clock = () => Date.parse(now.at)
  await holdsForEveryLog(t, [fileAuditLog(dir, clock), fileAuditLog(dir, clock)], now)
  t.strictSame(readdirSync(dir), ['2026-01.jsonl', '2026-02.jsonl'])
  for (const path of [dir, `${dir}/2026-01.jsonl`]) t.equal(statSync(path).mode & 0o077, 0, 'nobody else may read it')
  t.match(readFileSync(`${dir}/2026-01.jsonl`, 'utf8'), /^\{[^\n]*\\u001b\[31m[^\n]*\}\n$/, 'an entry is a line')

  const log = fileAuditLog(dir, clock)
  appendFileSync(`${dir}/2026-02.jsonl`, '{"at":"2026-02-01T00:0')
  await log.append({ action: 'key.revoked', actor: 'service', target: 'key:after' })
  t.match(await read(log, { last: 1 }), [{ target: 'key:after' }], 'a torn line takes no other with it')
})

t.test('in a database', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const now = { at: '' }
  const logs = database.nodes.map(node => mysqlAuditLog(node, () => Date.parse(now.at))) as [AuditLog, AuditLog]
  await holdsForEveryLog(t, logs, now)
})

t.test('the newest are the end of all, wherever pieces of the file are cut', async t => {
  const dir = t.testdir()
  const log = fileAuditLog(dir)
  const name = fc.string({ unit: 'binary', maxLength: 40_000 })
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 12 }), fc.integer({ min: 1, max: 14 }), async (names, last) => {
      const entries = names.map((name, index) => ({
        at: '2026-03-01T00:00:00.000Z',
        action: 'key.created',
        actor: 'service',
        target: `key:${index}`,
        details: { name },
      }))
      writeFileSync(`${dir}/2026-03.jsonl`, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
      t.strictSame(await read(log, { last }), JSON.parse(JSON.stringify(entries.slice(-last))))
    }),
    { numRuns: 60 },
  )
})

t.test('a long log is read as it is asked for', async t => {
  const dir = t.testdir()
  const line = (index: number) =>
    JSON.stringify({ at: '2026-03-01T00:00:00.000Z', action: 'export.made', actor: 'key:c', target: `app:${index}`, details: {} })
  writeFileSync(`${dir}/2026-03.jsonl`, Array.from({ length: 50_000 }, (_, index) => `${line(index)}\n`).join(''))
  const log = fileAuditLog(dir)
  for await (const { target } of log.entries()) {
    t.equal(target, 'app:0')
    break
  }
  t.match(await read(log, { last: 2 }), [{ target: 'app:49998' }, { target: 'app:49999' }])
})
