import t from 'tap'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { load, openNode } from '../support/mysql-storage.ts'
import { emptyDatabase, startMariaDb } from '../support/mariadb.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const EXPORT_SECRET = 'a secret of these tests'

t.test(
  'the service handles a database that is down at start, goes down later, and returns',
  async t => {
    const server = await startMariaDb(t)
    if (server === undefined) return
    const url = (await emptyDatabase(t, server))!
    const operator = await openNode(t, url)
    await load(operator, minimalDelivery())
    const { key } = await operator.keys.create({ companyId: 1 })
    await server.stop()
    const service = await startProcess(
      t,
      { DATA_DIR: t.testdir(), DATABASE_URL: url, EXPORT_SECRET },
      async stderr => {
        await until('it waits', () =>
          /Waiting for the database: connect ECONNREFUSED/.test(stderr()),
        )
        await server.start()
      },
    )
    const get = (path: string) =>
      fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
    const apps = (await (await get('/v1/apps')).json()) as { id: number }[]
    const report = `/v1/report?appId=${apps[0]!.id}&granularity=campaign`
    t.equal((await get(report)).status, 200)

    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      await server.stop(signal)
      await until(
        'nothing is answered that cannot be checked',
        async () => (await get('/v1/apps')).status === 503,
      )
      for (const path of [
        '/v1/apps',
        `${report}&networks=x`,
        `/v1/recommendations?appId=${apps[0]!.id}`,
        '/readyz',
      ]) {
        const answer = await get(path)
        t.match([answer.status, await answer.json()], [503, { code: 'unavailable' }], path)
        t.match(answer.headers.get('retry-after'), /^[1-9]/)
      }
      t.equal((await get('/healthz')).status, 200, 'the process lives')
      await server.start()
      await until('it is back again', async () => (await get('/readyz')).status === 200)
      t.equal((await get(`${report}&networks=y`)).status, 200)
      t.equal((await get('/v1/apps')).status, 200)
    }
    service.signal('SIGTERM')
    t.equal((await service.ended).code, 0)
  },
)
