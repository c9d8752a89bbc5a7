import type { Test } from 'tap'
import { type RateLimiter } from '../../../../../server/core/model/caller.ts'

/** A place where nothing is counted yet. */
export interface CountingDestination {
  /** Ways to count there with one budget of 60 requests a minute, one per node where there are several. */
  limiters: RateLimiter[]
  /** Waits `ms`. */
  pass(milliseconds: number): Promise<void>
}

/** What every rate limiter does; `empty` makes a place for one case. */
export async function holdsForEveryRateLimiter(
  t: Test,
  empty: () => Promise<CountingDestination>,
): Promise<void> {
  const nodesOf =
    ({ limiters }: CountingDestination) =>
    (n: number) =>
      limiters[n % limiters.length]!

  await t.test('exactly 60 of 200 concurrent requests pass, over all nodes', async t => {
    const node = nodesOf(await empty())
    const counted = await Promise.all(Array.from({ length: 200 }, (_, n) => node(n).count(1)))
    const passed = counted.filter(({ allowed }) => allowed)
    t.equal(passed.length, 60)
    t.strictSame(
      passed.map(({ remaining }) => remaining).sort((a, b) => a - b),
      Array.from({ length: 60 }, (_, n) => n),
      'each response has the remaining number',
    )
    for (const { allowed, remaining, resetSeconds, limit, windowSeconds } of counted) {
      if (!allowed) t.equal(remaining, 0)
      t.ok(resetSeconds > 50 && resetSeconds <= 60)
      t.strictSame([limit, windowSeconds], [60, 60])
    }
    t.match(await node(0).count(2), { allowed: true, remaining: 59 }, 'another company has its own')
  })

  await t.test('a group of requests passes as a whole or not at all', async t => {
    const node = nodesOf(await empty())
    t.match(await node(0).count(3, 59), { allowed: true, remaining: 1 })
    t.match(await node(1).count(3, 2), { allowed: false, remaining: 1 })
    t.match(await node(2).count(3, 1), { allowed: true, remaining: 0 })
    t.match(await node(0).count(4, 61), { allowed: false, remaining: 60 })
    t.match(
      await node(0).count(4),
      { allowed: true, remaining: 59 },
      'too many at once use nothing up',
    )
    t.match(
      await node(1).count(4, 61),
      { allowed: false, remaining: 59 },
      'with the remaining number',
    )
    const atOnce = await Promise.all([node(0).count(5, 40), node(1).count(5, 40)])
    t.strictSame(atOnce.map(({ allowed }) => allowed).sort(), [false, true])
    t.match(atOnce, [{ remaining: 20 }, { remaining: 20 }])
    t.match(await node(2).count(5, 61), { allowed: false, remaining: 20 })
    t.match(await node(0).count(5, 20), { allowed: true, remaining: 0 })
  })

  await t.test('a window ends as a whole, a minute after its start', async t => {
    const place = await empty()
    const node = nodesOf(place)
    t.match(await node(0).count(5, 60), { allowed: true, remaining: 0 })
    await place.pass(30_000)
    const halfway = await node(1).count(5)
    t.match(halfway, { allowed: false, remaining: 0 })
    t.ok(halfway.resetSeconds > 20 && halfway.resetSeconds <= 30)
    await place.pass(30_000)
    const counted = await Promise.all(Array.from({ length: 90 }, (_, n) => node(n).count(5)))
    t.equal(counted.filter(({ allowed }) => allowed).length, 60)
    t.ok(counted.every(({ resetSeconds }) => resetSeconds > 50 && resetSeconds <= 60))
  })
}
