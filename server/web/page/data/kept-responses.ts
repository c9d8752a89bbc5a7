import type { Budget } from './budget.ts'
import { read, write } from '../settings.ts'
import type { Credential } from './credential.ts'

interface Kept {
  /** Path and query. */
  target: string
  headers: [name: string, value: string][]
  text: string
  /** When the service last confirmed it, ms since 1970. */
  at: number
}

/** Messages between the tabs of a browser. `who` separates companies. */
type Message =
  | { kind: 'wanted'; who: string; target: string }
  | { kind: 'kept'; who: string; kept: Kept }
  | { kind: 'left'; who: string; remaining: number; resetAt: number }

const STORED = 'uascope-answer '

/** The wait after a 429, which continues after a reload. */
const WAIT = `${STORED}wait `

/** Maximum characters in the tab's storage, which holds 5 million. */
const MOST_STORED = 3_000_000

/** Maximum wait for another tab's reply, ms. */
const PATIENCE = 80

/**
 * `fetch` that caches responses for `fresh` ms and then revalidates by ETag. Tabs with the same credential
 * share responses; a reload restores them from the tab's storage. On 429 it waits and retries.
 */
export class KeptResponses {
  readonly #credential: Credential
  readonly #budget: Budget
  readonly #fresh: number
  readonly #who: string
  readonly #kept = new Map<string, Kept>()
  readonly #channel =
    typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('uascope-answers')
  readonly #wanted = new Map<string, (response: Kept) => void>()
  #isCleared = false

  constructor(credential: Credential, budget: Budget, fresh: number) {
    this.#credential = credential
    this.#budget = budget
    this.#fresh = fresh
    this.#who = fingerprint(credential.id)
    for (const stored of readStored(this.#who)) this.#kept.set(stored.target, stored)
    this.#budget.block(Number(read('sessionStorage', WAIT + this.#who) ?? 0))
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      this.#receive(data),
    )
  }

  async fetch(
    url: string,
    init: { method: string; headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> {
    const { pathname, search } = new URL(url)
    const target = pathname + search
    const known = this.#freshOf(target) ?? (await this.#fromOtherTabs(target))
    if (known !== null) return responseOf(known)
    for (;;) {
      const before = this.#kept.get(target)
      const etag = before?.headers.find(([name]) => name === 'etag')?.[1]
      const response = await this.#budget.spend(async () =>
        fetch(url, {
          ...init,
          headers: {
            ...init.headers,
            authorization: await this.#credential.authorization(),
            ...(etag !== undefined && { 'if-none-match': etag }),
          },
          credentials: 'omit',
          redirect: 'error',
          cache: 'no-store',
        }),
      )
      const allowance = this.#budget.read(response.headers, response.status)
      if (allowance !== null) this.#send({ kind: 'left', who: this.#who, ...allowance })
      if (response.status === 429) {
        write('sessionStorage', WAIT + this.#who, String(allowance!.resetAt))
        continue
      }
      if (response.status === 304 && before !== undefined)
        return responseOf(this.#keep({ ...before, at: Date.now() }))
      if (!response.ok) return response
      return responseOf(
        this.#keep({
          target,
          headers: [...response.headers],
          text: await response.text(),
          at: Date.now(),
        }),
      )
    }
  }

  /** For sign-out: pending requests end, but their responses are not stored or shared. */
  clear(): void {
    this.#isCleared = true
    this.#kept.clear()
    this.#channel?.close()
    clearStored()
  }

  #freshOf(target: string): Kept | null {
    const cached = this.#kept.get(target)
    return cached !== undefined && Date.now() - cached.at < this.#fresh ? cached : null
  }

  #keep(response: Kept): Kept {
    if (this.#isCleared) return response
    this.#kept.delete(response.target)
    this.#kept.set(response.target, response)
    store(this.#who, [...this.#kept.values()])
    return response
  }

  #fromOtherTabs(target: string): Promise<Kept | null> {
    if (this.#channel === null) return Promise.resolve(null)
    return new Promise(resolve => {
      const timer = setTimeout(() => resolve(null), PATIENCE)
      this.#wanted.set(target, response => {
        clearTimeout(timer)
        resolve(response)
      })
      this.#send({ kind: 'wanted', who: this.#who, target })
    })
  }

  #receive(message: Message): void {
    if (message.who !== this.#who) return
    if (message.kind === 'left') this.#budget.apply(message)
    if (message.kind === 'wanted') {
      const cached = this.#freshOf(message.target)
      if (cached !== null) this.#send({ kind: 'kept', who: this.#who, kept: cached })
    }
    if (message.kind === 'kept') {
      this.#wanted.get(message.kept.target)?.(this.#keep(message.kept))
      this.#wanted.delete(message.kept.target)
    }
  }

  #send(message: Message): void {
    if (!this.#isCleared) this.#channel?.postMessage(message)
  }
}

function responseOf({ headers, text }: Kept): Response {
  // The text is already decoded.
  return new Response(text, {
    headers: headers.filter(([name]) => name !== 'content-encoding' && name !== 'content-length'),
  })
}

/** 53 bits that distinguish credentials without revealing them (cyrb53). Not `crypto.subtle`, which plain HTTP lacks. */
function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const character of text) {
    const code = character.codePointAt(0)!
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

/** The tab's storage; the page works without it. */
function readStored(who: string): Kept[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED + who) ?? '[]') as Kept[]
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Stores the newest responses that fit. */
function store(who: string, responses: readonly Kept[]): void {
  let charactersLeft = MOST_STORED
  const fitting = responses.toReversed().filter(({ text }) => (charactersLeft -= text.length) >= 0)
  try {
    sessionStorage.setItem(STORED + who, JSON.stringify(fitting.toReversed()))
  } catch {
    clearStored()
  }
}

function clearStored(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(STORED)) sessionStorage.removeItem(name)
  } catch {
    // Nothing is stored.
  }
}
