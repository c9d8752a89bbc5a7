/** A caller of the service: a key, or a person who signed in. */
export interface Credential {
  /** Distinguishes callers, such as a key or a person's subject. Never stored. */
  id: string
  /** The `Authorization` header; may renew a token first. */
  authorization: () => Promise<string>
}
