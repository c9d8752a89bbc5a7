import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { checkRecords, sealRecords } from '../../../../server/engines/embedded/check-records.ts'
import { fileAuditLog } from '../../../../server/engines/embedded/audit-log.ts'
import { fileKeyStore } from '../../../../server/engines/embedded/keys.ts'
import { fileUserStore } from '../../../../server/engines/embedded/users.ts'
import { auditedStorage, openStorage } from '../../../../server/storage/open-storage.ts'
import { damage } from '../../../support/damage.ts'
import fc from '../../../support/fast-check.ts'
import { ADA } from '../suites/user-store.ts'

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

/** Takes the seals off, as if an earlier version had written the files. */
async function unseal(dataDir: string): Promise<void> {
  for (const path of await recordFiles(dataDir)) {
    const { mtime } = await stat(path)
    const { seal: _, ...record } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    await writeFile(path, JSON.stringify(record))
    await utimes(path, mtime, mtime)
  }
}

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
  await unseal(dataDir)
  t.strictSame(await listsOf(dataDir), before, 'without seals')
  t.strictSame(await checkRecords(dataDir), [])
  const told: string[] = []
  await Promise.all([sealRecords(dataDir, line => told.push(line)), sealRecords(dataDir, line => told.push(line))])
  const files = await recordFiles(dataDir)
  t.equal(files.length, 6)
  for (const path of files) {
    t.match(await readFile(path, 'utf8'), /,"seal":"[0-9a-f]{64}"\}$/, path)
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
  await unseal(dataDir)
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
    const made = await Promise.all(Array.from({ length: 4 }, () => keys.create({ companyId: 1 })))
    await mkdir(`${dataDir}/users/invitations`, { recursive: true })
    await mkdir(`${dataDir}/users/connections`, { recursive: true })
    await unseal(dataDir)
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
  await unseal(dataDir)
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
  const { dataDir, storage, one, ada, bo, revoked } = await makeStore(t)
  await rm(`${dataDir}/keys/${one.id}.json`)
  await rm(`${dataDir}/keys/${revoked.id}.revoked`)
  await rm(`${dataDir}/users/invitations/${bo.id}.json`)
  await rm(`${dataDir}/users/connections/${ada.id}.json`)
  t.match(await checkRecords(dataDir), [
    { file: `keys/${one.id}.json`, problem: /^missing; the audit log says that it was created on 20/ },
    { file: `users/connections/${ada.id}.json`, problem: /^missing; the audit log says that it was connected on 20/ },
    { file: `users/invitations/${bo.id}.json`, problem: /^missing; the audit log says that it was invited on 20/ },
  ])
  t.equal(await storage.keys.revoke(one.id), true)
  t.equal(await storage.keys.revoke(one.id), false, 'the log knows by now')
  t.equal(await storage.users.remove(bo.id), true)
  t.equal(await storage.users.remove(ada.id), true)
  t.equal(await storage.keys.revoke('0123456789ab'), false)
  t.strictSame(await checkRecords(dataDir), [])
})

t.test('a key that works although the audit log says that it was revoked is named', async t => {
  const { dataDir, revoked } = await makeStore(t)
  await rename(`${dataDir}/keys/${revoked.id}.revoked`, `${dataDir}/keys/${revoked.id}.json`)
  t.match(await checkRecords(dataDir), [
    { file: `keys/${revoked.id}.json`, problem: /^is active; the audit log says that it was revoked on 20/ },
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
      const { mtime } = await stat(path)
      await writeFile(path, damaged)
      await utimes(path, mtime, mtime)
      try {
        const told: string[] = []
        const keys = fileKeyStore(`${dataDir}/keys`, Date.now, undefined, line => told.push(line))
        const users = fileUserStore(`${dataDir}/users`, Date.now, undefined, line => told.push(line))
        for (let look = 0; look < 2; look++) {
          const name = path.slice(dataDir.length + 1)
          const id = /([0-9a-f]{12})\./.exec(name)![1]!
          t.strictSame(await keys.list(), name.startsWith('keys/') ? keysBefore.filter(key => key.id !== id) : keysBefore)
          const seen = await users.list()
          if (name.startsWith('users/invitations'))
            t.strictSame(
              seen,
              usersBefore.filter(user => user.id !== id),
            )
          for (const user of seen)
            t.match(
              usersBefore.find(one => one.id === user.id),
              { email: String, company_id: Number },
            )
          for (const { id: own, key } of [one, three]) {
            const found = await keys.find(key)
            t.strictSame(found?.id, id === own && name.startsWith('keys/') ? undefined : own)
          }
          t.strictSame(
            (await checkRecords(dataDir)).map(({ file }) => file),
            [name],
          )
          if (look === 1 && !name.endsWith('.revoked')) t.equal(told.length, 1, 'told once')
        }
      } finally {
        await writeFile(path, whole)
        await utimes(path, mtime, mtime)
      }
    }),
    { numRuns: 150 },
  )
  t.strictSame(await checkRecords(dataDir), [])
})

t.test('files that change places are found', async t => {
  const { dataDir, one, three, revoked } = await makeStore(t)
  const swap = async (a: string, b: string) => {
    await rename(`${dataDir}/keys/${a}`, `${dataDir}/keys/aside`)
    await rename(`${dataDir}/keys/${b}`, `${dataDir}/keys/${a}`)
    await rename(`${dataDir}/keys/aside`, `${dataDir}/keys/${b}`)
  }
  for (const [a, b] of [
    [`${one.id}.json`, `${three.id}.json`],
    [`${one.id}.json`, `${revoked.id}.revoked`],
  ] as const) {
    await swap(a, b)
    const keys = fileKeyStore(`${dataDir}/keys`)
    for (const { key } of [one, revoked]) t.equal(await keys.find(key), null)
    t.strictSame(
      (await checkRecords(dataDir)).map(({ file }) => file),
      [`keys/${a}`, `keys/${b}`].sort(),
    )
    await swap(a, b)
  }
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
