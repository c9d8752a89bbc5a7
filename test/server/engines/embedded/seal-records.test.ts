import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { createApiKey } from '../../../../server/access/keys.ts'
import { checkRecords, sealRecords } from '../../../../server/engines/embedded/check-records.ts'
import { repairKeys } from '../../../../server/engines/embedded/repair-keys.ts'
import { fileAuditLog } from '../../../../server/engines/embedded/audit-log.ts'
import { sealedText } from '../../../../server/engines/embedded/data-folder.ts'
import { fileKeyStore } from '../../../../server/engines/embedded/keys.ts'
import { fileUserStore } from '../../../../server/engines/embedded/users.ts'
import { auditedStorage, openStorage } from '../../../../server/storage/open-storage.ts'
import { damage, flipBit } from '../../../support/damage.ts'
import fc from '../../../support/fast-check.ts'
import { ADA } from '../../records/suites/user-store.ts'

/** A store with keys of companies 1 and 3, one of them revoked, an invitation and a user. */
async function makeStore(t: Test) {
  const dataDir = t.testdir()
  const storage = auditedStorage(await openStorage({ dataDir, databaseUrl: null }), 'operator:ada', () => undefined)
  const one = await storage.keys.create({ companyId: 1, name: 'one', expires: '2090-01-01' })
  const three = await storage.keys.create({ companyId: 3 })
  const revoked = await storage.keys.create({ companyId: 3 })
  await storage.keys.revoke(revoked.id)
  const ada = await storage.users.invite({ companyId: 1, email: 'ada@example.com' })
  await storage.users.connect(ADA)
  const bo = await storage.users.invite({ companyId: 3, email: 'bo@example.com' })
  return { dataDir, storage, one, three, revoked, ada, bo }
}

/** Writes the records as version 1.0 did: without seals, and a file for each key. */
async function asEarlierVersion(dataDir: string): Promise<void> {
  await looseKeys(dataDir)
  for (const path of await recordFiles(dataDir)) {
    const { mtime } = await stat(path)
    const { seal: _, ...record } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    await writeFile(path, JSON.stringify(record))
    await utimes(path, mtime, mtime)
  }
}

/** Moves keys into files of their own, as versions up to 1.1 kept them. */
async function looseKeys(dataDir: string): Promise<void> {
  for (const line of (await readFile(`${dataDir}/keys/keys.jsonl`, 'utf8')).split('\n').filter(text => text.trim() !== '')) {
    const { seal: _, ...record } = JSON.parse(line) as Record<string, string | null>
    const revoked = record['revoked_at']!
    const path = `${dataDir}/keys/${record['id']}.${revoked === null ? 'json' : 'revoked'}`
    await writeFile(path, sealedText({ ...record, revoked_at: null }), { mode: 0o600 })
    if (revoked !== null) await utimes(path, new Date(revoked), new Date(revoked))
  }
  await rm(`${dataDir}/keys/keys.jsonl`)
}

/** Replaces the line of a key. */
async function changeLine(dataDir: string, id: string, change: (record: object) => string): Promise<void> {
  const lines = (await readFile(`${dataDir}/keys/keys.jsonl`, 'utf8')).split('\n')
  const changed = lines.map(line => {
    if (!line.includes(id)) return line
    const { seal: _, ...record } = JSON.parse(line) as Record<string, unknown>
    return change(record)
  })
  await writeFile(`${dataDir}/keys/keys.jsonl`, changed.join('\n'))
}

const LONG_AGO = new Date('2026-01-01')

async function recordFiles(dataDir: string): Promise<string[]> {
  const folders = ['keys', 'users/invitations', 'users/connections']
  const files = await Promise.all(
    folders.map(async folder =>
      (await readdir(`${dataDir}/${folder}`)).filter(name => name.includes('.')).map(name => `${dataDir}/${folder}/${name}`),
    ),
  )
  return files.flat()
}

async function listsOf(dataDir: string) {
  return [
    await fileKeyStore(`${dataDir}/keys`).list(),
    await fileUserStore(`${dataDir}/users`).list(),
    await fileUserStore(`${dataDir}/users`).connect({ ...ADA, verifiedEmail: null }),
  ]
}

t.test('records of earlier versions work, and are sealed once', async t => {
  const { dataDir, storage, one } = await makeStore(t)
  const before = await listsOf(dataDir)
  await asEarlierVersion(dataDir)
  t.strictSame(await listsOf(dataDir), before, 'without seals')
  t.strictSame(await checkRecords(dataDir), [])
  const told: string[] = []
  await Promise.all([sealRecords(dataDir, line => told.push(line)), sealRecords(dataDir, line => told.push(line))])
  const files = await recordFiles(dataDir)
  t.strictSame((await readdir(`${dataDir}/keys`)).sort(), ['keys.jsonl', 'last-used'], 'all keys in one file')
  t.equal(files.length, 4)
  for (const path of files) {
    for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) t.match(line, /,"seal":"[0-9a-f]{64}"\} *$/, path)
    t.equal((await stat(path)).mode & 0o077, 0)
  }
  t.strictSame(await listsOf(dataDir), before, 'sealed')
  t.match(await storage.keys.find(one.key), { company_id: 1 })
  const states = await Promise.all(files.map(async path => (await stat(path)).ino))
  await sealRecords(dataDir, line => told.push(line))
  t.strictSame(await Promise.all(files.map(async path => (await stat(path)).ino)), states, 'nothing is written again')
  t.strictSame(told, [])
})

t.test('a command that only reads seals nothing; the start of a service, or a command that writes, does', async t => {
  const { dataDir, storage, bo } = await makeStore(t)
  await asEarlierVersion(dataDir)
  const isSealed = async () => (await readFile(`${dataDir}/users/invitations/${bo.id}.json`, 'utf8')).includes('"seal"')
  await storage.keys.list()
  await storage.users.list()
  t.equal(await isSealed(), false)
  await openStorage({ dataDir, databaseUrl: null })
  t.equal(await isSealed(), true)
})

t.test('a key that is revoked while others seal stays revoked', async t => {
  const dataDir = t.testdir()
  const keys = fileKeyStore(`${dataDir}/keys`)
  for (let round = 0; round < 30; round++) {
    await mkdir(`${dataDir}/keys`, { recursive: true })
    const made = await Promise.all(Array.from({ length: 4 }, () => keys.create({ companyId: 1 })))
    await mkdir(`${dataDir}/users/invitations`, { recursive: true })
    await mkdir(`${dataDir}/users/connections`, { recursive: true })
    await asEarlierVersion(dataDir)
    await Promise.all([
      sealRecords(dataDir, () => undefined),
      ...made.map(({ id }) => fileKeyStore(`${dataDir}/keys`).revoke(id)),
      sealRecords(dataDir, () => undefined),
    ])
    const valid = await Promise.all(made.map(({ id }) => fileKeyStore(`${dataDir}/keys`).isValid(id)))
    t.strictSame(valid, [false, false, false, false])
    await rm(`${dataDir}/keys`, { recursive: true })
  }
})

t.test('an unsealed record that the audit log contradicts is set aside, kept and named', async t => {
  const { dataDir, one, three, ada } = await makeStore(t)
  await asEarlierVersion(dataDir)
  const path = `${dataDir}/keys/${one.id}.json`
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('"company_id":1', '"company_id":3'))
  const expiring = `${dataDir}/keys/${three.id}.json`
  await writeFile(expiring, (await readFile(expiring, 'utf8')).replace('"expires_at":null', '"expires_at":"2099-01-01T00:00:00.000Z"'))
  t.match(
    await checkRecords(dataDir),
    [
      { file: `keys/${one.id}.json`, problem: /^says company 3; the audit log says that it was created for company 1 on 20/ },
      { file: `keys/${three.id}.json`, problem: /^expires at 2099.* to expire at no time$/ },
    ].sort((a, b) => (a.file < b.file ? -1 : 1)),
  )
  const told: string[] = []
  await sealRecords(dataDir, line => told.push(line))
  t.equal(told.length, 2)
  t.equal(await fileKeyStore(`${dataDir}/keys`).find(one.key), null)
  t.equal(await readFile(`${dataDir}/keys/${one.id}.contradicted`, 'utf8'), text.replace('"company_id":1', '"company_id":3'))
  t.equal((await checkRecords(dataDir)).filter(({ problem }) => /set aside/.test(problem)).length, 2)

  const storage = auditedStorage(await openStorage({ dataDir, databaseUrl: null }), 'operator:ada', () => undefined)
  for (const { id } of [one, three]) t.equal(await storage.keys.revoke(id), true, 'what cannot be trusted can be revoked')
  t.strictSame(await checkRecords(dataDir), [])
  t.match(await storage.users.list(), [{ id: ada.id }, {}])
})

t.test('records that the audit log names but are missing are reported until revoked', async t => {
  const { dataDir, storage, one, three, ada, bo } = await makeStore(t)
  await changeLine(dataDir, one.id, () => '')
  await rm(`${dataDir}/users/invitations/${bo.id}.json`)
  await rm(`${dataDir}/users/connections/${ada.id}.json`)
  t.match(await checkRecords(dataDir), [
    { file: `keys/keys.jsonl`, problem: new RegExp(`^key ${one.id} is missing; the audit log says that it was created on 20`) },
    { file: `users/connections/${ada.id}.json`, problem: /^missing; the audit log says that it was connected on 20/ },
    { file: `users/invitations/${bo.id}.json`, problem: /^missing; the audit log says that it was invited on 20/ },
  ])
  t.equal(await storage.keys.revoke(one.id), true)
  t.equal(await storage.keys.revoke(one.id), false, 'the log knows by now')
  t.equal(await storage.users.remove(bo.id), true)
  t.equal(await storage.users.remove(ada.id), true)
  t.equal(await storage.keys.revoke('0123456789ab'), false)
  t.strictSame(await checkRecords(dataDir), [])
  await rm(`${dataDir}/keys/keys.jsonl`)
  t.match(await checkRecords(dataDir), [{ file: 'keys/keys.jsonl', problem: new RegExp(three.id) }], 'without the file, too')
})

t.test('a key that works although the audit log says that it was revoked is named', async t => {
  const { dataDir, revoked } = await makeStore(t)
  await changeLine(dataDir, revoked.id, record => sealedText({ ...record, revoked_at: null }))
  t.match(await checkRecords(dataDir), [
    { file: 'keys/keys.jsonl, line 3', problem: /^is active; the audit log says that it was revoked on 20/ },
  ])
})

t.test('a damaged file is refused, reported once and named; it never yields another record', async t => {
  const { dataDir, one, three } = await makeStore(t)
  const files = await recordFiles(dataDir)
  const [keysBefore, usersBefore] = (await listsOf(dataDir)) as [{ id: string }[], { id: string }[], unknown]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), damage(), async (path, change) => {
      const whole = await readFile(path)
      const damaged = change(whole)
      if (damaged.equals(whole)) return
      await writeFile(path, damaged)
      await utimes(path, LONG_AGO, LONG_AGO)
      try {
        const told: string[] = []
        const keys = fileKeyStore(`${dataDir}/keys`, Date.now, undefined, line => told.push(line))
        const users = fileUserStore(`${dataDir}/users`, Date.now, undefined, line => told.push(line))
        const name = path.slice(dataDir.length + 1)
        const isKeys = name === 'keys/keys.jsonl'
        for (let look = 0; look < 2; look++) {
          const listed = await keys.list()
          if (!isKeys) t.strictSame(listed, keysBefore)
          for (const key of listed)
            t.strictSame(
              key,
              keysBefore.find(({ id }) => id === key.id),
            )
          const seen = await users.list()
          if (name.startsWith('users/invitations'))
            t.strictSame(
              seen,
              usersBefore.filter(user => !name.includes(user.id)),
            )
          for (const user of seen)
            t.match(
              usersBefore.find(one => one.id === user.id),
              { email: String, company_id: Number },
            )
          for (const { id: own, key } of [one, three]) {
            const found = await keys.find(key)
            t.strictSame(found?.id, listed.some(({ id }) => id === own) ? own : undefined)
          }
          const problems = (await checkRecords(dataDir)).map(({ file }) => file)
          if (!isKeys) t.strictSame(problems, [name])
          else if (listed.length < keysBefore.length) t.ok(problems.length > 0 && problems.every(file => file.startsWith(name)))
          const lines = told.filter(line => line.includes(name))
          if (look === 1) t.equal(new Set(lines).size, lines.length, 'each told once')
          if (look === 1 && !isKeys) t.equal(told.length, 1)
        }
      } finally {
        await writeFile(path, whole)
        await utimes(path, LONG_AGO, LONG_AGO)
      }
    }),
    { numRuns: 150 },
  )
  t.strictSame(await checkRecords(dataDir), [])
})

t.test('a flipped bit costs at most one key, which is reported, and which verify removes', async t => {
  const { dataDir, storage, revoked } = await makeStore(t)
  const path = `${dataDir}/keys/keys.jsonl`
  const whole = await readFile(path)
  const before = (await storage.keys.list()).map(({ id }) => id)
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      await writeFile(path, flipBit(whole, at, bit))
      await utimes(path, LONG_AGO, LONG_AGO)
      const told: string[] = []
      const keys = fileKeyStore(`${dataDir}/keys`, Date.now, undefined, line => told.push(line))
      const left = (await keys.list()).map(({ id }) => id)
      t.ok(left.length >= before.length - 1)
      t.equal(told.length > 0, left.length < before.length, told.join())
      if (told.length === 0) return
      t.equal(await keys.find(createApiKey()), null)
      t.match(told.at(-1), /^An unknown key was refused, and \d records? of keys (is|are) damaged/)
      t.match(await repairKeys(dataDir, new Date()), [/^Removed \d damaged lines? from keys\/keys.jsonl/])
      const lost = before.find(id => !left.includes(id))!
      const missing = { file: 'keys/keys.jsonl', problem: new RegExp(`^key ${lost} is missing`) }
      t.match(await checkRecords(dataDir), lost === revoked.id ? [] : [missing], 'a revoked key is not missed')
      t.strictSame(
        (await fileKeyStore(`${dataDir}/keys`).list()).map(({ id }) => id),
        left,
      )
    }),
    { numRuns: 100 },
  )
})

t.test('records that change places are found', async t => {
  const { dataDir, one, three, revoked } = await makeStore(t)
  const path = `${dataDir}/keys/keys.jsonl`
  const text = await readFile(path, 'utf8')
  for (const [a, b] of [
    [one, three],
    [one, revoked],
  ] as const) {
    await writeFile(path, text.replaceAll(a.id, 'aside').replaceAll(b.id, a.id).replaceAll('aside', b.id))
    const keys = fileKeyStore(`${dataDir}/keys`)
    for (const { key } of [a, b]) t.equal(await keys.find(key), null)
    t.equal((await checkRecords(dataDir)).filter(({ file }) => file.startsWith('keys/keys.jsonl, line')).length, 2)
  }
  await writeFile(path, text)
  t.strictSame(await checkRecords(dataDir), [])
})

t.test('half written files that a killed process left are removed, records never', async t => {
  const { dataDir } = await makeStore(t)
  const files = await recordFiles(dataDir)
  for (const [name, age] of [
    ['keys/0123456789ab.json.aaaa.tmp', 7200],
    ['keys/0123456789ab.json.bbbb.tmp', 0],
  ] as const) {
    await writeFile(`${dataDir}/${name}`, '{')
    await utimes(`${dataDir}/${name}`, Date.now() / 1000 - age, Date.now() / 1000 - age)
  }
  await sealRecords(dataDir, () => undefined)
  t.strictSame((await recordFiles(dataDir)).sort(), [...files, `${dataDir}/keys/0123456789ab.json.bbbb.tmp`].sort())
})

t.test('an export secret that is cut or empty is refused, and named', async t => {
  const { dataDir } = await makeStore(t)
  await fileAuditLog(`${dataDir}/audit`).append({ action: 'export.made', actor: 'service', target: 'app:1' })
  for (const text of ['', '\0'.repeat(43), 'abc']) {
    await writeFile(`${dataDir}/export-secret`, text)
    t.match(await checkRecords(dataDir), [{ file: 'export-secret', problem: /too short/ }])
  }
  await writeFile(`${dataDir}/export-secret`, `${'a'.repeat(43)}.00000000`)
  t.match(await checkRecords(dataDir), [{ file: 'export-secret', problem: /checksum/ }])
  await writeFile(`${dataDir}/export-secret`, 'a secret of the operator')
  t.strictSame(await checkRecords(dataDir), [])
})
