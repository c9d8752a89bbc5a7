import { exportJWK, generateKeyPair, type JWTVerifyGetKey } from 'jose'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { issuerKeys, IssuerUnavailable } from '../../../../server/core/access/issuer-keys.ts'
import { quiet } from '../../../support/pauses.ts'
import { until } from '../../../support/until.ts'

const METADATA = '/.well-known/openid-configuration'

async function publishedKey() {
  return {
    ...(await exportJWK((await generateKeyPair('RS256')).publicKey)),
    kid: 'first',
    alg: 'RS256',
  }
}

/** Responds by path; counts its requests. */
async function startHost(t: Test, paths: (url: string) => Record<string, RequestListener>) {
  const requests: string[] = []
  const host = createServer((request, response) => {
    requests.push(request.url!)
    const listener = paths(url)[request.url!]
    if (listener === undefined) response.writeHead(404).end()
    else listener(request, response)
  })
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  t.teardown(() => {
    host.close()
    host.closeAllConnections()
  })
  return { url, requests }
}

function json(value: unknown): RequestListener {
  return (_request, response) => response.end(JSON.stringify(value))
}

/** The key that a token of this key id would be checked with. */
async function keyOf(find: JWTVerifyGetKey, kid: string) {
  return find({ alg: 'RS256', kid }, { payload: '', signature: '' })
}

async function refused(t: Test, find: JWTVerifyGetKey, message: RegExp) {
  const error: unknown = await keyOf(find, 'any').catch((error: unknown) => error)
  t.type(error, IssuerUnavailable, String(message))
  t.match(error, { message })
}

t.test('an issuer with TLS cannot have its keys fetched without TLS', async t => {
  const lookFor = (issuer: string, jwks_uri: string) => {
    t.intercept(globalThis, 'fetch', {
      value: async (url: string) =>
        Response.json(url === jwks_uri ? { keys: [] } : { issuer, jwks_uri }),
    })
    return issuerKeys({ issuer, jwksUrl: null })
  }
  await refused(t, lookFor('https://login.example', 'http://login.example/keys'), /without TLS/)
  await refused(t, lookFor('https://login.example', 'http://localhost/keys'), /without TLS/)
  await refused(t, lookFor('http://localhost:9', 'http://login.example/keys'), /does not use TLS/)
  const noSuchKey = { code: 'ERR_JWKS_NO_MATCHING_KEY' }
  await t.rejects(
    keyOf(lookFor('https://login.example', 'https://keys.example/'), 'any'),
    noSuchKey,
  )
  await t.rejects(keyOf(lookFor('http://localhost:9', 'http://localhost:9/keys'), 'any'), noSuchKey)
})

t.test('redirects of the metadata and of the keys are not followed', async t => {
  const jwk = await publishedKey()
  const elsewhere = await startHost(t, url => ({
    '/keys': json({ keys: [jwk] }),
    [METADATA]: json({ issuer: url, jwks_uri: `${url}/keys` }),
  }))
  const moved: RequestListener = (request, response) => {
    response.writeHead(302, { location: elsewhere.url + request.url! }).end()
  }
  const host = await startHost(t, url => ({
    [METADATA]: json({ issuer: url, jwks_uri: `${url}/keys` }),
    '/keys': moved,
  }))
  await refused(
    t,
    issuerKeys({ issuer: host.url, jwksUrl: null }),
    /keys: HTTP 302: redirects are not followed/,
  )
  await refused(
    t,
    issuerKeys({ issuer: host.url, jwksUrl: `${host.url}/keys` }),
    /redirects are not followed/,
  )
  const gone = await startHost(t, () => ({ [METADATA]: moved }))
  await refused(t, issuerKeys({ issuer: gone.url, jwksUrl: null }), /redirects are not followed/)
  t.strictSame(elsewhere.requests, [])
})

t.test('a response is read up to 1 MiB, compressed or not', async t => {
  const jwk = await publishedKey()
  const large = JSON.stringify({ keys: [jwk], filling: 'x'.repeat(2 * 2 ** 20) })
  const host = await startHost(t, () => ({
    '/keys': (_request, response) => response.end(large),
    '/packed': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large)),
    '/endless': (_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    },
    '/fits': json({ keys: [jwk], filling: 'x'.repeat(2 ** 19) }),
  }))
  for (const path of ['/keys', '/packed', '/endless']) {
    await refused(
      t,
      issuerKeys({ issuer: host.url, jwksUrl: host.url + path }),
      /more than 1048576 bytes/,
    )
  }
  t.ok(await keyOf(issuerKeys({ issuer: host.url, jwksUrl: `${host.url}/fits` }), jwk.kid))
})

t.test('an invalid issuer response differs from an invalid token', async t => {
  const host = await startHost(t, url => ({
    '/text': (_request, response) => response.end('<html>'),
    '/null': json(null),
    '/list': json([]),
    '/other/.well-known/openid-configuration': json({
      issuer: `${url}/others`,
      jwks_uri: `${url}/null`,
    }),
  }))
  for (const path of ['/text', '/null', '/list', '/none']) {
    await refused(
      t,
      issuerKeys({ issuer: host.url, jwksUrl: host.url + path }),
      /cannot load keys of the issuer/,
    )
  }
  await refused(
    t,
    issuerKeys({ issuer: `${host.url}/other`, jwksUrl: null }),
    /belongs to the issuer "http[^"]*\/others"/,
  )
})

t.test(
  'while the issuer is silent only the first logins wait, once; its return is noticed',
  async t => {
    const jwk = await publishedKey()
    let silent = true
    let now = 0
    const host = await startHost(t, () => ({
      '/keys': (request, response) =>
        silent ? void request.socket.destroy() : json({ keys: [jwk] })(request, response),
    }))
    const find = issuerKeys({ issuer: host.url, jwksUrl: `${host.url}/keys` }, () => now)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        t.rejects(keyOf(find, jwk.kid), { message: /cannot load keys of the issuer/ }),
      ),
    )
    t.equal(host.requests.length, 1, 'fifty logins, one look')
    await t.rejects(keyOf(find, jwk.kid), { message: /cannot load keys of the issuer/ })
    t.equal(host.requests.length, 1, 'what failed just now is not tried again')

    silent = false
    now += 5000
    const lookup = keyOf(find, jwk.kid)
    await t.rejects(
      lookup,
      { message: /cannot load keys of the issuer/ },
      'nobody waits for the next look',
    )
    await until(
      'the keys are loaded',
      async () => (await keyOf(find, jwk.kid).catch(() => null)) !== null,
    )
    t.equal(host.requests.length, 2)
  },
)

t.test(
  'keys are renewed in the background, survive a short outage, and expire in a long one',
  async t => {
    const jwk = await publishedKey()
    let silent = false
    let now = 0
    const host = await startHost(t, () => ({
      '/keys': (request, response) =>
        silent ? void request.socket.destroy() : json({ keys: [jwk] })(request, response),
    }))
    const find = issuerKeys({ issuer: host.url, jwksUrl: `${host.url}/keys` }, () => now)
    const requested = async (times: number) => {
      await until(`the keys are requested ${times} times`, () => host.requests.length >= times)
      await quiet(20)
      t.equal(host.requests.length, times)
    }
    const minutes = (count: number) => count * 60_000
    t.ok(await keyOf(find, jwk.kid))
    now = minutes(4)
    t.ok(await keyOf(find, jwk.kid))
    await requested(1)
    silent = true
    now = minutes(5)
    for (let login = 0; login < 20; login++) t.ok(await keyOf(find, jwk.kid))
    await requested(2)
    for (let login = 0; login < 20; login++)
      t.ok(await keyOf(find, jwk.kid), 'and a failed look is not repeated at once')
    await requested(2)
    now = minutes(15)
    await t.rejects(keyOf(find, jwk.kid), { message: /cannot load keys of the issuer/ })
  },
)
