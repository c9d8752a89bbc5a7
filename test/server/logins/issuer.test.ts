import t from 'tap'
import { issuerKeys, IssuerUnavailable } from '../../../server/logins/issuer.ts'

t.test('the keys of an issuer with TLS are not fetched without it', async t => {
  const lookFor = (issuer: string, jwks_uri: string) => {
    t.intercept(globalThis, 'fetch', { value: async () => Response.json({ issuer, jwks_uri }) })
    return issuerKeys({ issuer, jwksUrl: null })()
  }
  const refused: unknown = await lookFor('https://login.example', 'http://login.example/keys').catch((error: unknown) => error)
  t.type(refused, IssuerUnavailable)
  t.match(refused, { message: /without TLS/ })
  await t.resolves(lookFor('https://login.example', 'https://keys.example/'))
  await t.resolves(lookFor('http://localhost:9', 'http://localhost:9/keys'))
})
