// Runs on every runtime, in a project that has only the packed package and the optional ones.
import { ForbiddenError, UascopeClient } from '@uascope/client'
import { saveTo } from '@uascope/client/node'
import { toArrow } from '@uascope/client/arrow'
import { toTable } from '@uascope/client/arquero'
import { toRows } from '@uascope/client/rows'
import { TestService } from '@uascope/client/testing'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const client = new UascopeClient()
const apps = await client.listApps()
const parameters = {
  appId: apps[0].id,
  granularity: 'campaign',
  installGrouping: 'monthly',
  metrics: ['spend', 'installs', 'ltv'],
  dsiValues: [7],
}

const forbidden = await client.getAlerts({ appId: 999999 }).catch(error => error)
const rows = await toRows(await client.getReport(parameters))
const arrow = await toArrow(await client.getReport(parameters))
const table = await toTable(await client.getReport(parameters))
const csv = await (await client.getReport({ ...parameters, format: 'csv' })).text()
const raw = await (await client.getReport({ ...parameters, format: 'csv' }).asResponse()).text()
const path = await saveTo(
  await client.getReport({ ...parameters, format: 'csv' }),
  join(tmpdir(), `${crypto.randomUUID()}.csv`),
)
const history = await toRows(
  await client.getRoasHistory({ appId: apps[0].id, granularity: 'campaign' }),
)

const oneByOne = []
for await (const row of client.reportRows(parameters)) oneByOne.push(row)
const head = await client.getReport({ ...parameters, format: 'csv' }, { headOnly: true })
const same = await client
  .getReport({ ...parameters, format: 'csv' }, { ifNoneMatch: head.etag })
  .ifModified()
// Never read: that must not keep the process from ending.
await client.getReport({
  ...parameters,
  granularity: 'campaign_geo',
  installGrouping: 'daily',
  format: 'csv',
})

const told = new TestService({ getReport: [{ campaign: 'A', spend: 1 }] })
const inMemory = await toRows(
  await new UascopeClient(told.options).getReport({ ...parameters, appId: 101 }),
)

const faults = {}
for (const fault of ['stall', 'stallInBody', 'halfBody', 'reset']) {
  const faulty = new UascopeClient({
    baseUrl: `${process.env.FAULTY_URL}/${fault}`,
    timeout: 300,
    maxRetries: 0,
  })
  const list = await faulty.listApps().catch(error => error.name)
  const file = await faulty
    .getReport({ ...parameters, format: 'csv' })
    .then(file => file.text())
    .catch(error => error.name)
  const signal = AbortSignal.timeout(100)
  const aborted = await faulty.listApps({ signal }).catch(error => error.name)
  faults[fault] = [list, file, aborted]
}

console.log(
  JSON.stringify({
    faults,
    apps: apps.length,
    recommendations: (await client.getRecommendations({ appId: apps[0].id })).length,
    forbidden: [forbidden instanceof ForbiddenError, forbidden.code],
    rows: [rows.length, rows[0]],
    oneByOne: JSON.stringify(oneByOne) === JSON.stringify(rows),
    inMemory: inMemory[0],
    head: [head.size === new TextEncoder().encode(csv).length, same],
    arrow: [arrow.numRows, arrow.schema.fields.map(({ name, type }) => `${name}: ${type}`)],
    table: [table.numRows(), table.object(0)],
    csvLines: csv.trim().split('\n').length,
    raw: raw === csv,
    saved: (await readFile(path, 'utf8')) === csv,
    history: [
      history.length,
      Object.keys(history[0]),
      history[0].created_at,
      history[0].install_cohort,
    ],
  }),
)
