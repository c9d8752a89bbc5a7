import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Host } from './host.ts'
import { type Answer, type Given, type Problem, problemOfRefusal, readResult, type RowsTool } from './read-result.ts'

/** Where a view stands between the host's messages. */
export interface Shown<Name extends RowsTool> {
  /** `waiting`: nothing came yet; `working`: arguments are known and an answer is on its way; `choosing`: nothing will come by itself. */
  phase: 'waiting' | 'working' | 'idle' | 'choosing' | 'cancelled' | 'ended'
  /** Arguments of the answer, or of what is on its way; empty where the host does not say. */
  given: Given<Name>
  /** The last answer: it stays while the next is asked for, and when that fails. */
  answer: Answer<Name> | null
  problem: Problem | null
}

/** How long, in ms, hosts may take before the view helps itself. */
export interface Patience {
  /** For arguments or a result, from the beginning. */
  anything: number
  /** For the result, once the arguments are there. */
  result: number
  /** For the next change of the arguments: those that follow quickly are asked as one. */
  change: number
}

const PATIENCE: Patience = { anything: 4000, result: 15_000, change: 350 }

/**
 * Follows what a host delivers, some more and some less: structured content; else the text as JSON; else the tool is called again with
 * its arguments; else, without those, the person chooses an app. What comes late still counts, unless the person has asked meanwhile.
 */
export class Session<Name extends RowsTool> {
  shown: Shown<Name> = { phase: 'waiting', given: {}, answer: null, problem: null }
  readonly #tool: Name
  readonly #host: () => Host
  readonly #changed: () => void
  readonly #patience: Patience
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts what was asked: an answer to an earlier question is not shown over a later one's. */
  #asked = 0
  /** The last call: the next one waits for it, and is never made where another question came meanwhile. */
  #lastCall: Promise<unknown> = Promise.resolve()
  /** Whether the person's question is on its way or answered: the host's earlier one does not count any more. */
  #isOwn = false
  /** What the host said last of the arguments, as JSON; some say it again and again. */
  #input: string | null = null

  constructor(tool: Name, host: () => Host, changed: () => void, patience = PATIENCE) {
    this.#tool = tool
    this.#host = host
    this.#changed = changed
    this.#patience = patience
  }

  /** The host is there. */
  begin(): void {
    if (this.shown.phase === 'waiting') this.#after(this.#patience.anything, () => this.#choose())
  }

  /** Arguments so far, while a model writes them: names and numbers may be cut off, so nothing is asked with them. */
  partialInput(given: Given<Name> | undefined): void {
    if (this.shown.answer !== null || this.#isOwn || this.#input !== null) return
    this.#show({ phase: 'working', given: given ?? {} })
    this.#after(this.#patience.result, () => {
      this.#show({ given: {} })
      this.#choose()
    })
  }

  /** The arguments: what was asked before counts no more, unless this comes after its result. */
  input(given: Given<Name> = {}): void {
    const text = JSON.stringify(given)
    const [isFirst, isSame] = [this.#input === null, this.#input === text]
    this.#input = text
    if (this.shown.answer !== null && (isFirst || isSame)) {
      if (!this.#isOwn) this.#show({ given: { ...this.shown.given, ...given } })
      return
    }
    this.#isOwn = false
    this.#asked += 1
    this.#show({ phase: 'working', given, problem: null })
    this.#after(this.#patience.result, () => this.#askAgain())
  }

  result(result: Partial<CallToolResult>): void {
    if (this.#isOwn) return
    const reading = readResult(this.#tool, result)
    if (reading === null) return this.#askAgain()
    this.#stopWaiting()
    this.#asked += 1
    if ('answer' in reading) this.#answered(reading.answer)
    else this.#show({ phase: 'idle', problem: problemOfRefusal(reading.refused, Date.now()) })
  }

  /** Only what has not brought a result yet can be cancelled. */
  cancelled(): void {
    if (this.#isOwn || this.shown.answer !== null) return
    this.#stopWaiting()
    this.#asked += 1
    this.#show({ phase: 'cancelled' })
  }

  /** Asks with other arguments, soon: the last of several changes. */
  ask(given: Given<Name>): void {
    this.#isOwn = true
    this.#asked += 1
    this.#show({ given, phase: 'working', problem: null })
    this.#after(this.#patience.change, () => void this.#call(given))
  }

  /** Asks at once. */
  askNow(given: Given<Name>): void {
    this.#isOwn = true
    void this.#call(given)
  }

  /** The host shows the view no longer, or never did as views are shown. */
  end(problem: Problem | null = null): void {
    this.#stopWaiting()
    this.#asked += 1
    this.#show({ phase: 'ended', problem })
  }

  #askAgain(): void {
    const { given } = this.shown
    if (given.appId === undefined || !this.#host().can.call) this.#choose()
    else void this.#call(given)
  }

  #choose(): void {
    this.#stopWaiting()
    if (this.shown.answer === null) this.#show({ phase: 'choosing' })
    else this.#show({ phase: 'idle' })
  }

  async #call(given: Given<Name>): Promise<void> {
    this.#stopWaiting()
    if (this.shown.phase === 'ended') return
    const asked = ++this.#asked
    this.#show({ given, phase: 'working', problem: null })
    await this.#lastCall
    if (asked !== this.#asked) return
    const call = this.#host().call(this.#tool, given)
    this.#lastCall = call
    const reply = await call
    if (asked !== this.#asked) return
    if ('answer' in reply) return this.#answered(reply.answer)
    this.#isOwn = false
    this.#show({ phase: 'idle', problem: reply.problem })
  }

  #answered(answer: Answer<Name>): void {
    // A host that passes no arguments on leaves the app to be read from the answer.
    const given = { appId: answer.context.app.id, ...this.shown.given } as Given<Name>
    this.#show({ phase: 'idle', answer, given, problem: null })
  }

  #show(part: Partial<Shown<Name>>): void {
    if (this.shown.phase === 'ended') return
    this.shown = { ...this.shown, ...part }
    this.#changed()
  }

  #after(ms: number, then: () => void): void {
    this.#stopWaiting()
    if (this.shown.phase !== 'ended') this.#timer = setTimeout(then, ms)
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
  }
}
