import t from 'tap'
import { mysqlRateLimiter } from '../../../../server/engines/mysql/rate-limiter.ts'
import { administer, migratedNodes } from '../../../support/mariadb.ts'

t.test('one budget per company over all nodes', async t => {
  const database = await migratedNodes(t, 3)
  if (database === undefined) return
  const { url, nodes } = database
  const limiters = nodes.map(node => mysqlRateLimiter(node, 60))

  await t.test('of 200 requests at once, over three nodes, exactly 60 pass', async t => {
    const counted = await Promise.all(Array.from({ length: 200 }, (_, n) => limiters[n % 3]!.count(1)))
    const passed = counted.filter(({ allowed }) => allowed)
    t.equal(passed.length, 60)
    t.strictSame(
      passed.map(({ remaining }) => remaining).sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n),
      'each is told what is left after it',
    )
    for (const { allowed, remaining, resetSeconds, limit, windowSeconds } of counted) {
      if (!allowed) t.equal(remaining, 0)
      t.ok(resetSeconds > 50 && resetSeconds <= 60)
      t.strictSame([limit, windowSeconds], [60, 60])
    }
    t.match(await limiters[0]!.count(2), { allowed: true, remaining: 59 }, 'another company has its own')
  })

  await t.test('several together pass all or not at all', async t => {
    t.match(await limiters[0]!.count(3, 59), { allowed: true, remaining: 1 })
    t.match(await limiters[1]!.count(3, 2), { allowed: false, remaining: 1 })
    t.match(await limiters[2]!.count(3, 1), { allowed: true, remaining: 0 })
    t.match(await limiters[0]!.count(4, 61), { allowed: false, remaining: 60 })
    t.match(await limiters[0]!.count(4), { allowed: true, remaining: 59 }, 'too many at once use nothing up')
    t.match(await limiters[1]!.count(4, 61), { allowed: false, remaining: 59 }, 'and are told what is left')
  })

  await t.test('a window ends as a whole', async t => {
    t.match(await limiters[0]!.count(5, 60), { remaining: 0 })
    await administer(url, 'UPDATE rate_limits SET ends_at = ends_at - 60000 WHERE company_id = 5')
    const counted = await Promise.all(Array.from({ length: 90 }, (_, n) => limiters[n % 3]!.count(5)))
    t.equal(counted.filter(({ allowed }) => allowed).length, 60)
  })
})
