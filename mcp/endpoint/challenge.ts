/** Why a caller was not let in, RFC 6750, 3.1. */
interface Refused {
  error: 'invalid_token' | 'insufficient_scope'
  description: string
  /** Those of a login that are needed. */
  scopes?: readonly string[]
}

/** The challenge of RFC 9728, 5.1, as the header `WWW-Authenticate` says it; without an error where nobody tried to come in. */
export function challenge(metadataUrl: string, refused?: Refused): string {
  const { error, description, scopes } = refused ?? {}
  const told = { error, error_description: description, scope: scopes?.join(' '), resource_metadata: metadataUrl }
  const parts = Object.entries(told).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
  return `Bearer ${parts.join(', ')}`
}
