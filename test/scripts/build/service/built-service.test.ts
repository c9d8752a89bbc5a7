/** The built service runs on three versions of Node. */

import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { decodeParquet } from '../../../reference/decode-parquet.ts'
import { appRow, cohortRow, revenueRow, runRow } from '../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { builtService } from '../../../support/built-service.ts'
import { demoInto } from '../../../support/demo.ts'
import { adminOf, startProcess } from '../../../support/process.ts'
import { requireOrSkip } from '../../../support/require-or-skip.ts'
import { until } from '../../../support/until.ts'
import { repository } from '../../../support/repository.ts'

const APP = 101
const REPORT = `appId=${APP}&granularity=campaign&installGrouping=monthly&metrics=spend,installs,roas&dsiValues=7`

/** The Node of each major version that the service supports: the one that runs this, for its own. */
const NODES = [20, 22, 24].map(major => ({
  major,
  program: process.versions.node.startsWith(`${major}.`)
    ? process.execPath
    : join(repository, `.runtimes/bin/node-${major}`),
}))

const programs = await builtService(t)
const dataDir = join(programs('').cwd, 'data')

const FIXTURES = join(repository, 'test/server/forecast/fixtures/neutral')

t.test('the build has no sources and includes licenses', async t => {
  const files = await readdir(join(programs('').cwd, 'dist'), { recursive: true })
  t.strictSame(
    files.filter(file => /\.tsx?$/.test(file)),
    [],
  )
  t.ok(files.includes('assets/LICENSE') && files.includes('assets/server/web/dist/licenses.md'))
})

for (const { major, program } of NODES) {
  t.test(
    `on Node ${major} the build serves lists, files, tools and documentation, imports, and stops gracefully`,
    async t => {
      if (!requireOrSkip(t, existsSync(program), `Node ${major}`)) return
      await serves(t, program, major)
    },
  )
}

/** On one store: each version of Node finds what the others did. */
async function serves(t: Test, program: string, major: number): Promise<void> {
  if (!existsSync(dataDir)) await demoInto(dataDir)
  const built = programs(program)
  const { url, signal, ended } = await startProcess(
    t,
    { DATA_DIR: dataDir, DEMO: 'on', NODE_ENV: 'production', RATE_LIMIT: '1000' },
    undefined,
    built,
  )
  const { stdout: created } = await adminOf(built, dataDir, 'keys', 'create', '--company', '1')
  const reported = await adminOf(
    built,
    dataDir,
    'report',
    String(APP),
    '--html',
    join(dataDir, 'report.html'),
  )
  t.match(reported.stdout, /^Merge Manor, data through [^]*^Report: /m, reported.stderr)
  const checked = await adminOf(built, dataDir, 'forecast', 'check', await studio(t))
  t.match(checked.stdout, /Forecasts would be as of 2026-03-/, checked.stderr)
  const headers = { authorization: `Bearer ${created.trim()}` }
  const get = (path: string) => fetch(url + path, { headers })

  await until('its key serves', async () => (await get('/v1/apps')).status === 200)
  for (const list of ['apps', `recommendations?appId=${APP}`, `alerts?appId=${APP}`]) {
    t.ok(((await (await get(`/v1/${list}`)).json()) as unknown[]).length > 0, list)
  }

  const csv = await get(`/v1/report?${REPORT}&format=csv`)
  const total = Number(csv.headers.get('total-rows'))
  t.ok(total > 0)
  t.equal((await csv.text()).trimEnd().split('\n').length, total + 1, 'CSV')
  const parquet = await get(`/v1/report?${REPORT}&format=parquet`)
  t.equal(
    (await decodeParquet(Buffer.from(await parquet.arrayBuffer()))).rows.length,
    total,
    'Parquet',
  )

  const tool = await fetch(`${url}/v1/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'svc_get_report',
        arguments: { appId: APP, granularity: 'campaign', limit: 3 },
      },
    }),
  })
  t.match(await tool.text(), /"structuredContent":\{"totalRows":\d+,.*"rows":\[\[/, 'a tool')

  for (const path of ['/openapi.yaml', '/docs', '/docs/docs.css', '/llms.txt']) {
    t.equal((await fetch(url + path)).status, 200, path)
  }
  t.equal(
    ((await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string }).openapi.slice(
      0,
      3,
    ),
    '3.1',
  )

  t.match(
    await adminOf(built, dataDir, 'import', await delivery(t, major)),
    { code: 0 },
    'an import',
  )
  await until('what it brought is served', async () =>
    (await (await get('/v1/apps')).text()).includes(`Game ${major}`),
  )
  t.match(
    await adminOf(built, dataDir, 'import', await delivery(t, major)),
    { code: 1, stderr: /runs\.csv/ },
    'a refused one',
  )

  signal('SIGTERM')
  t.equal((await ended).code, 0)
}

/** A new app of the demo's first company, with one run. */
async function delivery(t: Test, major: number): Promise<string> {
  const [app_id, run_id] = [9000 + major, 900_000 + major]
  const folder = t.testdir()
  await writeDelivery(
    folder,
    {
      apps: [appRow({ app_id, name: `Game ${major}` })],
      app_access: [{ company_id: 1, app_id }],
      runs: [runRow({ app_id, run_id })],
      cohorts: [cohortRow({ run_id })],
      cohort_revenue: [revenueRow({ run_id })],
    },
    { format: 'csv' },
  )
  return folder
}

/** A config of a studio's exports. */
async function studio(t: Test): Promise<string> {
  const inputs = ['spend', 'installs', 'revenue'].map(
    table => `  - { table: ${table}, files: ${join(FIXTURES, `${table}.csv`)} }`,
  )
  const file = join(t.testdir(), 'forecast.yaml')
  await writeFile(
    file,
    [
      'company: { id: 1, name: Nordlys }',
      'app: { id: 101, name: Merge Manor, created_at: 2025-01-01, currency: USD }',
      'targets: { dsi: 7, roas_type: paid, revenue_type: gross, roas: 1 }',
      'net: { iap: { IOS: 0.7, ANDROID: 0.85, WEB: 0.97 } }',
      'inputs:',
      ...inputs,
    ].join('\n'),
  )
  return file
}
