import t, { type Test } from 'tap'
import { emptyDatabase } from '../../support/mariadb.ts'
import { admin } from '../../support/admin.ts'
import { startService, type TestService } from '../../support/started-service.ts'
import { twoCompanies } from '../../support/two-companies.ts'

/** POSTs a tool call with company 1's key. */
async function callTool({ server, keyOf }: TestService, name: string, args: object) {
  const { payload } = await server.inject({
    method: 'POST',
    url: '/v1/mcp',
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    headers: {
      host: 'localhost',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${await keyOf(1)}`,
    },
  })
  return (
    JSON.parse(payload) as {
      result: { isError?: boolean; structuredContent: Record<string, unknown> }
    }
  ).result
}

async function grantAndRevoke(t: Test, environment: Record<string, string>): Promise<void> {
  const service = await startService(t, { deliveries: [twoCompanies()], environment })
  const { dataDir, get } = service
  const access = (...args: string[]) =>
    admin({ ...environment, DATA_DIR: dataDir }, 'access', ...args)
  const ids = async (companyId: number) =>
    ((await get('/v1/apps', companyId)).json() as { id: number }[]).map(({ id }) => id)
  const paths = [
    'recommendations?appId=1',
    'alerts?appId=1',
    'report?appId=1&granularity=campaign&metrics=spend',
    'roas-history?appId=1&granularity=app',
  ].map(path => `/v1/${path}`)

  await t.test('company 1 reads its apps before the change', async t => {
    t.strictSame(await ids(1), [1, 2])
    const [own, ofApp, none] = await Promise.all([
      access('list', '--company', '1', '--json'),
      access('list', '--app', '4'),
      access('list', '--company', '2', '--app', '1'),
    ])
    t.match(JSON.parse(own.stdout), [
      { companyId: 1, companyName: 'Studio', appId: 1, appName: 'Game', live: true },
      { appId: 2 },
      { appId: 3, live: false },
    ])
    t.match(ofApp.stdout, /^company.*\n2 +Rival +4 +Theirs +yes\n$/)
    t.match(none, { code: 0, stdout: 'No access.\n' })
  })

  const exported = await callTool(service, 'svc_export_report', { appId: 1 })
  const link = new URL(String(exported.structuredContent['downloadUrl'])).pathname
  const follow = async () => (await service.server.inject(link)).statusCode
  const tags = new Map<string, string>()
  await t.test('revoking access hides an app everywhere', async t => {
    t.equal(await follow(), 200)
    for (const path of paths) tags.set(path, (await get(path)).headers['etag']!)
    const recommendations = await callTool(service, 'svc_get_recommendations', { appId: 1 })
    t.notOk(recommendations.isError)

    t.match(await access('revoke', '--company', '1', '--app', '1'), {
      code: 0,
      stdout: '',
      stderr: /can no longer read app 1\.\n$/,
    })
    service.passSecond()
    t.notOk((await ids(1)).includes(1), 'within a second')
    for (const path of paths) {
      t.match((await get(path)).status, 403, path)
      t.match(
        (await get(path, 1, { 'if-none-match': tags.get(path)! })).status,
        403,
        'even with the earlier ETag',
      )
    }
    t.equal(await follow(), 410)
    t.ok(
      (await callTool(service, 'svc_get_recommendations', { appId: 1 })).isError,
      'what a tool answered before is not repeated',
    )
    t.ok((await callTool(service, 'svc_export_report', { appId: 1 })).isError)
    const described = (await callTool(service, 'svc_list_apps', {})).structuredContent['apps'] as {
      id: number
    }[]
    t.strictSame(
      described.map(({ id }) => id),
      [2],
    )
    t.strictSame(await ids(2), [4], 'nobody else notices')
  })

  await t.test('granting access restores an app, for other companies too', async t => {
    const list = (await get('/v1/apps', 2)).headers['etag']!
    t.match(await access('grant', '--company', '1', '--app', '1', '--json'), { code: 0 })
    t.match(JSON.parse((await access('grant', '--company', '2', '--app', '1', '--json')).stdout), {
      companyId: 2,
      appId: 1,
      granted: true,
      changed: true,
    })
    service.passSecond()
    t.ok((await ids(1)).includes(1) && (await ids(2)).includes(1))
    t.equal((await get('/v1/apps', 2, { 'if-none-match': list })).status, 200, 'the list differs')
    for (const path of paths) t.equal((await get(path, 2)).status, 200, path)
    t.equal(await follow(), 200)
    t.match(await access('grant', '--company', '2', '--app', '1'), {
      code: 1,
      stderr: /can already read app 1/,
    })
    t.match(
      JSON.parse((await access('list', '--json')).stdout).map(
        (pair: { companyId: number; appId: number }) => [pair.companyId, pair.appId],
      ),
      [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 1],
        [2, 4],
      ],
    )
  })

  await t.test('missing files are reported', async t => {
    const refused = [
      [['revoke', '--company', '2', '--app', '2'], /company 2 already has no access to app 2/],
      [
        ['grant', '--company', '9', '--app', '1'],
        /company 9 does not exist; available: 1 \(Studio\), 2 \(Rival\)/,
      ],
      [['grant', '--company', '1', '--app', '9'], /app 9 does not exist; available: 1 \(Game\)/],
      [['revoke', '--company', '1', '--app', '9'], /app 9 does not exist/],
    ] as const
    await Promise.all(
      refused.map(async ([args, words]) =>
        t.match(await access(...args), { code: 1, stdout: '', stderr: words }, args.join(' ')),
      ),
    )
  })

  await t.test('a later import applies as usual and adds access', async t => {
    await admin(
      { ...environment, DATA_DIR: dataDir },
      'access',
      'revoke',
      '--company',
      '1',
      '--app',
      '2',
    )
    await service.import({ app_access: [{ company_id: 1, app_id: 4 }] })
    service.passSecond()
    t.equal(String(await ids(1)), '1,4')
  })
}

t.test('admin access works on the embedded store', t => grantAndRevoke(t, {}))

t.test('admin access works on a database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined)
    await grantAndRevoke(t, { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' })
})

t.test('an empty store has nothing to grant', async t => {
  t.match(await admin(t.testdir(), 'access', 'grant', '--company', '1', '--app', '1'), {
    code: 1,
    stderr: /company 1 does not exist; import a delivery first/,
  })
})
