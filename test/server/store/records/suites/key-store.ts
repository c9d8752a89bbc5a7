import type { Test } from 'tap'
import { createApiKey, type KeyStore } from '../../../../../server/core/access/keys.ts'
import type { SteadyClock } from '../../../../../server/core/runtime/shared-work.ts'

/** A place without keys. */
export interface KeyPlace {
  /** One more way to its keys, as another process or node has it. */
  open(clock?: () => number, steady?: SteadyClock): KeyStore
  /** All that is kept there, as text. */
  kept(): Promise<string>
}

/** Maximum age, in ms, of a store's view of a key. */
const KNOWN_AGE = 1000

/** What every key store does; `empty` makes a place for one case. */
export async function holdsForEveryKeyStore(
  t: Test,
  empty: (t: Test) => Promise<KeyPlace>,
): Promise<void> {
  await t.test('a key is found only by its secret', async t => {
    const store = (await empty(t)).open(() => Date.parse('2026-05-06T07:08:09.010Z'))
    t.equal(await store.find(createApiKey()), null, 'an empty store has none')
    const { id, key } = await store.create({ companyId: 3, name: 'Ça \u0000 "1" \\' })
    t.strictSame(await store.find(key), {
      id,
      company_id: 3,
      name: 'Ça \u0000 "1" \\',
      created_at: '2026-05-06T07:08:09.010Z',
      expires_at: null,
      revoked_at: null,
    })
    t.equal(await store.find(createApiKey()), null)
    t.equal(await store.find('nonsense'), null)
  })

  await t.test('the key itself is stored nowhere', async t => {
    const place = await empty(t)
    const store = place.open()
    const { id, key } = await store.create({ companyId: 3 })
    const kept = await place.kept()
    t.match(kept, id)
    for (const part of [key, key.slice('uascope_'.length), key.slice('uascope_'.length, -6)])
      t.notMatch(kept, part)
    t.notMatch(JSON.stringify(await store.list()), /sha256|[0-9a-f]{64}/)
  })

  await t.test('a key works through its last day, UTC', async t => {
    const place = await empty(t)
    let now = Date.parse('2026-02-01T12:00:00Z')
    const [one, two] = [place.open(() => now), place.open(() => now)]
    const { id, key } = await one.create({ companyId: 3, expires: '2026-02-28' })
    now = Date.parse('2026-02-28T23:59:59.999Z')
    for (const store of [one, two]) {
      t.equal((await store.find(key))?.id, id)
      t.equal(await store.isValid(id), true)
    }
    now = Date.parse('2026-03-01T00:00:00Z')
    for (const store of [one, two]) {
      t.equal(await store.find(key), null)
      t.equal(await store.isValid(id), false)
    }
    for (const expires of ['2026-02-30', '2026-2-3', 'tomorrow', '', '2026-02-28T00:00:00Z']) {
      await t.rejects(one.create({ companyId: 3, expires }), { message: /YYYY-MM-DD/ }, expires)
    }
    t.equal((await one.list()).length, 1)
  })

  await t.test('the validity of a key can be queried by id', async t => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const store = (await empty(t)).open(() => now)
    t.equal(await store.isValid('000000000000'), false)
    const { id } = await store.create({ companyId: 3, expires: '2026-01-31' })
    t.equal(await store.isValid(id), true)
    now = Date.parse('2026-02-01T00:00:00Z')
    t.equal(await store.isValid(id), false)
  })

  await t.test('a revoked key stays revoked', async t => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const store = (await empty(t)).open(() => now)
    const { id, key } = await store.create({ companyId: 3 })
    const other = await store.create({ companyId: 3 })
    t.equal(await store.revoke(id), true)
    now += 1000
    t.equal(await store.revoke(id), true)
    t.equal(
      (await store.list()).find(record => record.id === id)?.revoked_at,
      '2026-01-01T00:00:00.000Z',
      'the first time counts',
    )
    for (const wrong of [
      '000000000000',
      '',
      '../../etc/passwd',
      `../keys/${id}`,
      `${id}.json`,
      `${id} `,
      `' OR 1=1 -- `,
    ])
      t.equal(await store.revoke(wrong), false, wrong)
    t.equal(await store.find(key), null)
    t.equal((await store.find(other.key))?.id, other.id)
  })

  await t.test('a key is revoked for every process, and keeps time and history', async t => {
    const place = await empty(t)
    let now = Date.parse('2026-01-01T00:00:00.123Z')
    const [one, two] = [place.open(() => now), place.open(() => now)]
    const { id, key } = await one.create({ companyId: 3, name: 'CI' })
    t.ok(await two.find(key))
    t.equal(await two.isValid(id), true)
    now += 5000
    await one.revoke(id)
    now += 5000
    t.equal(await two.revoke(id), true, 'again')
    t.equal(await two.find(key), null)
    t.equal(await two.isValid(id), false)
    for (const store of [one, two, place.open()]) {
      t.match(await store.list(3), [
        {
          id,
          name: 'CI',
          created_at: '2026-01-01T00:00:00.123Z',
          revoked_at: '2026-01-01T00:00:05.123Z',
        },
      ])
    }
  })

  await t.test(
    'a key revoked by one process is refused by another within 5 s, however busy it is',
    async t => {
      const place = await empty(t)
      let steady = 1
      const [one, two] = [place.open(Date.now, () => steady), place.open(Date.now, () => steady)]
      const { id, key } = await one.create({ companyId: 4 })
      for (const store of [one, two]) t.ok(await store.find(key))
      for (const store of [one, two]) t.equal(await store.isValid(id), true)
      t.equal(await one.revoke(id), true)
      t.equal(await one.isValid(id), false, 'by its id too')
      t.equal(await one.find(key), null, 'at once where it was revoked')
      steady += KNOWN_AGE + 1
      t.equal(await two.find(key), null)
      for (const store of [one, two]) t.equal(await store.isValid(id), false)
    },
  )

  await t.test('a key created elsewhere works immediately, even if others are cached', async t => {
    const place = await empty(t)
    // No time passes: whatever was looked up before, an unknown key is looked up again.
    const [one, two] = [place.open(), place.open(Date.now, () => 0)]
    t.equal(await two.find(createApiKey()), null)
    const known = await one.create({ companyId: 3 })
    t.ok(await two.find(known.key))
    t.equal(await two.isValid('000000000000'), false)
    const [{ id, key }, { id: other }] = [
      await one.create({ companyId: 3 }),
      await one.create({ companyId: 3 }),
    ]
    const [record, isValid] = await Promise.all([two.find(key), two.isValid(other)])
    t.equal(record?.id, id)
    t.equal(isValid, true)
    const during = [
      two.find(createApiKey()),
      one.create({ companyId: 3 }).then(({ key }) => two.find(key)),
    ] as const
    t.equal(await during[0], null)
    t.ok(await during[1], 'also while an unknown one is looked up')
  })

  await t.test('keys are listed, oldest first, by company', async t => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    const store = (await empty(t)).open(() => now)
    t.strictSame(await store.list(), [])
    const made = [
      [2, 'a'],
      [1, 'b'],
      [2, 'c'],
    ] as const
    for (const [companyId, name] of made) {
      await store.create({ companyId, name })
      now += 1
    }
    const names = async (companyId?: number) =>
      (await store.list(companyId)).map(record => record.name)
    t.strictSame(await names(), ['a', 'b', 'c'])
    t.strictSame(await names(2), ['a', 'c'])
    t.strictSame(await store.list(9), [])
  })

  await t.test('last use is recorded at most once a minute', async t => {
    const place = await empty(t)
    let now = Date.parse('2026-01-01T00:00:00Z')
    const store = place.open(() => now)
    const { id } = await store.create({ companyId: 3 })
    now += 1
    const { id: unused } = await store.create({ companyId: 3 })
    now -= 1
    const lastUsed = async () => (await place.open().list())[0]?.last_used_at
    t.equal(await lastUsed(), null)
    const use = async (id: string) => {
      store.touch(id)
      await store.close()
    }
    await use(id)
    t.equal(await lastUsed(), '2026-01-01T00:00:00.000Z')
    now += 59_999
    await use(id)
    t.equal(await lastUsed(), '2026-01-01T00:00:00.000Z')
    now += 1
    await use(id)
    t.equal(await lastUsed(), '2026-01-01T00:01:00.000Z')
    await use('../x')
    t.match(await store.list(3), [
      { id, last_used_at: '2026-01-01T00:01:00.000Z' },
      { id: unused, last_used_at: null },
    ])
    const behind = place.open(() => now - 10_000)
    behind.touch(id)
    await behind.close()
    t.equal(
      await lastUsed(),
      '2026-01-01T00:01:00.000Z',
      'a clock that is behind does not move it back',
    )
  })

  await t.test('uses of several keys are gathered and written together', async t => {
    const place = await empty(t)
    let now = Date.parse('2026-01-01T00:00:00Z')
    const store = place.open(() => now)
    const uses = async () => (await place.open().list()).map(({ last_used_at: used }) => used)
    for (const { id } of [
      await store.create({ companyId: 3 }),
      await store.create({ companyId: 4 }),
    ]) {
      now += 5000
      store.touch(id)
    }
    t.strictSame(await uses(), [null, null], 'not at once')
    await store.close()
    t.strictSame(await uses(), ['2026-01-01T00:00:10.000Z', '2026-01-01T00:00:10.000Z'])
  })
}
