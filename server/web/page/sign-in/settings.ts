/** How people sign in, as the service wrote it into the page. */
export interface SignInSettings {
  issuer: string
  clientId: string
  scopes: readonly string[]
  /** Parameters that say what the access token is for. */
  target: { resource: string } | { audience: string }
}

/** Null if the operator has not set it up, or over plain HTTP, where browsers have no cryptography. */
export function signInSettings(): SignInSettings | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="uascope-sign-in"]')?.content
  return content === undefined || !isSecureContext ? null : (JSON.parse(content) as SignInSettings)
}

/** Where the issuer sends people back to: the page without query and fragment. */
export function redirectUri(): string {
  return new URL('.', document.baseURI).href
}
