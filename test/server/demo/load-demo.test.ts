import { existsSync, readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { loadDemo } from '../../../server/demo/load-demo.ts'
import { withStorage } from '../../../server/store/facts/open-storage.ts'

/** The nice value of the import that this process has started, or undefined. See proc_pid_stat(5). */
function niceOfImport(): number | undefined {
  const children = readdirSync('/proc/self/task').flatMap(id =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').trim().split(' '),
  )
  const child = children.find(
    id => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('import-process'),
  )
  if (child === undefined) return undefined
  const stat = readFileSync(`/proc/${child}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}

const linux = existsSync('/proc/self/task')
  ? {}
  : { skip: 'There is no /proc to find processes in.' }

t.test(
  'the demo loads with the priority of requests, since no client is served before it is published',
  linux,
  async t => {
    const place = { dataDir: t.testdir(), databaseUrl: null }
    const seen = new Set<number | undefined>()
    const timer = setInterval(() => seen.add(niceOfImport()), 50)
    await withStorage(place, async storage => {
      const store = await storage.openStore()
      await loadDemo(place, storage, await store.catalog(), () => undefined)
      t.equal((await store.catalog()).apps.length > 0, true)
      await store.close()
    })
    clearInterval(timer)
    seen.delete(undefined)
    t.equal([...seen][0], 0)
    t.strictSame([...seen].slice(1), seen.size > 1 ? [10] : [], 'it then prepares first responses')
  },
)
