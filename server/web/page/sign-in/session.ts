import type { Credential } from '../data/credential.ts'
import type { Issuer, SignedIn, Tokens } from './flow.ts'

/** Time, ms, before expiry at which the access token is renewed. */
const AHEAD = 30_000

/** A signed-in person. Tokens are in memory only and renewed silently on demand. */
export class Session implements Credential {
  readonly id: string
  readonly name: string | null
  readonly #issuer: Issuer
  #tokens: Tokens
  #renewing: Promise<void> | undefined

  constructor(issuer: Issuer, { subject, name, tokens }: SignedIn) {
    this.#issuer = issuer
    this.id = `user ${subject}`
    this.name = name
    this.#tokens = tokens
  }

  async authorization(): Promise<string> {
    if (Date.now() > this.#tokens.expiresAt - AHEAD) {
      await (this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = undefined
      }))
    }
    return `Bearer ${this.#tokens.access}`
  }

  async #renew(): Promise<void> {
    const { refresh } = this.#tokens
    const renewed = refresh === null ? null : await this.#issuer.renew(refresh)
    if (renewed !== null) {
      this.#tokens = renewed
      return
    }
    // The issuer may still know the person; the address restores the same screen.
    await this.#issuer.redirect(true)
    await new Promise(() => {})
  }
}
