import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import t from 'tap'
import { createApiKey } from '../../../../server/access/keys.ts'
import { fileKeyStore } from '../../../../server/engines/embedded/keys.ts'
import { smallDisk } from '../../../support/full-disk.ts'
import { holdsForEveryKeyStore } from '../suites/key-store.ts'

t.test('keys in files', t =>
  holdsForEveryKeyStore(t, async t => {
    const dir = `${t.testdir()}/keys`
    return { open: (clock, steady) => fileKeyStore(dir, clock, steady), kept: () => filesIn(dir) }
  }),
)

/** Names and texts of all files. */
async function filesIn(dir: string): Promise<string> {
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const texts = await Promise.all(files.map(async ({ parentPath, name }) => `${name} ${await readFile(`${parentPath}/${name}`, 'utf8')}`))
  return texts.join('\n')
}

t.test("a key's file is named after its id, and the operator's alone", async t => {
  const dir = t.testdir()
  const store = fileKeyStore(dir)
  const { id } = await store.create({ companyId: 3 })
  const names = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()).map(entry => entry.name)
  t.same(names, [`${id}.json`])
  t.equal((await stat(`${dir}/${id}.json`)).mode & 0o077, 0, 'nobody else reads it')
  await store.touch(id)
  await store.touch('../x')
  t.same((await readdir(dir)).sort(), [`${id}.json`, 'last-used'])
})

t.test('a key that was revoked in its record stays so', async t => {
  const dir = t.testdir()
  const store = fileKeyStore(dir)
  const { id, key } = await store.create({ companyId: 3 })
  const { seal: _, ...record } = JSON.parse(await readFile(`${dir}/${id}.json`, 'utf8')) as Record<string, unknown>
  await writeFile(`${dir}/${id}.json`, JSON.stringify({ ...record, revoked_at: '2026-01-01T00:00:00.000Z' }))
  for (const again of [false, true]) {
    if (again) t.equal(await store.revoke(id), true)
    t.equal(await fileKeyStore(dir).find(key), null)
    t.equal(await fileKeyStore(dir).isValid(id), false)
    t.match(await store.list(), [{ id, revoked_at: '2026-01-01T00:00:00.000Z' }])
  }
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

t.test('a damaged file locks out no one else', async t => {
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
    const source = `import { fileKeyStore } from './server/engines/embedded/keys.ts'; const store = fileKeyStore('${dir}/keys'); ${code}`
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
