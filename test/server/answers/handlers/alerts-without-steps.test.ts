import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { StoreUnavailable } from '../../../../server/core/model/store.ts'
import { alertRow, minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'

const PATH = '/v1/alerts?appId=1'

interface Alert {
  id: number
  step: object | null
}

async function fileOf(dataDir: string, table: string): Promise<string> {
  const files = await readdir(dataDir, { recursive: true })
  return join(
    dataDir,
    files.find(file => new RegExp(`(^|/)${table}[a-z]*-\\d+\\.parquet$`).test(file))!,
  )
}

t.test(
  'alerts stay readable while recommendations or facts are damaged, without steps',
  async t => {
    const before = await startToolService(t, {
      deliveries: [minimalDelivery({ alerts: [alertRow()] })],
    })
    const whole = await before.get(PATH)
    const alerts = whole.json() as Alert[]
    t.ok(alerts[0]!.step)
    t.equal(whole.headers['withheld-fields'], undefined)
    for (const table of ['recommendations', 'facts']) {
      const { get, result, dataDir, passSecond } = await startToolService(t, {
        deliveries: [minimalDelivery({ alerts: [alertRow()] })],
      })
      const file = await fileOf(dataDir, table)
      const content = await readFile(file)
      await writeFile(
        file,
        content.map(byte => byte ^ 1),
      )
      const damaged = await get(PATH)
      t.equal(damaged.status, 200, table)
      t.equal(damaged.headers['withheld-fields'], 'step;reason=data_damaged')
      t.strictSame(
        damaged.json(),
        alerts.map(alert => ({ ...alert, step: null })),
      )
      t.equal((await get(`${PATH}&sort=-stepGain`)).status, 200)
      const again = await get(PATH, 1, { 'if-none-match': damaged.headers['etag']! })
      t.equal(again.status, 304, 'a copy without steps is current while they are unreadable')
      const withSteps = await get(PATH, 1, { 'if-none-match': whole.headers['etag']! })
      t.equal(withSteps.status, 304, 'a copy with steps remains right')
      const { note, rows, columns } = await result<{
        note: string
        rows: unknown[][]
        columns: string[]
      }>('svc_get_alerts', { appId: 1 })
      t.match(note, /^The alerts have no steps: some of the stored data are damaged\./)
      t.equal(rows[0]![columns.indexOf('stepKind')], null)
      const settings = await get('/v1/app-settings?appId=1')
      const isWithheld = table === 'recommendations'
      t.equal(
        settings.headers['withheld-fields'],
        isWithheld ? 'target;reason=data_damaged' : undefined,
      )
      t.match(settings.json(), { id: 1, target: isWithheld ? null : Number })
      t.equal((await get('/v1/recommendations?appId=1')).status, 503, 'damaged data are not served')

      await writeFile(file, content)
      passSecond()
      const repaired = await get(PATH, 1, { 'if-none-match': damaged.headers['etag']! })
      t.strictSame([repaired.status, repaired.headers['withheld-fields']], [200, undefined])
      t.same(repaired.json(), alerts)
      const listed = await result<{ note?: string; rows: unknown[][] }>('svc_get_alerts', {
        appId: 1,
      })
      t.equal(listed.note, undefined)
      t.not(listed.rows[0]![columns.indexOf('stepKind')], null)
    }
  },
)

t.test('damaged alerts are not served', async t => {
  const { get, dataDir } = await startToolService(t, {
    deliveries: [minimalDelivery({ alerts: [alertRow()] })],
  })
  const file = await fileOf(dataDir, 'alerts')
  await writeFile(
    file,
    (await readFile(file)).map(byte => byte ^ 1),
  )
  t.match((await get(PATH)).json(), { status: 503, code: 'data_damaged' })
})

t.test('alerts stay readable while the latest days cannot be reached', async t => {
  const { get, store } = await startToolService(t, {
    deliveries: [minimalDelivery({ alerts: [alertRow()] })],
  })
  const latestDays = store.latestDays.bind(store)
  store.latestDays = () => Promise.reject(new StoreUnavailable('away'))
  const without = await get(PATH)
  t.strictSame(
    [without.status, without.headers['withheld-fields']],
    [200, 'step;reason=unavailable'],
  )
  store.latestDays = latestDays
  const back = await get(PATH)
  t.equal(back.headers['withheld-fields'], undefined)
  t.ok((back.json() as Alert[])[0]!.step)
})
