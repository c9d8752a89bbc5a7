import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose'
import type { AuthConfig } from '../../process/config.ts'
import type { Login } from '../users/user-store.ts'
import { IssuerUnavailable } from './issuer.ts'

/** Signatures with public keys only: `none` proves nothing, and for HS* anybody who can verify can sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** How far, in seconds, the issuer's clock may be from ours. */
const CLOCK_TOLERANCE = 5

/** Longest token that is looked at, in characters, so that all headers together stay within 16 KiB. */
const LONGEST_TOKEN = 12_000

/** OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255

/** What is kept of a person's name, in characters. */
const LONGEST_NAME = 200

/** A token that lets nobody in. The message is for its sender. */
export class InvalidToken extends Error {}

/** A valid token that was not granted the scope. */
export class InsufficientScope extends Error {}

export interface Expected extends Pick<AuthConfig, 'issuer' | 'tokenType' | 'scope' | 'emailClaim' | 'emailVerifiedClaim'> {
  audience: string
  getKey: JWTVerifyGetKey
}

/**
 * Who an access token (JWT, RFC 9068) stands for. The person's address and name are taken from the token alone, where issuers
 * put them as RFC 9068, 2.2.2 says: a token for this service is for no other, not even for its issuer's UserInfo endpoint.
 *
 * @throws InvalidToken, InsufficientScope, IssuerUnavailable
 */
export async function verifyLogin(token: string, expected: Expected): Promise<Login> {
  const { issuer, audience, tokenType, scope, getKey } = expected
  if (token.length > LONGEST_TOKEN) throw new InvalidToken(`The access token is longer than ${LONGEST_TOKEN} characters.`)
  const options: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE,
    ...(tokenType === 'any' ? {} : { typ: tokenType }),
  }
  const { payload } = await jwtVerify(token, getKey, options).catch((error: unknown) => {
    throw tokenFault(error)
  })
  // The claim's type is its issuer's promise only.
  const subject: unknown = payload.sub
  if (typeof subject !== 'string' || subject === '') throw new InvalidToken('The access token names nobody.')
  if (subject.length > LONGEST_SUBJECT) throw new InvalidToken(`The access token's sub is longer than ${LONGEST_SUBJECT} characters.`)
  if (scope !== null && !scopesOf(payload).includes(scope)) throw new InsufficientScope(`The access token lacks the scope ${scope}.`)
  return {
    issuer,
    subject,
    verifiedEmail: verifiedEmail(payload, expected),
    name: (textOf(payload['name']) ?? textOf(payload['preferred_username']))?.slice(0, LONGEST_NAME) ?? null,
  }
}

/** RFC 9068, 2.2.3: names with blanks between them. Some issuers call it `scp`, or write a list. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flat().flatMap(claim => (typeof claim === 'string' ? claim.split(' ') : []))
}

/** Some issuers write the flag as text. */
function verifiedEmail(payload: JWTPayload, { emailClaim, emailVerifiedClaim }: Expected): string | null {
  const isVerified = emailVerifiedClaim === null || [true, 'true'].includes(claimOf(payload, emailVerifiedClaim) as boolean | string)
  return isVerified ? textOf(claimOf(payload, emailClaim)) : null
}

/** What the token itself says: every object has a `constructor`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

function tokenFault(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new InvalidToken('The access token has expired.')
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : null
  if (claim === 'typ') return new InvalidToken('The token is not of type at+jwt: an access token is needed, no ID token.')
  if (claim === 'aud') return new InvalidToken('The access token is not for this service.')
  // What is wrong in detail would help only those who forge tokens.
  if (error instanceof errors.JOSEError) return new InvalidToken('The access token is not valid.')
  return error instanceof IssuerUnavailable ? error : new IssuerUnavailable("the issuer's keys cannot be read", { cause: error })
}
