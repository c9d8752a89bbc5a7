import t from 'tap'
import { emptyDatabase, startMariaDb } from '../support/mariadb.ts'
import { startProcess } from '../support/process.ts'

const EXPORT_SECRET = 'a secret of these tests'

const until = async (met: () => Promise<boolean> | boolean): Promise<boolean> => {
  for (let turn = 0; turn < 300; turn++) {
    if (await met()) return true
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return false
}

t.test('a database that is down at start, down later, and back again', async t => {
  const server = await startMariaDb(t)
  if (server === undefined) return
  const url = (await emptyDatabase(t, server))!
  await server.stop()
  const starting = startProcess(t, { DATA_DIR: t.testdir(), DATABASE_URL: url, EXPORT_SECRET })
  await new Promise(resolve => setTimeout(resolve, 3000))
  await server.start()
  const service = await starting
  t.match(service.stderr(), /Waiting for the database: connect ECONNREFUSED/, 'it waited')
  const key = /^API key: (\S+)$/m.exec(service.stdout())![1]!
  const get = (path: string) => fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
  const apps = await (await get('/v1/apps')).json() as { id: number }[]
  const report = `/v1/report?appId=${apps[0]!.id}&granularity=campaign`
  t.equal((await get(report)).status, 200)

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await server.stop(signal)
    t.ok(await until(async () => (await get('/v1/apps')).status === 503), 'nothing is answered that cannot be checked')
    for (const path of ['/v1/apps', `${report}&networks=x`, `/v1/recommendations?appId=${apps[0]!.id}`, '/readyz']) {
      const answer = await get(path)
      t.match([answer.status, await answer.json()], [503, { code: 'unavailable' }], path)
      t.match(answer.headers.get('retry-after'), /^[1-9]/)
    }
    t.equal((await get('/healthz')).status, 200, 'the process lives')
    await server.start()
    t.ok(await until(async () => (await get('/readyz')).status === 200), 'back again')
    t.equal((await get(`${report}&networks=y`)).status, 200)
    t.equal((await get('/v1/apps')).status, 200)
  }
  service.signal('SIGTERM')
  t.equal((await service.ended).code, 0)
})
