import { generateKeyPairSync, sign } from 'node:crypto'
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import t, { type Test } from 'tap'
import { InvalidToken, verifyLogin } from '../../../../server/core/access/logins.ts'
import type { UserStore } from '../../../../server/core/access/users.ts'
import { Database } from '../../../../server/store/records/mysql/mysql-database.ts'
import { migrate } from '../../../../server/store/records/migrate.ts'
import { userStore } from '../../../../server/store/records/user-store.ts'
import { emptyDatabase } from '../../../support/mariadb.ts'
import { storesIn } from '../../../support/records.ts'

const ISSUER = 'https://login.example.com'
const AUDIENCE = 'https://uascope.example.com/v1/mcp'
const ADA = { email: 'ada@example.com', email_verified: true }

/** A login by a token with these claims, whatever their types. */
async function loginWith(users: UserStore) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keySet = createLocalJWKSet({ keys: [await exportJWK(publicKey)] })
  return async (payload: Record<string, unknown>) => {
    const signed = new SignJWT({
      iss: ISSUER,
      aud: AUDIENCE,
      exp: Math.floor(Date.now() / 1000) + 60,
      ...payload,
    })
    const token = await signed.setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    const claims = { emailClaim: 'email', emailVerifiedClaim: 'email_verified' }
    const expected = {
      issuer: ISSUER,
      audience: AUDIENCE,
      tokenType: 'any' as const,
      scope: null,
      ...claims,
      getKey: keySet,
    }
    return await users.connect(await verifyLogin(token, expected))
  }
}

async function leaveInvitationOpen(t: Test, users: UserStore): Promise<void> {
  const login = await loginWith(users)
  const { id } = await users.invite({ companyId: 3, email: ADA.email })
  for (const sub of [7, 0, true, null, ['ada'], { id: 'ada' }, '', 'a'.repeat(256), undefined]) {
    await t.rejects(login({ ...ADA, sub }), { message: /^The access token/ }, JSON.stringify(sub))
  }
  t.match(await users.list(), [{ id, connected_at: null }], 'nobody has used the invitation')
  t.match(await login({ ...ADA, sub: 'a'.repeat(255) }), { id, company_id: 3 })
}

t.test('a token that names an unusable key of the issuer is refused', async t => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const short = { ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256' }
  const broken = { ...short, kid: 'broken', n: '!', e: '' }
  const getKey = createLocalJWKSet({
    keys: [short, broken, { kty: 'RSA', kid: 'empty', alg: 'RS256' }] as JWK[],
  })
  const claims = { emailClaim: 'email', emailVerifiedClaim: 'email_verified' }
  const expected = {
    issuer: ISSUER,
    audience: AUDIENCE,
    tokenType: 'any' as const,
    scope: null,
    ...claims,
    getKey,
  }
  for (const kid of ['short', 'broken', 'empty']) {
    const parts = [
      { alg: 'RS256', kid },
      { iss: ISSUER, aud: AUDIENCE, sub: 'ada', exp: Math.floor(Date.now() / 1000) + 60 },
    ]
    const text = parts
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const token = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    await t.rejects(
      verifyLogin(token, expected),
      new InvalidToken('The access token is not valid.'),
      kid,
    )
  }
})

t.test('a token with a non-text subject is refused, with a file', async t => {
  const { users } = await storesIn(t.testdir(), t)
  await leaveInvitationOpen(t, users)
})

t.test('a token with a non-text subject is refused, with a database', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const database = new Database({ url })
  t.teardown(() => database.close())
  await migrate(database)
  await leaveInvitationOpen(t, userStore(database))
})
