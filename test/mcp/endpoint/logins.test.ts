import { createHmac } from 'node:crypto'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { exportSPKI } from 'jose'
import t, { type Test } from 'tap'
import { storesIn } from '../../support/records.ts'
import { newKey, startIssuer, type Issuer } from '../../support/issuer.ts'
import { call, post, startEndpoint } from '../../support/mcp-endpoint.ts'

const ADA = { sub: 'ada-1', email: 'Ada@Example.com', email_verified: true, name: 'Ada' }
const CLAIMS = { emailClaim: 'email', emailVerifiedClaim: 'email_verified' }
const AUTH = {
  clientId: null,
  audience: null,
  jwksUrl: null,
  tokenType: 'at+jwt',
  scope: null,
  ...CLAIMS,
} as const
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** What an MCP client keeps of a login; the person's browser is the issuer's `browse`. */
class Keeper implements OAuthClientProvider {
  authorizationUrl: URL | null = null
  readonly redirectUrl = 'http://localhost:1/callback'
  readonly clientMetadata = {
    client_name: 'test',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
  }
  #kept: Record<string, unknown> = {}
  clientInformation = () =>
    this.#kept['client'] as ReturnType<OAuthClientProvider['clientInformation']>
  saveClientInformation = (client: unknown) => {
    this.#kept['client'] = client
  }
  tokens = () => this.#kept['tokens'] as ReturnType<OAuthClientProvider['tokens']>
  saveTokens = (tokens: unknown) => {
    this.#kept['tokens'] = tokens
  }
  codeVerifier = () => this.#kept['verifier'] as string
  saveCodeVerifier = (verifier: string) => {
    this.#kept['verifier'] = verifier
  }
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrl = url
  }
}

/** Logs in as an MCP client does that knows nothing but the endpoint's address; gives what the issuer was asked, and the client. */
async function logIn(t: Test, url: string, issuer: Issuer) {
  const keeper = new Keeper()
  const connect = () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: keeper })
    const client = new Client({ name: 'test', version: '1' })
    return { transport, client, done: client.connect(transport) }
  }
  const first = connect()
  await t.rejects(first.done, { message: 'Unauthorized' })
  const back = await issuer.browse(keeper.authorizationUrl!)
  t.ok(back.searchParams.get('code'), back.href)
  await first.transport.finishAuth(back.searchParams.get('code')!)
  return { authorization: keeper.authorizationUrl!.searchParams, ...connect() }
}

t.test(
  'a client without credentials gets to a call: discovery, authorization code with PKCE, first login',
  async t => {
    const issuer = await startIssuer(t, ADA)
    const { url, users } = await startEndpoint(t, {
      config: { auth: { ...AUTH, issuer: issuer.url } },
    })
    const invited = await users.invite({ companyId: 9, email: 'ada@example.com' })

    const { authorization, client, done } = await logIn(t, url, issuer)
    t.equal(authorization.get('resource'), url)
    t.equal(authorization.get('code_challenge_method'), 'S256')
    await done
    const { structuredContent } = await client.callTool({ name: 'fixture_who' })
    t.match(structuredContent, {
      companyId: 9,
      kind: 'user',
      id: invited.id,
      name: 'Ada',
      email: 'ada@example.com',
    })
    t.match((await client.callTool({ name: 'fixture_apps' })).structuredContent, {
      apps: [{ id: 9 }],
    })
    await client.close()
  },
)

t.test('an issuer may put addresses into claims of other names', async t => {
  const claims = {
    emailClaim: 'https://example.com/email',
    emailVerifiedClaim: 'https://example.com/email_verified',
  }
  const person = {
    sub: 'ada-1',
    [claims.emailClaim]: 'Ada@Example.com',
    [claims.emailVerifiedClaim]: true,
  }
  const issuer = await startIssuer(t, person)
  const { url, users } = await startEndpoint(t, {
    config: { auth: { ...AUTH, ...claims, issuer: issuer.url } },
  })
  const invited = await users.invite({ companyId: 9, email: 'ada@example.com' })
  const refused = { status: 403, json: { code: 'company_required' } }
  const as = async (changes: object) =>
    post(url, await issuer.sign({ aud: url, ...changes }), call('fixture_who'))
  t.match(await as(ADA), refused, 'the usual claims mean nothing then')
  t.match(
    await as({ ...person, [claims.emailVerifiedClaim]: false, email_verified: true }),
    refused,
    'nor does a flag about another',
  )

  const { client, done } = await logIn(t, url, issuer)
  await done
  t.match((await client.callTool({ name: 'fixture_who' })).structuredContent, {
    companyId: 9,
    id: invited.id,
    email: 'ada@example.com',
  })
  await client.close()
})

t.test('an issuer may issue verified addresses without saying that they are verified', async t => {
  const person = { sub: 'ada-1', upn: 'ada@example.com' }
  const issuer = await startIssuer(t, person)
  const auth = { ...AUTH, emailClaim: 'upn', emailVerifiedClaim: null, issuer: issuer.url }
  const { url, users } = await startEndpoint(t, { config: { auth } })
  await users.invite({ companyId: 9, email: 'ada@example.com' })
  const as = async (changes: object) =>
    post(url, await issuer.sign({ aud: url, ...changes }), call('fixture_who'))
  const refused = { status: 403, json: { code: 'company_required' } }
  for (const upn of [
    undefined,
    null,
    '',
    7,
    ['ada@example.com'],
    { 0: 'ada@example.com' },
    'eve@example.com',
  ]) {
    t.match(
      await as({ sub: 'eve', email: 'ada@example.com', email_verified: true, upn }),
      refused,
      JSON.stringify(upn),
    )
  }
  const { client, done } = await logIn(t, url, issuer)
  await done
  t.match((await client.callTool({ name: 'fixture_who' })).structuredContent, {
    companyId: 9,
    email: 'ada@example.com',
  })
  await client.close()
})

t.test('a claim name that every object inherits is not a claim', async t => {
  const issuer = await startIssuer(t, ADA)
  const auth = { ...AUTH, emailVerifiedClaim: 'constructor', issuer: issuer.url }
  const { url, users } = await startEndpoint(t, { config: { auth } })
  await users.invite({ companyId: 9, email: ADA.email })
  t.match(await post(url, await issuer.sign({ aud: url, ...ADA }), ping), {
    status: 403,
    json: { code: 'company_required' },
  })
})

t.test('discovery metadata are served', async t => {
  const issuer = 'https://login.example.com/tenant'
  const { url, address, keyOf } = await startEndpoint(t, { config: { auth: { ...AUTH, issuer } } })
  const { status, headers } = await post(url, null, ping)
  t.equal(status, 401)
  t.equal(
    headers.get('www-authenticate'),
    `Bearer resource_metadata="${address}/.well-known/oauth-protected-resource/v1/mcp"`,
  )
  const metadata = (await (
    await fetch(`${address}/.well-known/oauth-protected-resource/v1/mcp`)
  ).json()) as object
  t.match(metadata, {
    resource: url,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
  })
  t.equal((await post(url, await keyOf(3), ping)).status, 200, 'keys work beside logins')
  t.match(await post(url, 'uascope_wrong', ping), {
    status: 401,
    json: { code: 'unauthorized', detail: /, or log in\.$/ },
  })
  const rest = await fetch(`${address}/v1/apps`)
  t.equal(rest.headers.get('www-authenticate'), 'Bearer', "REST is not the metadata's resource")
})

t.test('invalid tokens are refused', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users, address } = await startEndpoint(t, {
    config: { auth: { ...AUTH, issuer: issuer.url } },
  })
  await users.invite({ companyId: 9, email: ADA.email })
  const { sub: _, ...person } = ADA
  const good = { aud: url, ...person }
  const seconds = Math.floor(Date.now() / 1000)
  const other = await newKey()
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = encode({ iss: issuer.url, sub: ADA.sub, exp: seconds + 600, ...good })
  const token = await issuer.sign(good)
  const [header = '', , signature = ''] = token.split('.')
  const {
    keys: [published],
  } = (await (await fetch(`${issuer.url}/jwks`)).json()) as { keys: { kid: string }[] }
  const hmac = (secret: string) => {
    const text = `${encode({ alg: 'HS256', kid: published!.kid })}.${claims}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }

  const wrong: Record<string, string> = {
    'for another audience': await issuer.sign({ ...good, aud: 'https://other.example.com/v1/mcp' }),
    'for the origin only': await issuer.sign({ ...good, aud: address }),
    'for no audience': await issuer.sign({ ...good, aud: undefined }),
    expired: await issuer.sign({ ...good, iat: seconds - 120, exp: seconds - 60 }),
    'without an end': await issuer.sign({ ...good, exp: undefined }),
    'not valid yet': await issuer.sign({ ...good, nbf: seconds + 60 }),
    'of nobody': await issuer.sign({ ...good, sub: undefined }),
    'of a number': await issuer.sign({ ...good, sub: 7 }),
    'of a long one': await issuer.sign({ ...good, sub: 'a'.repeat(256) }),
    'of another issuer': await issuer.sign({ ...good, iss: 'https://other.example.com' }),
    'of no issuer': await issuer.sign({ ...good, iss: undefined }),
    unsigned: `${encode({ alg: 'none' })}.${claims}.`,
    "signed by another key under the issuer's name for its own": await issuer.sign(good, {
      key: other.privateKey,
    }),
    'signed by a key that the issuer does not publish': await issuer.sign(good, {
      key: other.privateKey,
      kid: other.kid,
    }),
    'with a secret made of the public key': hmac(await exportSPKI(other.publicKey)),
    'with other claims than were signed': `${header}.${claims}.${signature}`,
    'an ID token': await issuer.sign(good, { typ: 'JWT' }),
    'of a type that ends alike': await issuer.sign(good, { typ: 'application/x.at+jwt' }),
    'longer than any': await issuer.sign({ ...good, groups: 'x'.repeat(9_000) }),
    'not a JWT': 'opaque-token',
    'three dots': '...',
  }
  const overRest = (token: string) =>
    fetch(`${address}/v1/apps`, { headers: { authorization: `Bearer ${token}` } })
  for (const [why, token] of Object.entries(wrong)) {
    const rest = await overRest(token)
    t.match(
      { status: rest.status, json: await rest.json() },
      { status: 401, json: { code: 'unauthorized' } },
      `${why}, over REST`,
    )
    const { status, headers, json } = await post(url, token, ping)
    t.match({ status, json }, { status: 401, json: { code: 'unauthorized' } }, why)
    t.match(
      headers.get('www-authenticate'),
      /^Bearer( error="invalid_token".*,)? resource_metadata="http/,
      why,
    )
  }
  t.strictSame(
    (await users.list()).map(user => user.connected_at),
    [null],
    'none of them used the invitation',
  )
  t.equal((await post(url, token, ping)).status, 200, 'while the right one passes')
  t.equal((await overRest(token)).status, 200)
  t.equal(
    (await post(url, await issuer.sign(good, { typ: 'application/AT+JWT' }), ping)).status,
    200,
    'RFC 9068, 4: with or without application/',
  )
})

t.test('an issuer may sign tokens of another type than at+jwt', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users } = await startEndpoint(t, {
    config: { auth: { ...AUTH, issuer: issuer.url, tokenType: 'any' } },
  })
  await users.invite({ companyId: 9, email: ADA.email })
  t.equal(
    (await post(url, await issuer.sign({ aud: url, ...ADA }, { typ: 'JWT' }), ping)).status,
    200,
  )
})

t.test('a required scope is enforced', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users, address } = await startEndpoint(t, {
    config: { auth: { ...AUTH, issuer: issuer.url, scope: 'uascope.read' } },
  })
  await users.invite({ companyId: 9, email: ADA.email })
  const as = async (claims: object) =>
    post(url, await issuer.sign({ aud: url, ...ADA, ...claims }), ping)
  for (const claims of [
    {},
    { scope: 'openid uascope.readonly' },
    { scope: 'UASCOPE.READ' },
    { scope: 7 },
    { scp: ['uascope'] },
    { scp: { 0: 'uascope.read' } },
  ]) {
    const { status, headers, json } = await as(claims)
    t.match(
      { status, json },
      {
        status: 403,
        json: {
          code: 'insufficient_scope',
          detail: 'The access token lacks the scope uascope.read.',
        },
      },
    )
    t.match(
      headers.get('www-authenticate'),
      /^Bearer error="insufficient_scope", .*scope="openid profile email uascope\.read", resource_metadata="http/,
    )
  }
  t.strictSame(
    (await users.list()).map(user => user.connected_at),
    [null],
    'the invitation is still open',
  )
  for (const claims of [
    { scope: 'openid uascope.read' },
    { scp: 'uascope.read email' },
    { scp: ['email', 'uascope.read'] },
  ]) {
    t.equal((await as(claims)).status, 200, JSON.stringify(claims))
  }
  const metadata = (await (
    await fetch(`${address}/.well-known/oauth-protected-resource/v1/mcp`)
  ).json()) as object
  t.strictSame((metadata as { scopes_supported: string[] }).scopes_supported, [
    'openid',
    'profile',
    'email',
    'uascope.read',
  ])
})

t.test('a login belongs to the company of its invitation', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users, dataDir, pass } = await startEndpoint(t, {
    config: {
      auth: { ...AUTH, issuer: issuer.url, audience: 'urn:uascope', jwksUrl: `${issuer.url}/jwks` },
    },
  })
  const login = (claims: Record<string, unknown>) =>
    issuer.sign({ aud: ['urn:other', 'urn:uascope'], ...claims })
  const as = async (claims: Record<string, unknown>) =>
    post(url, await login(claims), call('fixture_who'))
  const refused = { status: 403, json: { code: 'company_required' } }

  t.match(await as({ ...ADA }), refused, 'nobody invited them')
  await users.invite({ companyId: 4, email: 'ada@example.com' })
  t.match(
    await as({ sub: 'eve', email: 'ada@example.com' }),
    refused,
    'an address that nobody verified',
  )
  t.match(
    await as({ sub: 'eve', email: 'ada@example.com', email_verified: false }),
    refused,
    'nor this one',
  )
  t.match(
    await as({ sub: 'eve', email: 'eve@example.com', email_verified: true }),
    refused,
    'another address',
  )
  t.match(await as({ sub: 'eve', email_verified: true }), refused, 'no address')

  await users.invite({ companyId: 5, email: 'kate@example.com' })
  t.match(
    await as({ sub: 'eve', email: '\u212aate@example.com', email_verified: true }),
    refused,
    'a Kelvin sign is not a K',
  )

  const connected = await as({ ...ADA })
  t.match(connected.json.result.structuredContent, {
    companyId: 4,
    kind: 'user',
    email: 'ada@example.com',
    name: 'Ada',
  })
  const later = await as({ sub: ADA.sub, email: 'new@example.com' })
  t.match(
    later.json.result.structuredContent,
    { companyId: 4, name: 'Ada' },
    'from then on the subject counts, whatever the address',
  )
  t.match(await as({ ...ADA, sub: 'eve' }), refused, 'an invitation is used once')

  const { id } = (await users.list()).find(({ email }) => email === 'ada@example.com')!
  t.equal(later.json.result.structuredContent.id, id)
  await (await storesIn(dataDir, t)).users.remove(id)
  pass(1000)
  t.match(await as({ ...ADA }), refused, 'whom another process removed is out after a second')
  await users.invite({ companyId: 5, email: ADA.email })
  t.match(
    (await as({ ...ADA })).json.result.structuredContent,
    { companyId: 5 },
    'until invited again',
  )
})

t.test("a login counts for its company's rate limit", async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users, keyOf } = await startEndpoint(t, {
    rateLimit: 2,
    config: { auth: { ...AUTH, issuer: issuer.url } },
  })
  await users.invite({ companyId: 4, email: ADA.email })
  const token = await issuer.sign({ aud: url, ...ADA })
  t.equal((await post(url, token, ping)).status, 200)
  t.equal((await post(url, await keyOf(4), ping)).status, 200)
  t.equal((await post(url, token, ping)).status, 429)
})

t.test('an issuer may rotate its keys', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url, users, pass } = await startEndpoint(t, {
    config: { auth: { ...AUTH, issuer: issuer.url } },
  })
  await users.invite({ companyId: 4, email: ADA.email })
  const old = await issuer.sign({ aud: url, ...ADA })
  t.equal((await post(url, old, ping)).status, 200)
  await issuer.rotate()
  const fresh = await issuer.sign({ aud: url, ...ADA })
  // The keys are fetched again for an unknown one, but not more often than every two seconds.
  pass(2000)
  t.equal((await post(url, fresh, ping)).status, 200)
  t.equal((await post(url, old, ping)).status, 200, 'the old key is still published')
})

t.test('an unreachable issuer gives 503', async t => {
  const issuer = await startIssuer(t, ADA)
  const token = await issuer.sign({ aud: 'any' })
  await issuer.stop()
  for (const jwksUrl of [null, `${issuer.url}/jwks`]) {
    const { url, keyOf } = await startEndpoint(t, {
      config: { auth: { ...AUTH, issuer: issuer.url, audience: 'any', jwksUrl } },
    })
    const { status, headers, json } = await post(url, token, ping)
    t.match(
      { status, json },
      { status: 503, json: { code: 'unavailable' } },
      'is no fault of the token',
    )
    t.ok(headers.get('retry-after'))
    t.equal((await post(url, await keyOf(4), ping)).status, 200, 'keys still work')
  }
})

t.test('metadata of another issuer are rejected', async t => {
  const issuer = await startIssuer(t, ADA)
  const { url } = await startEndpoint(t, {
    config: { auth: { ...AUTH, issuer: `${issuer.url}/`, audience: 'any' } },
  })
  t.equal(
    (await post(url, await issuer.sign({ aud: 'any', iss: `${issuer.url}/` }), ping)).status,
    503,
  )
})
