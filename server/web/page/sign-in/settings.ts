/** Sign-in settings, from the service. */
export interface SignInSettings {
  issuer: string
  clientId: string
  scopes: readonly string[]
  /** Parameters that name the audience of the access token. */
  target: { resource: string } | { audience: string }
}

/** Null if the operator has not configured it, or over plain HTTP, where browsers lack cryptography. */
export function signInSettings(): SignInSettings | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="uascope-sign-in"]')?.content
  return content === undefined || !isSecureContext ? null : (JSON.parse(content) as SignInSettings)
}

/** The address to which the issuer returns people: the page without query and fragment. */
export function redirectUri(): string {
  return new URL('.', document.baseURI).href
}
