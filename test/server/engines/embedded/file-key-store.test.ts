import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import t from 'tap'
import { createApiKey } from '../../../../server/access/keys/api-key.ts'
import { fileKeyStore } from '../../../../server/engines/embedded/file-key-store.ts'
import { smallDisk } from '../../../support/full-disk.ts'

t.test('a key is found by what only its owner has', async t => {
  const dir = t.testdir()
  const store = fileKeyStore(`${dir}/keys`, () => Date.parse('2026-05-06T07:08:09.010Z'))
  t.equal(await store.find(createApiKey()), null, 'an empty store has none')
  const { id, key } = await store.create({ companyId: 3, name: 'CI' })
  t.same(await store.find(key), {
    id,
    company_id: 3,
    name: 'CI',
    created_at: '2026-05-06T07:08:09.010Z',
    expires_at: null,
    revoked_at: null,
  })
  t.equal(await store.find(createApiKey()), null)
  t.equal(await store.find('nonsense'), null)
})

t.test('the key itself is kept nowhere', async t => {
  const dir = t.testdir()
  const store = fileKeyStore(dir)
  const { id, key } = await store.create({ companyId: 3 })
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()).map(entry => entry.name)
  t.same(names, [`${id}.json`])
  const text = await readFile(`${dir}/${id}.json`, 'utf8')
  t.notMatch(text, key)
  t.notMatch(text, key.slice('uascope_'.length))
  t.equal((await stat(`${dir}/${id}.json`)).mode & 0o077, 0, 'nobody else reads it')
  t.notMatch(JSON.stringify(await store.list()), /sha256|[0-9a-f]{64}/)
})

t.test('a key works through its last day, UTC', async t => {
  let now = Date.parse('2026-02-01T12:00:00Z')
  const store = fileKeyStore(t.testdir(), () => now)
  const { id, key } = await store.create({ companyId: 3, expires: '2026-02-28' })
  now = Date.parse('2026-02-28T23:59:59.999Z')
  t.equal((await store.find(key))?.id, id)
  now = Date.parse('2026-03-01T00:00:00Z')
  t.equal(await store.find(key), null)
  for (const expires of ['2026-02-30', '2026-2-3', 'tomorrow', '', '2026-02-28T00:00:00Z']) {
    await t.rejects(store.create({ companyId: 3, expires }), { message: /YYYY-MM-DD/ }, expires)
  }
  t.equal((await store.list()).length, 1)
})

t.test('a revoked key stays revoked', async t => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const store = fileKeyStore(t.testdir(), () => now)
  const { id, key } = await store.create({ companyId: 3 })
  const other = await store.create({ companyId: 3 })
  t.equal(await store.revoke(id), true)
  now += 1000
  t.equal(await store.revoke(id), true)
  t.equal((await store.list()).find(record => record.id === id)?.revoked_at, '2026-01-01T00:00:00.000Z')
  for (const wrong of ['000000000000', '', '../../etc/passwd', `../keys/${id}`, `${id}.json`])
    t.equal(await store.revoke(wrong), false, wrong)
  t.equal(await store.find(key), null)
  t.equal((await store.find(other.key))?.id, other.id)
})

t.test('a key is revoked for every process, whoever knew it, with its moment and all that was known of it', async t => {
  let now = Date.parse('2026-01-01T00:00:00.123Z')
  const dir = t.testdir()
  const [one, two] = [fileKeyStore(dir, () => now), fileKeyStore(dir, () => now)]
  const { id, key } = await one.create({ companyId: 3, name: 'CI' })
  t.ok(await two.find(key))
  t.equal(await two.isValid(id), true)
  now += 5000
  await one.revoke(id)
  now += 5000
  t.equal(await two.revoke(id), true, 'again')
  t.equal(await two.find(key), null)
  t.equal(await two.isValid(id), false)
  for (const store of [one, two, fileKeyStore(dir)]) {
    t.match(await store.list(3), [{ id, name: 'CI', created_at: '2026-01-01T00:00:00.123Z', revoked_at: '2026-01-01T00:00:05.123Z' }])
  }
})

t.test('a key that was revoked in its record stays so', async t => {
  const dir = t.testdir()
  const store = fileKeyStore(dir)
  const { id, key } = await store.create({ companyId: 3 })
  const record = JSON.parse(await readFile(`${dir}/${id}.json`, 'utf8'))
  await writeFile(`${dir}/${id}.json`, JSON.stringify({ ...record, revoked_at: '2026-01-01T00:00:00.000Z' }))
  for (const again of [false, true]) {
    if (again) t.equal(await store.revoke(id), true)
    t.equal(await fileKeyStore(dir).find(key), null)
    t.equal(await fileKeyStore(dir).isValid(id), false)
    t.match(await store.list(), [{ id, revoked_at: '2026-01-01T00:00:00.000Z' }])
  }
})

t.test('whether a key is valid is told by its id, too', async t => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const store = fileKeyStore(t.testdir(), () => now)
  t.equal(await store.isValid('000000000000'), false)
  const { id } = await store.create({ companyId: 3, expires: '2026-01-31' })
  t.equal(await store.isValid(id), true)
  now = Date.parse('2026-02-01T00:00:00Z')
  t.equal(await store.isValid(id), false)
})

t.test('on a full disk keys work and are revoked; one that cannot be made leaves nothing', async t => {
  const disk = await smallDisk(t, 2 ** 20)
  if (disk === undefined) return
  const dir = `${disk.dir}/keys`
  let now = 0
  const [store, server] = [fileKeyStore(dir), fileKeyStore(dir, Date.now, () => now)]
  const { id, key } = await store.create({ companyId: 3, name: 'CI' })
  t.ok(await server.find(key))
  await disk.fill()
  await t.rejects(store.create({ companyId: 3 }), { code: 'ENOSPC' })
  t.same((await readdir(dir)).sort(), [`${id}.json`, 'last-used'])
  t.ok(await fileKeyStore(dir).find(key))
  t.equal(await store.revoke(id), true)
  now += 1000
  t.equal(await server.find(key), null, 'the running server sees it')
  t.match(await server.list(), [{ id, name: 'CI', revoked_at: /^20/ }])
})

t.test('keys are listed, oldest first, by company', async t => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const store = fileKeyStore(t.testdir(), () => now)
  t.same(await store.list(), [])
  for (const [companyId, name] of [
    [2, 'a'],
    [1, 'b'],
    [2, 'c'],
  ] as const) {
    await store.create({ companyId, name })
    now += 1
  }
  t.same(
    (await store.list()).map(record => record.name),
    ['a', 'b', 'c'],
  )
  t.same(
    (await store.list(2)).map(record => record.name),
    ['a', 'c'],
  )
  t.same(await store.list(9), [])
})

t.test('last use is noted, at most once a minute', async t => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const dir = t.testdir()
  const store = fileKeyStore(dir, () => now)
  const { id } = await store.create({ companyId: 3 })
  const lastUsed = async () => (await fileKeyStore(dir).list())[0]?.last_used_at
  t.equal(await lastUsed(), null)
  await store.touch(id)
  t.equal(await lastUsed(), '2026-01-01T00:00:00.000Z')
  now += 59_999
  await store.touch(id)
  t.equal(await lastUsed(), '2026-01-01T00:00:00.000Z')
  now += 1
  await store.touch(id)
  t.equal(await lastUsed(), '2026-01-01T00:01:00.000Z')
  await store.touch('../x')
  t.same((await readdir(dir)).sort(), [`${id}.json`, 'last-used'])
})

t.test('a damaged file locks nobody out', async t => {
  const dir = t.testdir()
  const store = fileKeyStore(dir)
  const { key, id } = await store.create({ companyId: 3 })
  await writeFile(`${dir}/aaaaaaaaaaaa.json`, '{"id": "aaaa')
  await writeFile(`${dir}/bbbbbbbbbbbb.json`, '{}')
  await writeFile(`${dir}/notes.txt`, 'hello')
  t.equal((await store.find(key))?.id, id)
  t.equal((await store.list()).length, 1)
})

t.test('a store that cannot be read is an error, not a store without keys', async t => {
  const dir = t.testdir({ keys: 'a file' })
  await t.rejects(fileKeyStore(`${dir}/keys`).find(createApiKey()), { code: 'ENOTDIR' })
})

t.test('a key that was made elsewhere works at once, though others are known', async t => {
  const dir = t.testdir()
  let now = 0
  const [one, two] = [fileKeyStore(dir), fileKeyStore(dir, Date.now, () => now)]
  const known = await one.create({ companyId: 3 })
  t.ok(await two.find(known.key))
  const { id, key } = await one.create({ companyId: 3 })
  now += 50
  t.equal((await two.find(key))?.id, id)
})

t.test('changes of another process show within seconds', async t => {
  const dir = t.testdir()
  await mkdir(`${dir}/keys`)
  const store = fileKeyStore(`${dir}/keys`)
  t.equal(await store.find(createApiKey()), null)

  const { id, key } = JSON.parse(await elsewhere(`console.log(JSON.stringify(await store.create({ companyId: 5 })))`)) as {
    id: string
    key: string
  }
  t.equal(
    (
      await until(
        () => store.find(key),
        record => record !== null,
      )
    )?.company_id,
    5,
  )
  await elsewhere(`await store.revoke('${id}')`)
  t.equal(
    await until(
      () => store.find(key),
      record => record === null,
    ),
    null,
  )

  function elsewhere(code: string): Promise<string> {
    const source = `import { fileKeyStore } from './server/engines/embedded/file-key-store.ts'; const store = fileKeyStore('${dir}/keys'); ${code}`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return new Promise((resolve, reject) => {
      let out = ''
      child.stdout.on('data', chunk => {
        out += String(chunk)
      })
      child.on('close', code => (code === 0 ? resolve(out) : reject(new Error(`exit code ${code}`))))
    })
  }

  async function until<T>(ask: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
    const end = Date.now() + 5000
    for (;;) {
      const value = await ask()
      if (done(value) || Date.now() > end) return value
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
})
