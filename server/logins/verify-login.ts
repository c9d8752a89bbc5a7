import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { Login } from '../users/user-store.ts'
import { IssuerUnavailable } from './issuer.ts'

/** Signatures with public keys only: `none` proves nothing, and for HS* anybody who can verify can sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** How far, in seconds, the issuer's clock may be from ours. */
const CLOCK_TOLERANCE = 5

/** OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255

/** A token that lets nobody in. The message is for its sender. */
export class InvalidToken extends Error {}

export interface Expected {
  issuer: string
  audience: string
  keys: () => Promise<JWTVerifyGetKey>
}

/**
 * Who an access token (JWT, RFC 9068) stands for. The person's address and name are taken from the token alone, where issuers
 * put them as RFC 9068, 2.2.2 says: a token for this service is for no other, not even for its issuer's UserInfo endpoint.
 *
 * @throws InvalidToken, IssuerUnavailable
 */
export async function verifyLogin(token: string, { issuer, audience, keys }: Expected): Promise<Login> {
  const getKey = await keys()
  const options = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['exp', 'sub'], clockTolerance: CLOCK_TOLERANCE }
  const { payload } = await jwtVerify(token, getKey, options).catch((error: unknown) => { throw tokenFault(error) })
  // The claim's type is its issuer's promise only.
  const subject: unknown = payload.sub
  if (typeof subject !== 'string' || subject === '') throw new InvalidToken('The access token names nobody.')
  if (subject.length > LONGEST_SUBJECT) throw new InvalidToken(`The access token's sub is longer than ${LONGEST_SUBJECT} characters.`)
  return {
    issuer,
    subject,
    verifiedEmail: verifiedEmail(payload),
    name: textOf(payload['name']) ?? textOf(payload['preferred_username'])
  }
}

/** Some issuers write the flag as text. */
function verifiedEmail({ email, email_verified: isVerified }: JWTPayload): string | null {
  return isVerified === true || isVerified === 'true' ? textOf(email) : null
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

function tokenFault(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new InvalidToken('The access token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return new InvalidToken('The access token is not for this service.')
  const isOfToken = error instanceof errors.JOSEError && !UNREADABLE_KEYS.has(error.code)
  // What is wrong in detail would help only those who forge tokens.
  if (isOfToken) return new InvalidToken('The access token is not valid.')
  return new IssuerUnavailable('the issuer\'s keys cannot be read', { cause: error })
}

/** Codes of errors that are about the issuer's keys and not about the token; a generic one is any answer but 200. */
const UNREADABLE_KEYS = new Set([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code])
