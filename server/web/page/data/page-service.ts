import { UascopeClient } from '../../../../client/src/client.ts'
import { Budget } from './budget.ts'
import type { Credential } from './credential.ts'
import { type Trouble, troubleOf } from './trouble.ts'

/** The state of a response. `data` stays while it is refreshed. */
export interface Entry<T = unknown> {
  data?: T
  /** When the service last confirmed `data`, ms since 1970. */
  at?: number
  /** Start of the pending request. */
  since?: number
  trouble?: Trouble
}

/** Time, ms, for which a response is fresh. */
export const FRESH = 5 * 60_000

export type Load<T> = (client: UascopeClient) => Promise<T>

/** The service over REST with one credential: responses by key, each requested once. */
export class Service {
  readonly budget = new Budget()
  readonly client: UascopeClient
  readonly #credential: Credential
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<() => void>()
  /** Requests that found no network, by key. */
  readonly #unsent = new Map<string, Load<unknown>>()
  /** Set once the service refuses the credential. */
  refused: Trouble | null = null

  constructor(credential: Credential) {
    this.#credential = credential
    this.client = new UascopeClient({
      apiKey: null,
      baseUrl: document.baseURI,
      // Waiting for the rate limit is part of the request.
      timeout: Infinity,
      maxRetries: 0,
      fetch: (url, init) => this.#fetch(url, init),
    })
    addEventListener('online', this.#resend)
  }

  /** Whether requests wait for the network; they are repeated once it is back. */
  get isOffline(): boolean {
    return this.#unsent.size > 0
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  entry<T>(key: string): Entry<T> {
    return (this.#entries.get(key) ?? {}) as Entry<T>
  }

  /** Requests unless the response is fresh or pending. */
  async ask<T>(key: string, load: Load<T>, options: { again?: boolean } = {}): Promise<void> {
    const { again = false } = options
    const before = this.entry<T>(key)
    if (before.since !== undefined) return
    if (!again && before.at !== undefined && Date.now() - before.at < FRESH) return
    this.#set(key, { ...without(before, 'trouble'), since: Date.now() })
    try {
      const data = await load(this.client)
      this.#unsent.delete(key)
      this.#set(key, { data, at: Date.now() })
    } catch (error) {
      const trouble = troubleOf(error)
      if (trouble.kind === 'offline') this.#unsent.set(key, load)
      else this.#unsent.delete(key)
      if (trouble.kind === 'key' || trouble.kind === 'person') this.refused = trouble
      this.#set(key, { ...without(before, 'trouble'), trouble })
    }
  }

  /** Forgets all responses. */
  close(): void {
    this.#entries.clear()
    removeEventListener('online', this.#resend)
  }

  /** Waits for the rate limit as often as the service asks. The browser caches responses and revalidates them by ETag. */
  async #fetch(url: string, init: RequestInit): Promise<Response> {
    for (;;) {
      const response = await this.budget.spend(async () =>
        fetch(url, {
          ...init,
          headers: { ...init.headers, authorization: await this.#credential.authorization() },
          credentials: 'omit',
          redirect: 'error',
        }),
      )
      if (response.status !== 429) return response
    }
  }

  readonly #resend = (): void => {
    for (const [key, load] of this.#unsent) void this.ask(key, load, { again: true })
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    for (const listener of this.#listeners) listener()
  }
}

function without<T extends object, Name extends keyof T>(value: T, name: Name): Omit<T, Name> {
  const { [name]: _, ...rest } = value
  return rest
}
