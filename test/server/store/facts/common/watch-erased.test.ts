import { join } from 'node:path'
import t from 'tap'
import { watchErased } from '../../../../../server/store/facts/common/watch-erased.ts'
import { EMPTY_CATALOG, type ErasedApp } from '../../../../../server/core/model/catalog.ts'

t.test(
  'each machine erases an erased app once, also after a restart, and retries failures',
  async t => {
    const noteFile = join(t.testdir(), 'spool', 'erased.json')
    let erased: ErasedApp[] | undefined
    const store = { catalog: async () => ({ ...EMPTY_CATALOG, ...(erased && { erased }) }) }
    const calls: (readonly number[])[] = []
    let isBroken = false
    const watch = () =>
      watchErased({
        store,
        noteFile,
        async erase(apps) {
          calls.push(apps)
          if (isBroken) throw new Error('broken')
        },
      })
    const first = watch()
    await first.look()
    t.strictSame(calls, [])
    erased = [7, 8].map(app_id => ({ app_id, since: '2026-01-01T00:00:00.000Z' }))
    isBroken = true
    await t.rejects(first.look(), { message: 'broken' })
    isBroken = false
    await first.look()
    await first.look()
    t.strictSame(calls.splice(0), [
      [7, 8],
      [7, 8],
    ])
    first.stop()

    const second = watch()
    t.teardown(() => second.stop())
    await second.look()
    t.strictSame(calls, [], 'the machine remembers it')
    erased = [erased[0]!, { app_id: 8, since: '2026-02-02T00:00:00.000Z' }]
    await second.look()
    t.strictSame(calls, [[8]], 'an app that was delivered again, and erased again')
  },
)
