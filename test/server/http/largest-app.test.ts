import t from 'tap'
import { largestApp } from './largest-app.ts'
import { REQUESTS } from './largest-requests.ts'
import { startWatched } from './thread-hold.ts'

/** Ms, the limit of a slow machine; on a quiet one the longest is 49. Processor time for which a request may hold the thread, and how often it is sent at most: a collection of garbage may fall into one. */
const [MOST, TRIES] = [100, 5]

// TAP_GREP runs one operation: its first line is this title, its second the operation's name.
t.test(
  'no operation and no tool blocks the thread of a service with the largest app',
  { timeout: 1_800_000 },
  async t => {
    const { measureProcessor } = await startWatched(t, largestApp())
    for (const [what, request] of Object.entries(REQUESTS)) {
      await t.test(what, async t => {
        const seen: number[] = []
        let status = ''
        while (seen.length < TRIES && !seen.some(ms => ms <= MOST)) {
          const measured = await measureProcessor(request())
          status = measured.status
          seen.push(measured.ms)
        }
        const rounded = seen.map(ms => Math.round(ms)).join(', ')
        t.comment(`${what}: ${rounded} ms`)
        t.equal(status, 'HTTP/1.1 200', what)
        t.ok(Math.min(...seen) <= MOST, `${what}: ${rounded} ms`)
      })
    }
  },
)
