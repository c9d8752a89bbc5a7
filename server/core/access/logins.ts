import {
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'
import type { AuthConfig } from '../runtime/config.ts'
import { IssuerUnavailable } from './issuer-keys.ts'
import type { Login } from './users.ts'

/** Signatures with public keys only: `none` proves nothing, and for HS* anybody who can verify can sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Maximum difference between the issuer's clock and ours, s. */
const CLOCK_TOLERANCE = 5

/** Maximum length of a token, characters: all headers together have at most 16 KiB. */
const LONGEST_TOKEN = 12_000

/** OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255

/** Maximum name length, characters. */
const LONGEST_NAME = 200

export class InvalidToken extends Error {}

export class InsufficientScope extends Error {}

interface Expected extends Pick<
  AuthConfig,
  'issuer' | 'tokenType' | 'scope' | 'emailClaim' | 'emailVerifiedClaim'
> {
  audience: string
  getKey: JWTVerifyGetKey
}

/**
 * Verifies an access token (JWT, RFC 9068). Address and name come from the token alone (RFC 9068, 2.2.2): it is not meant for any other
 * service, not even the issuer's UserInfo endpoint.
 * @throws InvalidToken, InsufficientScope, IssuerUnavailable
 */
export async function verifyLogin(token: string, expected: Expected): Promise<Login> {
  const { issuer, audience, tokenType, scope, getKey } = expected
  if (token.length > LONGEST_TOKEN)
    throw new InvalidToken(`The access token is longer than ${LONGEST_TOKEN} characters.`)
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
  // Issuers need not keep to the claim's type.
  const subject: unknown = payload.sub
  if (typeof subject !== 'string' || subject === '')
    throw new InvalidToken('The access token has no sub.')
  if (subject.length > LONGEST_SUBJECT)
    throw new InvalidToken(`The access token's sub is longer than ${LONGEST_SUBJECT} characters.`)
  if (scope !== null && !scopesOf(payload).includes(scope))
    throw new InsufficientScope(`The access token lacks the scope ${scope}.`)
  return {
    issuer,
    subject,
    verifiedEmail: verifiedEmail(payload, expected),
    name:
      (textOf(payload['name']) ?? textOf(payload['preferred_username']))?.slice(0, LONGEST_NAME) ??
      null,
  }
}

/** RFC 9068, 2.2.3: names separated by spaces. Some issuers use `scp`, or a list. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flat().flatMap(claim => (typeof claim === 'string' ? claim.split(' ') : []))
}

/** Some issuers write the flag as text. */
function verifiedEmail(
  payload: JWTPayload,
  { emailClaim, emailVerifiedClaim }: Expected,
): string | null {
  const isVerified =
    emailVerifiedClaim === null ||
    [true, 'true'].includes(claimOf(payload, emailVerifiedClaim) as boolean | string)
  return isVerified ? textOf(claimOf(payload, emailClaim)) : null
}

/** Reads own properties only, since every object inherits `constructor`. */
function claimOf(payload: JWTPayload, name: string): unknown {
  return Object.hasOwn(payload, name) ? payload[name] : undefined
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null
}

function tokenFault(error: unknown): Error {
  if (error instanceof errors.JWTExpired) return new InvalidToken('The access token has expired.')
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : null
  if (claim === 'typ')
    return new InvalidToken(
      'The token is not of type at+jwt: send an access token, not an ID token.',
    )
  if (claim === 'aud') return new InvalidToken('The access token is not for this service.')
  // All else is about the token or the key that it names, which may be unusable; details would only help to forge tokens.
  return error instanceof IssuerUnavailable
    ? error
    : new InvalidToken('The access token is not valid.')
}
