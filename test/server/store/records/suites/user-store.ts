import type { Test } from 'tap'
import type { Login, UserStore } from '../../../../../server/core/access/users.ts'
import type { SteadyClock } from '../../../../../server/core/runtime/shared-work.ts'
import { LOOK_ALIKE } from '../../../../support/look-alike.ts'

/** One more way to the users of a place, as another process or node has it. */
export type OpenUsers = (clock?: () => number, steady?: SteadyClock) => UserStore

export const ADA: Login = {
  issuer: 'https://a.example',
  subject: 'ada',
  verifiedEmail: 'Ada@Example.com',
  name: 'Ada',
}

/** Maximum age, in ms, of a store's view of a user. */
const KNOWN_AGE = 1000
/** The same of one whom it does not know. */
const UNKNOWN_AGE = 50

/** What every user store does; `empty` makes a place without users for one case. */
export async function holdsForEveryUserStore(
  t: Test,
  empty: (t: Test) => Promise<OpenUsers>,
): Promise<void> {
  for (const processes of [1, 2]) {
    await t.test(
      `${processes} processes share an invitation, a first login and a removal`,
      async t => {
        const open = await empty(t)
        const now = Date.parse('2026-04-01T12:00:00Z')
        let steady = 1
        const one = open(
          () => now,
          () => steady,
        )
        const two =
          processes === 1
            ? one
            : open(
                () => now,
                () => steady,
              )
        /** A change is visible elsewhere after this many ms, and to its own store at once. */
        const shows = (age: number) => {
          if (one !== two) steady += age + 1
        }
        t.strictSame(await one.list(), [])
        t.equal(await two.connect(ADA), null)

        const invited = await one.invite({ companyId: 3, email: 'ada@example.com' })
        const expected = {
          id: invited.id,
          company_id: 3,
          email: 'ada@example.com',
          name: null,
          invited_at: '2026-04-01T12:00:00.000Z',
          connected_at: null,
        }
        t.strictSame(invited, expected)
        t.strictSame(await two.list(), [expected])
        t.equal(await one.isConnected(invited.id), false)
        shows(UNKNOWN_AGE)

        const connected = { ...expected, name: 'Ada', connected_at: '2026-04-01T12:00:00.000Z' }
        t.strictSame(await two.connect(ADA), connected)
        t.equal(await two.isConnected(invited.id), true)
        shows(UNKNOWN_AGE)
        t.strictSame(await one.connect({ ...ADA, verifiedEmail: null, name: null }), connected)
        t.strictSame(await one.list(), [connected])
        await t.rejects(two.invite({ companyId: 3, email: 'ADA@example.com' }), {
          message: /connected to company 3/,
        })
        t.equal(
          await two.connect({ ...ADA, issuer: 'https://b.example' }),
          null,
          'the same subject of another issuer is somebody else',
        )
        t.equal(await two.connect({ ...ADA, subject: 'Ada' }), null)

        t.equal(await one.remove(invited.id), true)
        t.equal(await one.isConnected(invited.id), false)
        t.equal(await one.remove(invited.id), false)
        shows(KNOWN_AGE)
        t.equal(await two.connect(ADA), null, 'within 5 s elsewhere')
        t.equal(await two.isConnected(invited.id), false)
        t.strictSame(await two.list(), [])
        for (const id of ['../../x', '', 'zzzzzzzzzzzz']) {
          t.equal(await one.remove(id), false)
          t.equal(await one.isConnected(id), false)
        }
      },
    )
  }

  await t.test('an address belongs to one user', async t => {
    const users = (await empty(t))()
    const { id } = await users.invite({ companyId: 3, email: 'ada@example.com' })
    await t.rejects(users.invite({ companyId: 4, email: 'ADA@example.com' }), {
      message: new RegExp(`already invited to company 3.*${id}`),
    })
    await users.connect(ADA)
    await t.rejects(users.invite({ companyId: 3, email: 'ada@example.com' }), {
      message: /connected to company 3/,
    })
    for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c']) {
      await t.rejects(users.invite({ companyId: 3, email }), { message: /not an email address/ })
    }
  })

  await t.test('addresses that only look alike differ', async t => {
    const open = await empty(t)
    const [one, two] = [open(), open()]
    await one.invite({ companyId: 3, email: 'kate@example.com' })
    for (const verifiedEmail of LOOK_ALIKE)
      t.equal(await two.connect({ ...ADA, verifiedEmail }), null, JSON.stringify(verifiedEmail))
    for (const email of LOOK_ALIKE)
      await t.rejects(one.invite({ companyId: 4, email }), {
        message: /is not (in ASCII|an email address)/,
      })
    await t.rejects(one.invite({ companyId: 4, email: `${'a'.repeat(250)}@b.example` }), {
      message: /at most 254 characters/,
    })
    t.match(await two.connect({ ...ADA, verifiedEmail: 'KATE@EXAMPLE.COM' }), { company_id: 3 })
  })

  await t.test('one of many concurrent claims of an invitation succeeds', async t => {
    const open = await empty(t)
    await open().invite({ companyId: 3, email: 'ada@example.com' })
    const racers = Array.from({ length: 8 }, (_, i) => ({
      users: open(),
      login: { ...ADA, subject: `ada-${i}` },
    }))
    const results = await Promise.all(racers.map(({ users, login }) => users.connect(login)))
    t.equal(results.filter(user => user !== null).length, 1)
  })

  await t.test('the first concurrent requests of a user all pass', async t => {
    const open = await empty(t)
    const users = open()
    const { id } = await users.invite({ companyId: 3, email: 'ada@example.com' })
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 ? users : open()).connect(ADA)),
    )
    t.strictSame(
      results.map(user => user?.id),
      Array(8).fill(id),
    )
  })

  await t.test('other processes and a restart see the change', async t => {
    const open = await empty(t)
    let steady = 0
    const [server, cli] = [open(Date.now, () => steady), open()]
    t.equal(await server.connect(ADA), null)
    const { id } = await cli.invite({ companyId: 3, email: 'ada@example.com' })
    steady += UNKNOWN_AGE
    t.match(await server.connect(ADA), { id })
    t.match(await open().connect(ADA), { id })
    await cli.remove(id)
    const again = await cli.invite({ companyId: 3, email: 'ada@example.com' })
    t.not((await open().connect(ADA))?.id, id)
    t.match(await open().connect(ADA), { id: again.id })
  })
}
