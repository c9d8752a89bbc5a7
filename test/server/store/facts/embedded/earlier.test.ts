import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { AuditEntry } from '../../../../../server/core/access/audit.ts'
import { createApiKey, hashApiKey } from '../../../../../server/core/access/keys.ts'
import { admin } from '../../../../support/admin.ts'
import { collectGarbage } from '../../../../support/collect-garbage.ts'
import { ask, askAll, type Answers } from '../../../../support/store/store-answers.ts'
import { firstDelivery } from '../../../../support/store/deliveries.ts'
import { sealed, summed, write, writeCatalog } from '../../../../support/store/earlier-versions.ts'
import { openService } from '../../../../support/store/open-service.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const ADA = {
  issuer: 'https://a.example',
  subject: 'ada',
  verifiedEmail: 'ada@example.com',
  name: 'Ada',
}
const AT = '2026-02-03T04:05:06.789Z'

/** Files of version 1.2, as it wrote them, and what they say. */
interface Earlier {
  dir: string
  answers: Answers
  keys: Record<'active' | 'revoked', string>
  entries: AuditEntry[]
}

function id(digit: string): string {
  return digit.repeat(12)
}

async function earlierStore(t: Test): Promise<Earlier> {
  const dir = temporaryFolder(t)
  const service = await openService(dir)
  await service.load(firstDelivery())
  const answers = await askAll(service.server)
  await service.stop()
  await writeCatalog(dir)
  await rm(join(dir, 'records'), { recursive: true })
  await rm(join(dir, 'spool'), { recursive: true })

  const keys = { active: createApiKey(), revoked: createApiKey() }
  const key = (own: string, secret: string, revoked_at: string | null) =>
    sealed({
      id: id(own),
      company_id: 1,
      name: 'Ça "1"',
      created_at: AT,
      expires_at: null,
      revoked_at,
      sha256: hashApiKey(secret),
    })
  await write(
    dir,
    'keys/keys.jsonl',
    `${key('a', keys.active, null)}                      \n${key('b', keys.revoked, AT)}\n`,
  )
  await write(dir, `keys/last-used/${id('a')}`, '')
  await utimes(join(dir, `keys/last-used/${id('a')}`), new Date(AT), new Date(AT))
  const invitation = (own: string, email: string) =>
    sealed({ id: id(own), company_id: 1, email, invited_at: AT })
  await write(dir, `users/invitations/${id('c')}.json`, invitation('c', 'ada@example.com'))
  await write(dir, `users/invitations/${id('d')}.json`, invitation('d', 'bo@example.com'))
  const { issuer, subject, name } = ADA
  await write(
    dir,
    `users/connections/${id('c')}.json`,
    sealed({ user_id: id('c'), issuer, subject, name, connected_at: AT }),
  )
  const entries: AuditEntry[] = ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'].map(
    (at, index) => ({
      at,
      action: 'key.created',
      actor: 'operator:ada',
      companyId: 1,
      target: `key:${id(index === 0 ? 'a' : 'b')}`,
      details: { name: 'Ça "1"', expires: null },
    }),
  )
  for (const entry of entries)
    await write(dir, `audit/${entry.at.slice(0, 7)}.jsonl`, summed(entry))
  return { dir, answers, keys, entries }
}

async function compare(t: Test, { dir, answers, keys, entries }: Earlier): Promise<void> {
  const service = await openService(dir)
  try {
    for (const [url, { content }] of await askAll(service.server))
      t.equal(content, answers.get(url)!.content, url)
    t.equal((await ask(service.server, '/v1/apps', keys.active)).status, 200)
    t.equal((await ask(service.server, '/v1/apps', keys.revoked)).status, 401)
    const audited: AuditEntry[] = []
    for await (const entry of service.storage.audit.entries()) audited.push(entry)
    t.strictSame(audited.slice(0, entries.length), entries)
    t.match(
      (await service.keys.list()).map(({ id, name, revoked_at }) => ({ id, name, revoked_at })),
      [
        { id: id('a'), name: 'Ça "1"', revoked_at: null },
        { id: id('b'), revoked_at: AT },
      ],
    )
    t.match(await service.users.list(), [
      { id: id('c'), email: 'ada@example.com', name: 'Ada', connected_at: AT },
      { id: id('d'), connected_at: null },
    ])
    t.match(await service.users.connect({ ...ADA, verifiedEmail: null }), { id: id('c') })
  } finally {
    await service.stop()
  }
}

async function namesIn(dir: string): Promise<string[]> {
  return (await readdir(dir))
    .filter(name => !['export-secret', 'spill', 'spool', 'staging'].includes(name))
    .sort()
}

t.test('the first start migrates a store of version 1.2 into the records', async t => {
  const earlier = await earlierStore(t)
  const before = await readFile(join(earlier.dir, 'keys/keys.jsonl'))
  t.match(
    (await admin(earlier.dir, 'keys', 'list', '--json')).stdout,
    AT,
    'a command may be the first, too',
  )
  t.same(await namesIn(earlier.dir), ['deliveries', 'records', 'trash'])
  await compare(t, earlier)
  const [batch] = await readdir(join(earlier.dir, 'trash'))
  const kept = join(earlier.dir, 'trash', batch!, 'store-of-1.2')
  t.same((await readdir(kept)).sort(), ['audit', 'catalog.json', 'keys', 'users'])
  t.same(await readFile(join(kept, 'keys/keys.jsonl')), before)
  t.match(await admin(earlier.dir, 'verify'), { code: 0 })
})

t.test('an interrupted upgrade is completed', async t => {
  const earlier = await earlierStore(t)
  const aside = temporaryFolder(t)
  await cp(earlier.dir, aside, { recursive: true, preserveTimestamps: true })
  await write(earlier.dir, 'records/records.sqlite.0123456789ab.new', 'a part')
  await compare(t, earlier)
  await collectGarbage()
  // Before the last files were moved.
  for (const name of ['catalog.json', 'users'])
    await cp(join(aside, name), join(earlier.dir, name), { recursive: true })
  await compare(t, earlier)
  t.same(await namesIn(earlier.dir), ['deliveries', 'records', 'trash'])
})

t.test('damaged keys, users and entries stay refused and are named', async t => {
  const earlier = await earlierStore(t)
  const { dir } = earlier
  const flip = async (name: string, from: string, to: string) =>
    await writeFile(join(dir, name), (await readFile(join(dir, name), 'utf8')).replace(from, to))
  await flip('keys/keys.jsonl', `"${id('a')}","company_id":1`, `"${id('a')}","company_id":2`)
  await flip(`users/invitations/${id('d')}.json`, 'bo@', 'bu@')
  await flip('audit/2026-01.jsonl', 'operator:ada', 'operator:bob')
  const { stderr } = await admin(dir, 'keys', 'list')
  for (const name of [
    'keys/keys.jsonl, line 1',
    `users/invitations/${id('d')}.json`,
    'audit/2026-01.jsonl',
  ])
    t.match(stderr, name)
  const service = await openService(dir)
  t.equal((await ask(service.server, '/v1/apps', earlier.keys.active)).status, 401)
  t.match(await service.users.list(), [{ id: id('c') }])
  await service.stop()
})

t.test('a damaged catalog or a store of version 1.1 is refused and stays unchanged', async t => {
  const earlier = await earlierStore(t)
  const catalog = await readFile(join(earlier.dir, 'catalog.json'), 'utf8')
  const refused = async (message: RegExp) => {
    const { code, stderr } = await admin(earlier.dir, 'keys', 'list')
    t.match({ code, stderr }, { code: 1, stderr: message })
    t.same(
      (await namesIn(earlier.dir)).filter(name => name !== 'records'),
      ['audit', 'catalog.json', 'deliveries', 'keys', 'users'],
    )
  }
  await writeFile(join(earlier.dir, 'catalog.json'), catalog.replace('Game 1', 'Game 2'))
  await refused(/catalog\.json .*fails its checksum/)
  await writeFile(join(earlier.dir, 'catalog.json'), catalog)
  await write(earlier.dir, `keys/${id('e')}.json`, '{}')
  await refused(/before 1\.2: start version 1\.2/)
})
