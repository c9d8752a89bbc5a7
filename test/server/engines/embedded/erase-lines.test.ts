import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import t from 'tap'
import { createErasure } from '../../../../server/access/erasure.ts'
import { fileAuditLog } from '../../../../server/engines/embedded/audit-log.ts'
import { checkAudit, sealRecords } from '../../../../server/engines/embedded/check-records.ts'
import { sealedText } from '../../../../server/engines/embedded/data-folder.ts'
import { readLog } from '../../records/suites/audit-log.ts'

const ERASURE = createErasure('ada@example.com', 'a secret of these tests')

async function textOf(dir: string): Promise<string> {
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  return (await Promise.all(names.map(({ parentPath, name }) => readFile(`${parentPath}/${name}`, 'utf8')))).join('\n')
}

t.test('concurrent appends lose nothing', async t => {
  const dir = t.testdir()
  const [one, two] = [fileAuditLog(dir), fileAuditLog(dir)]
  const invite = (log: typeof one, number: number) =>
    log.append({
      action: 'user.invited',
      actor: 'service',
      target: `user:${number}`,
      details: { email: number % 2 ? 'Ada@Example.com' : 'bo@example.com' },
    })
  await Promise.all(Array.from({ length: 200 }, (_, number) => invite(one, number)))
  const [erased] = await Promise.all([one.erase(ERASURE), ...Array.from({ length: 200 }, (_, number) => invite(two, number * 2))])
  t.equal(erased, 100)
  const entries = await readLog(two)
  t.equal(entries.length, 400)
  t.equal(entries.filter(({ details }) => details['email'] === 'bo@example.com').length, 300)
  t.notMatch(await textOf(dir), /ada@example/i)
  t.strictSame(await checkAudit(dir), { problems: [], notes: [] })
  t.equal(await one.erase(ERASURE), 0)
})

t.test('lines without a sum, edited ones and damaged ones lose the address too, and keep their length', async t => {
  const dir = t.testdir()
  const at = '2026-03-01T00:00:00.000Z'
  const lines = [
    JSON.stringify({ at, action: 'user.invited', actor: 'service', companyId: 1, target: 'user:a', details: { email: 'ada@example.com' } }),
    `{ "at": "${at}", "action": "user.invited", "actor": "service", "target": "user:a", "details": {"email": "ADA@example.com"} }`,
    `{"at":"${at}","action":"user.inv ada@example.com`,
    'ada@example.com',
  ]
  await writeFile(
    `${dir}/2026-03.jsonl`,
    Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from([0xff, 0xfe]), Buffer.from(' ada@example.com')]),
  )
  const { length } = await readFile(`${dir}/2026-03.jsonl`)
  const log = fileAuditLog(dir)
  t.equal(await log.erase(ERASURE, { dryRun: true }), 5)
  t.match(await textOf(dir), /ada@example/)
  t.equal(await log.erase(ERASURE), 5)
  const bytes = await readFile(`${dir}/2026-03.jsonl`)
  t.equal(bytes.length, length)
  t.ok(bytes.includes(Buffer.from([0x0a, 0xff, 0xfe])), 'other bytes stay')
  t.notMatch(bytes.toString(), /ada@example/i)
  t.strictSame(
    (await readLog(log)).map(({ details }) => details['email']),
    [ERASURE.digest.slice(0, 15), ERASURE.digest.slice(0, 15)],
  )
})

t.test('an erasure that was interrupted is completed at the next start', async t => {
  const dataDir = t.testdir()
  const dir = `${dataDir}/audit`
  const log = fileAuditLog(dir)
  for (const email of ['ada@example.com', 'bo@example.com', 'ada@example.com']) {
    await log.append({ action: 'user.invited', actor: 'service', target: 'user:a', details: { email } })
  }
  const [month] = (await readdir(dir)).filter(name => name.endsWith('.jsonl')) as [string]
  const before = await readFile(`${dir}/${month}`)
  await log.erase(ERASURE)
  const after = await readFile(`${dir}/${month}`)
  // As a power cut leaves it: the intent is recorded, and half a line is written.
  const half = Buffer.concat([after.subarray(0, 100), before.subarray(100)])
  await writeFile(`${dir}/${month}`, half)
  const edits = [{ file: month, offset: 0, bytes: after.subarray(0, after.indexOf('\n')).toString('base64') }]
  const third = after.lastIndexOf('\n', after.length - 2) + 1
  edits.push({ file: month, offset: third, bytes: after.subarray(third, after.length - 1).toString('base64') })
  edits.push({ file: '2020-01.jsonl', offset: 0, bytes: '' })
  await writeFile(`${dir}/erasing.json`, sealedText({ edits }))
  t.match(await checkAudit(dir), { notes: [{ file: 'erasing.json' }] })
  await sealRecords(dataDir, () => undefined)
  t.ok((await readFile(`${dir}/${month}`)).equals(after))
  t.notOk((await readdir(dir)).includes('erasing.json'))

  await t.test('not into another file of that name, nor from a damaged note', async t => {
    const other = `${JSON.stringify({ at: '2020-01-01T00:00:00.000Z', action: 'x', actor: 'service', target: 'y', details: {} })}\n`.repeat(
      5,
    )
    await writeFile(`${dir}/${month}`, other)
    for (const text of [sealedText({ edits }), sealedText({ edits }).replace('bytes', 'bytez'), '{']) {
      await writeFile(`${dir}/erasing.json`, text)
      await sealRecords(dataDir, () => undefined)
      t.equal(await readFile(`${dir}/${month}`, 'utf8'), other)
    }
  })
})

t.test('without a log there is nothing to erase', async t => {
  const dir = t.testdir()
  t.equal(await fileAuditLog(`${dir}/none`).erase(ERASURE), 0)
  await mkdir(`${dir}/empty`)
  await appendFile(`${dir}/empty/notes.txt`, 'ada@example.com')
  t.equal(await fileAuditLog(`${dir}/empty`).erase(ERASURE), 0)
})
