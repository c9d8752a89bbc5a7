import t, { type Test } from 'tap'
import { parse } from 'content-disposition'
import { twoCompanies } from '../../support/two-companies.ts'
import { startIssuer, type Issuer } from '../../support/issuer.ts'
import { startService, type TestService } from '../../support/started-service.ts'

const ADA = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada' }

interface Scene {
  service: TestService
  issuer: Issuer
  /** GET with an access token. */
  ask: (path: string, token: string, method?: string) => ReturnType<TestService['server']['inject']>
  /** An access token of a person, with these claims in place of theirs. */
  tokenOf: (claims?: Record<string, unknown>) => Promise<string>
}

async function scene(t: Test, environment: Record<string, string> = {}): Promise<Scene> {
  const issuer = await startIssuer(t, ADA)
  const service = await startService(t, {
    deliveries: [twoCompanies()],
    environment: { AUTH_ISSUER: issuer.url, ...environment },
  })
  await service.server.start()
  return {
    service,
    issuer,
    ask: async (url, token, method = 'GET') =>
      await service.server.inject({
        method: method,
        url,
        headers: { authorization: `Bearer ${token}` },
      }),
    tokenOf: (claims = {}) =>
      issuer.sign({ aud: `${service.server.info.uri}/v1/mcp`, ...ADA, ...claims }),
  }
}

t.test('REST reads with a login what keys of its company read', async t => {
  const { service, ask, tokenOf } = await scene(t)
  const { id } = await service.users.invite({ companyId: 1, email: ADA.email })
  const token = await tokenOf()
  for (const path of [
    '/v1/apps',
    '/v1/overview',
    '/v1/recommendations?appId=1',
    '/v1/report?appId=2&granularity=campaign&format=csv',
  ]) {
    const [byLogin, byKey] = [await ask(path, token), await service.get(path)]
    t.equal(byLogin.statusCode, 200, path)
    t.strictSame(
      [byLogin.rawPayload, byLogin.headers['etag']],
      [byKey.body, byKey.headers['etag']],
      path,
    )
  }
  t.match(
    JSON.parse((await ask('/v1/alerts?appId=4', token)).payload),
    { code: 'app_forbidden' },
    "another company's app",
  )
  t.match(
    await service.users.list(),
    [{ id, connected_at: String }],
    'the first request used the invitation',
  )
})

t.test('logins without access are refused', async t => {
  const { service, ask, tokenOf } = await scene(t, { AUTH_SCOPE: 'uascope:read' })
  await service.users.invite({ companyId: 1, email: ADA.email })
  const refusal = async (claims: Record<string, unknown>) => {
    const { statusCode, payload, headers } = await ask('/v1/apps', await tokenOf(claims))
    return [statusCode, (JSON.parse(payload) as { code: string }).code, headers['www-authenticate']]
  }
  const scope = 'openid uascope:read'
  t.strictSame(await refusal({ scope: 'openid' }), [
    403,
    'insufficient_scope',
    'Bearer error="insufficient_scope", error_description="The access token lacks the scope uascope:read.", scope="openid profile email uascope:read"',
  ])
  t.strictSame(await refusal({ scope, sub: 'eve', email: 'eve@example.com' }), [
    403,
    'company_required',
    undefined,
  ])
  t.strictSame(await refusal({ scope, sub: 'eve', email_verified: false }), [
    403,
    'company_required',
    undefined,
  ])
  t.strictSame(await refusal({ scope, aud: 'https://other.example.com' }), [
    401,
    'unauthorized',
    'Bearer error="invalid_token", error_description="The access token is not for this service."',
  ])
  t.match(await refusal({ scope, exp: 1 }), [401, 'unauthorized', /expired/])
  t.equal((await ask('/v1/apps', await tokenOf({ scope }))).statusCode, 200)
  const mistyped = await ask('/v1/apps', 'uascope_wrong')
  t.match(JSON.parse(mistyped.payload), { code: 'unauthorized', detail: /, or log in\.$/ })
  t.equal(mistyped.headers['www-authenticate'], 'Bearer')
})

t.test('REST accepts only keys without an issuer', async t => {
  const service = await startService(t, { deliveries: [twoCompanies()] })
  const { statusCode, payload } = await service.server.inject({
    url: '/v1/apps',
    headers: { authorization: 'Bearer a.b.c' },
  })
  t.equal(statusCode, 401)
  t.match(JSON.parse(payload), { code: 'unauthorized', detail: /^A valid API key is required/ })
})

t.test('keys and logins of a company share its limit, on every path', async t => {
  const { service, ask, tokenOf } = await scene(t, { RATE_LIMIT: '6' })
  await service.users.invite({ companyId: 1, email: ADA.email })
  const token = await tokenOf()
  const left = (answer: { headers: Record<string, unknown> }) =>
    /r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]
  t.equal(left(await ask('/v1/apps', token)), '5')
  t.equal(left(await service.get('/v1/apps')), '4')
  t.equal(left(await ask('/v1/unknown', token)), '3', 'unknown paths')
  t.equal(left(await ask('/v1/apps', token, 'DELETE')), '2', 'other methods')
  t.equal(left(await ask(`/v1/apps?x=${'x'.repeat(20_000)}`, token)), '1', 'long addresses')
  t.equal(left(await service.get('/v1/apps')), '0')
  t.equal((await ask('/v1/apps', token)).statusCode, 429)
})

t.test('a removed user is refused immediately, on every path', async t => {
  const { service, ask, tokenOf } = await scene(t)
  const { id } = await service.users.invite({ companyId: 1, email: ADA.email })
  const token = await tokenOf()
  const call = (params: object) =>
    service.server.inject({
      method: 'POST',
      url: '/v1/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
  const exported = await call({ name: 'svc_export_report', arguments: { appId: 1, format: 'CSV' } })
  const { structuredContent } = (
    JSON.parse(exported.payload) as { result: { structuredContent: { downloadUrl: string } } }
  ).result
  const link = new URL(structuredContent.downloadUrl).pathname
  t.equal((await ask('/v1/apps', token)).statusCode, 200)
  const downloaded = await service.server.inject(link)
  t.match(parse(String(downloaded.headers['content-disposition'])).parameters['filename'], /\.csv$/)

  t.equal(await service.users.remove(id), true)
  service.passSecond()
  const paths = [
    '/v1/apps',
    '/v1/overview',
    '/v1/recommendations?appId=1',
    '/v1/report?appId=1&granularity=campaign',
    '/v1/events?appId=1',
  ]
  for (const path of paths)
    t.match(
      JSON.parse((await ask(path, token)).payload),
      { status: 403, code: 'company_required' },
      path,
    )
  t.match(JSON.parse((await call({ name: 'svc_list_apps', arguments: {} })).payload), {
    code: 'company_required',
  })
  t.not((await service.server.inject(link)).statusCode, 200, 'a link that the person made')
  const again = await service.users.invite({ companyId: 2, email: ADA.email })
  service.passSecond()
  t.match(
    JSON.parse((await ask('/v1/apps', token)).payload),
    [{ id: 4 }],
    `invited again (${again.id}), the person reads another company`,
  )
})

t.test('an issuer outage gives 503', async t => {
  const { service, issuer, ask, tokenOf } = await scene(t)
  await service.users.invite({ companyId: 1, email: ADA.email })
  const token = await tokenOf()
  await issuer.stop()
  const { statusCode, payload, headers } = await ask('/v1/apps', token)
  t.strictSame([statusCode, headers['retry-after']], [503, '5'])
  t.match(JSON.parse(payload), {
    code: 'unavailable',
    detail: 'The issuer of logins does not respond.',
  })
  t.equal((await service.get('/v1/apps')).status, 200, 'keys need no issuer')
})

t.test('the page shows the command that creates keys on this installation', async t => {
  const { payload } = await (await startService(t)).server.inject('/')
  t.match(
    payload,
    '<meta name="uascope-key-command" content="npm run -s admin -- keys create --company ID">',
  )
})

t.test('the page requests tokens for this service or for the configured audience', async t => {
  const settingsOf = async (environment: Record<string, string>) => {
    const service = await startService(t, {
      environment: {
        AUTH_ISSUER: 'https://login.example.com/tenant',
        AUTH_CLIENT_ID: '"<page>"',
        ...environment,
      },
    })
    const { payload, headers } = await service.server.inject('/')
    t.match(headers['content-security-policy'], /connect-src 'self' https:\/\/login\.example\.com;/)
    const [, content] = /<meta name="uascope-sign-in" content="([^"]*)">/.exec(payload)!
    t.notMatch(content, /[<>]/)
    return JSON.parse(
      content!
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    )
  }
  const common = {
    issuer: 'https://login.example.com/tenant',
    clientId: '"<page>"',
    scopes: ['openid', 'profile', 'email'],
  }
  t.match(await settingsOf({ BASE_URL: 'https://uascope.example.com' }), {
    ...common,
    target: { resource: 'https://uascope.example.com/v1/mcp' },
  })
  t.match(await settingsOf({ AUTH_AUDIENCE: 'api://uascope' }), {
    ...common,
    target: { audience: 'api://uascope' },
  })
})
