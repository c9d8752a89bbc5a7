import { appendFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import type { AuditEntry } from '../../../../server/access/audit.ts'
import { fileAuditLog } from '../../../../server/engines/embedded/audit-log.ts'
import { checkAudit } from '../../../../server/engines/embedded/check-records.ts'
import { damage, flipBit } from '../../../support/damage.ts'
import fc from '../../../support/fast-check.ts'
import { readLog } from '../../records/suites/audit-log.ts'

const NOW = Date.parse('2026-05-10T00:00:00Z')

/** A log of four months, three entries each; answers how to write more at a time. */
async function makeLog(t: Test) {
  const dir = `${t.testdir()}/audit`
  const now = { at: '' }
  const log = fileAuditLog(dir, () => Date.parse(now.at))
  const append = async (at: string, number: number) => {
    now.at = at
    await log.append({
      action: 'key.created',
      actor: 'operator:ada',
      companyId: number,
      target: `key:${number}`,
      details: { name: 'Δ "x" \u2028', expires: null },
    })
  }
  for (let month = 2; month <= 5; month++) {
    for (let day = 1; day <= 3; day++) await append(`2026-0${month}-0${day}T00:00:00.000Z`, month * 10 + day)
  }
  return { dir, log, append }
}

t.test('a flip of any bit of an entry is found, and the others are read', async t => {
  const { dir, log } = await makeLog(t)
  const path = `${dir}/2026-03.jsonl`
  const whole = await readFile(path)
  const all = (await readLog(log)).map(entry => JSON.stringify(entry))
  const start = whole.indexOf('\n') + 1
  const end = whole.indexOf('\n', start)
  let [accepted, lost] = [0, 0]
  for (let at = start; at < end; at++) {
    await writeFile(path, flipBit(whole, at, at % 8))
    const seen = (await readLog(log)).map(entry => JSON.stringify(entry))
    if (seen.some(entry => !all.includes(entry))) accepted++
    if (seen.length !== all.length - 1) lost++
    const { problems } = await checkAudit(dir, NOW)
    if (problems[0]?.file !== '2026-03.jsonl' || problems[0].line !== 2) lost++
  }
  t.strictSame([accepted, lost], [0, 0])
  await writeFile(path, whole)
  t.strictSame(await checkAudit(dir, NOW), { problems: [], notes: [] })
})

t.test('damage of any kind makes no entry of its own, and is named', async t => {
  const { dir, log } = await makeLog(t)
  const path = `${dir}/2026-05.jsonl`
  const whole = await readFile(path)
  const all = new Set((await readLog(log)).map(entry => JSON.stringify(entry)))
  await fc.assert(
    fc.asyncProperty(damage(), async change => {
      const damaged = change(whole)
      await writeFile(path, damaged)
      for (const last of [undefined, 20]) {
        const seen = await readLog(log, last === undefined ? {} : { last })
        t.ok(seen.every(entry => all.has(JSON.stringify(entry))))
      }
      // A line that comes twice is as it was written.
      const { problems } = await checkAudit(dir, NOW)
      if (!damaged.equals(whole) && damaged.length <= whole.length) t.match(problems, [{ file: '2026-05.jsonl' }])
    }),
    { numRuns: 200 },
  )
})

t.test('damaged lines are reported once', async t => {
  const { dir } = await makeLog(t)
  await appendFile(`${dir}/2026-05.jsonl`, '{"at":"2026\n')
  const told: string[] = []
  const log = fileAuditLog(dir, Date.now, line => told.push(line))
  for (let look = 0; look < 2; look++) t.equal((await readLog(log)).length, 12)
  await readLog(log, { last: 2 })
  t.strictSame(told, ['audit/2026-05.jsonl has 1 damaged line, not shown: run `admin verify`'])
})

t.test('a lost end is found, also after more was written', async t => {
  const { dir, append } = await makeLog(t)
  const path = `${dir}/2026-05.jsonl`
  const { size } = await stat(path)
  const lines = (await readFile(path, 'utf8')).split('\n')
  const cut = Buffer.byteLength(`${lines[2]!}\n`)
  await truncate(path, size - cut)
  const expected = { problems: [{ file: '2026-05.jsonl', problem: `damaged: ${cut} bytes are missing` }], notes: [] }
  t.strictSame(await checkAudit(dir, NOW), expected)
  for (let day = 4; day < 9; day++) await append(`2026-05-0${day}T00:00:00.000Z`, day)
  t.strictSame(await checkAudit(dir, NOW), expected)
})

t.test('a month that was moved away is a note, the current one is missed', async t => {
  const { dir } = await makeLog(t)
  await rename(`${dir}/2026-02.jsonl`, `${dir}/../2026-02.jsonl`)
  t.match(await checkAudit(dir, NOW), { problems: [], notes: [{ file: '2026-02.jsonl', problem: /moved away, or lost/ }] })
  await rm(`${dir}/2026-05.jsonl`)
  t.match(await checkAudit(dir, NOW), { problems: [{ file: '2026-05.jsonl', problem: 'missing' }], notes: [{}] })
  t.match(await checkAudit(dir, Date.parse('2026-06-01T00:00:00Z')), { problems: [], notes: [{}, { file: '2026-05.jsonl' }] })
})

t.test('a log of earlier versions is whole, and its sizes are known from the next entry on', async t => {
  const { dir, log, append } = await makeLog(t)
  const before = await readLog(log)
  for (let month = 2; month <= 5; month++) {
    const entries = before.filter(({ at }) => at.startsWith(`2026-0${month}`))
    await writeFile(`${dir}/2026-0${month}.jsonl`, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
  }
  await rm(`${dir}/sizes.json`)
  t.strictSame(await readLog(log), before)
  t.strictSame(await checkAudit(dir, NOW), { problems: [], notes: [] })
  await append('2026-05-04T00:00:00.000Z', 54)
  await truncate(`${dir}/2026-03.jsonl`, 10)
  t.match(await checkAudit(dir, NOW), {
    problems: [
      { file: '2026-03.jsonl', line: 1 },
      { file: '2026-03.jsonl', problem: /bytes are missing/ },
    ],
  })
})

t.test('an old entry that was damaged is refused where that shows', async t => {
  const dir = t.testdir()
  const entry: AuditEntry = { at: '2026-03-01T00:00:00.000Z', action: 'key.revoked', actor: 'service', target: 'key:a', details: {} }
  const lines = [entry, { ...entry, companyIe: 1 }, { ...entry, target: 1 }, [entry], null, 'text'].map(value => JSON.stringify(value))
  await writeFile(`${dir}/2026-03.jsonl`, `${lines.join('\n')}\n\n`)
  t.strictSame(await readLog(fileAuditLog(dir)), [entry])
  t.strictSame(
    (await checkAudit(dir, NOW)).problems.map(({ line }) => line),
    [2, 3, 4, 5, 6],
  )
})

t.test('a damaged sizes file is reported and rewritten', async t => {
  const { dir, append } = await makeLog(t)
  const sizes = await readFile(`${dir}/sizes.json`)
  for (const bytes of [flipBit(sizes, 30, 0), Buffer.alloc(0), sizes.subarray(5)]) {
    await writeFile(`${dir}/sizes.json`, bytes)
    t.match(await checkAudit(dir, NOW), { problems: [{ file: 'sizes.json', problem: /^damaged/ }], notes: [] })
  }
  await append('2026-05-05T00:00:00.000Z', 55)
  t.strictSame(await checkAudit(dir, NOW), { problems: [], notes: [] })
})
