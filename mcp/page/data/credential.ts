/** Who asks. */
export interface Credential {
  /** Tells callers apart, such as a key or a person's subject. Never stored. */
  id: string
  /** The `Authorization` header; may renew a token first. */
  authorization: () => Promise<string>
}
