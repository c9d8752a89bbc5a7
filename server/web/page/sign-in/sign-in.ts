import type { Trouble } from '../data/trouble.ts'
import { Issuer } from './flow.ts'
import { type Callback, keepSignedIn, takeCallback, wasSignedIn } from './pending.ts'
import { Session } from './session.ts'
import { signInSettings } from './settings.ts'

/** Signing in at the issuer. */
export class SignIn {
  readonly #issuer: Issuer
  readonly #callback: Callback | null

  private constructor(issuer: Issuer, callback: Callback | null) {
    this.#issuer = issuer
    this.#callback = callback
  }

  /** Call it before the address is read: it removes the issuer's response. Null if sign-in is off. */
  static open(): SignIn | null {
    const settings = signInSettings()
    return settings === null ? null : new SignIn(new Issuer(settings), takeCallback())
  }

  /**
   * The person, if the issuer has just returned them, or still knows them: then the page is left for a moment. Null: no one; they may sign in.
   * @throws SignInFailed
   */
  async resume(): Promise<Session | null> {
    if (this.#callback === null && !wasSignedIn()) return null
    // Do not repeat a failed attempt automatically: an issuer's error page would lock people out.
    keepSignedIn(false)
    if (this.#callback === null) {
      await this.#issuer.redirect(true)
      return await new Promise(() => {})
    }
    const person = await this.#issuer.finish(this.#callback)
    if (person === null) return null
    keepSignedIn(true)
    return new Session(this.#issuer, person)
  }

  /** Leaves the page for the issuer. */
  async begin(): Promise<void> {
    await this.#issuer.redirect(false)
  }

  /** From now on the page asks before it signs in. */
  forget(): void {
    keepSignedIn(false)
  }
}

export function signInTrouble(error: unknown): Trouble {
  return {
    kind: 'key',
    message: error instanceof Error ? error.message : String(error),
    reference: null,
  }
}
