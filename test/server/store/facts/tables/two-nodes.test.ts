import t from 'tap'
import { cohortRow, minimalDelivery, runRow } from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { startProcess } from '../../../../support/process.ts'
import { until } from '../../../../support/until.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'
import { elapse } from '../../../../support/pauses.ts'

t.test('two nodes that start together on an empty database form one service', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const environment = () => ({
    DEMO: 'off',
    DATABASE_URL: url,
    EXPORT_SECRET: 'a secret of these tests',
    RATE_LIMIT: '60',
  })
  const dirs = t.testdir({ a: {}, b: {} })
  const nodes = await Promise.all(
    ['a', 'b'].map(name => startProcess(t, { ...environment(), DATA_DIR: `${dirs}/${name}` })),
  )
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  const operator = await openNode(t, url)
  const campaigns = Array.from({ length: 300 }, (_, index) => `Campaign ${index}`)
  const delivery = minimalDelivery({
    companies: [1, 2].map(company_id => ({ company_id, name: `Company ${company_id}` })),
    app_access: [1, 2].map(company_id => ({ company_id, app_id: 1 })),
    cohorts: campaigns.map(campaign => cohortRow({ campaign })),
    cohort_revenue: [],
  })
  await load(operator, delivery)
  const keys = [
    (await operator.keys.create({ companyId: 1 })).key,
    (await operator.keys.create({ companyId: 2 })).key,
  ]
  const get = (node: typeof a, path: string, key = keys[0]) =>
    fetch(node.url + path, { headers: { authorization: `Bearer ${key}` } })
  const listOf = async (node: typeof a): Promise<string> => (await get(node, '/v1/apps')).text()
  // A node sees an import within 2 s; the rate limit counts each look.
  for (const node of nodes) {
    await until('it serves the app', async () => {
      await elapse(100)
      return /"id":1\b/.test(await listOf(node))
    })
  }

  const lists = await Promise.all(nodes.map(listOf))
  t.equal(lists[0], lists[1])
  const app = 1
  const report = `/v1/report?appId=${app}&granularity=campaign&metrics=spend,ltv,roas`
  const answers = await Promise.all(nodes.map(node => get(node, report)))
  t.equal(
    answers[0]!.headers.get('etag'),
    answers[1]!.headers.get('etag'),
    'a copy got from one is current for the other',
  )
  const [one, two] = await Promise.all(answers.map(answer => answer.arrayBuffer()))
  t.same(Buffer.from(one!), Buffer.from(two!))

  await t.test('a link of one node works on the other', async t => {
    const answer = await fetch(`${a.url}/v1/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${keys[0]}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'svc_export_report',
          arguments: { appId: app, granularity: 'campaign', format: 'csv' },
        },
      }),
    })
    const { result } = (await answer.json()) as {
      result: { structuredContent: { downloadUrl: string; sizeBytes: number } }
    }
    const { downloadUrl, sizeBytes } = result.structuredContent
    const downloaded = await fetch(b.url + new URL(downloadUrl).pathname)
    t.equal(downloaded.status, 200)
    t.equal((await downloaded.arrayBuffer()).byteLength, sizeBytes)
  })

  await t.test('both nodes share one request budget', async t => {
    const key = keys[1]!
    const statuses = (
      await Promise.all(Array.from({ length: 90 }, (_, n) => get(nodes[n % 2]!, '/v1/apps', key)))
    ).map(({ status }) => status)
    t.equal(statuses.filter(status => status === 200).length, 60)
    t.equal(statuses.filter(status => status === 429).length, 30)
    const refused = await get(a, '/v1/apps', key)
    t.match(refused.headers.get('retry-after'), /^[1-9]\d?$/)
  })

  await administer(url, 'DELETE FROM rate_limits')

  await t.test('both nodes soon refuse a revoked key', async t => {
    const { id, key } = await operator.keys.create({ companyId: 1 })
    for (const node of nodes) t.equal((await get(node, '/v1/apps', key)).status, 200)
    await operator.keys.revoke(id)
    for (const node of nodes)
      await t.resolves(
        until('the key is refused', async () => (await get(node, '/v1/apps', key)).status === 401),
      )
  })
  await administer(url, 'DELETE FROM rate_limits')

  await t.test('both nodes soon serve a new run', async t => {
    const [known] = await administer(url, 'SELECT MAX(run_id) AS run FROM catalog_runs')
    const date = new Date().toISOString().slice(0, 10)
    const id = Number(known!['run']) + 1
    await load(operator, {
      runs: [
        runRow({
          run_id: id,
          app_id: app,
          created_at: new Date(Date.now() + 86_400_000).toISOString(),
          max_install_date: date,
        }),
      ],
      cohorts: [cohortRow({ run_id: id, install_date: date })],
    })
    for (const node of nodes)
      await t.resolves(
        until(
          'the run is served',
          async () => (await get(node, report)).headers.get('run-id') === String(id),
        ),
      )
  })

  for (const node of nodes) node.signal('SIGTERM')
  for (const node of nodes) t.equal((await node.ended).code, 0)
})
