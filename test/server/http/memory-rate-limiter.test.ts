import t from 'tap'
import { memoryRateLimiter } from '../../../server/http/callers.ts'
import { holdsForEveryRateLimiter } from '../store/records/suites/rate-limiter.ts'

t.test('each company has one budget in this process', t =>
  holdsForEveryRateLimiter(t, async () => {
    let now = 0
    return {
      limiters: [memoryRateLimiter(60, 60, () => now)],
      pass: async milliseconds => void (now += milliseconds),
    }
  }),
)

t.test('a window ends at the exact millisecond', async t => {
  let now = 0
  const limiter = memoryRateLimiter(1, 1, () => now)
  t.match(await limiter.count(1), { allowed: true, remaining: 0, resetSeconds: 1 })
  t.match(await limiter.count(1), { allowed: false, remaining: 0, resetSeconds: 1 })
  t.match(await limiter.count(2), { allowed: true })
  now = 999
  t.match(await limiter.count(1), { allowed: false, remaining: 0, resetSeconds: 1 })
  now = 1000
  t.match(await limiter.count(1), { allowed: true })
})

t.test('a count above the limit starts no window and uses no budget', async t => {
  t.match(await memoryRateLimiter(60).count(2, 61), {
    allowed: false,
    remaining: 60,
    resetSeconds: 60,
  })
})
