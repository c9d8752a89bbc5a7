import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { fileAuditLog } from '../../../../server/engines/embedded/audit-log.ts'
import { holdsForEveryLog, readLog } from '../../records/suites/audit-log.ts'

t.test('in files', async t => {
  const dir = `${t.testdir()}/audit`
  const now = { at: '' }
  const clock = () => Date.parse(now.at)
  await holdsForEveryLog(t, [fileAuditLog(dir, clock), fileAuditLog(dir, clock)], now)
  t.strictSame(readdirSync(dir), ['2026-01.jsonl', '2026-02.jsonl', 'sizes.json'])
  for (const path of [dir, `${dir}/2026-01.jsonl`]) t.equal(statSync(path).mode & 0o077, 0, 'nobody else may read it')
  t.match(readFileSync(`${dir}/2026-01.jsonl`, 'utf8'), /^\{[^\n]*\\u001b\[31m[^\n]*\}\n$/, 'an entry is a line')

  const log = fileAuditLog(dir, clock)
  appendFileSync(`${dir}/2026-02.jsonl`, '{"at":"2026-02-01T00:0')
  await log.append({ action: 'key.revoked', actor: 'service', target: 'key:after' })
  t.match(await readLog(log, { last: 1 }), [{ target: 'key:after' }], 'a torn line takes no other with it')
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
      t.strictSame(await readLog(log, { last }), JSON.parse(JSON.stringify(entries.slice(-last))))
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
  t.match(await readLog(log, { last: 2 }), [{ target: 'app:49998' }, { target: 'app:49999' }])
})
