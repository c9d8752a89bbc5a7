import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Host } from './host.ts'
import {
  type Answer,
  type PartialArguments,
  type Problem,
  problemOfRefusal,
  readResult,
  type RowsTool,
} from './read-result.ts'

export interface ViewState<Name extends RowsTool> {
  /** `waiting`: nothing received; `working`: arguments known, result pending; `choosing`: the user must choose an app. */
  phase: 'waiting' | 'working' | 'idle' | 'choosing' | 'cancelled' | 'ended'
  /** Arguments of the result or the pending request; empty if the host does not send them. */
  args: PartialArguments<Name>
  /** The last result; kept while the next one loads or if it fails. */
  answer: Answer<Name> | null
  problem: Problem | null
}

/** Timeouts, ms, after which the view acts without the host. */
export interface Patience {
  /** For arguments or a result, from the start. */
  anything: number
  result: number
  /** Delay that merges quick changes of arguments into one request. */
  change: number
}

const PATIENCE: Patience = { anything: 4000, result: 15_000, change: 350 }

/**
 * Works with whatever a host delivers: structured content; otherwise the text as JSON; otherwise a call of the tool with the arguments;
 * otherwise the user chooses an app. Late messages count unless the user has made a request since.
 */
export class Session<Name extends RowsTool> {
  state: ViewState<Name> = { phase: 'waiting', args: {}, answer: null, problem: null }
  readonly #tool: Name
  readonly #host: () => Host
  readonly #changed: () => void
  readonly #patience: Patience
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Number of requests; results of earlier ones are dropped. */
  #lastRequest = 0
  /** The last call; the next waits for it and is skipped if a newer request follows. */
  #lastCall: Promise<unknown> = Promise.resolve()
  /** True once the user made a request; the host's earlier one no longer counts. */
  #isOwn = false
  /** The host's last arguments as JSON; some hosts repeat them. */
  #input: string | null = null

  constructor(tool: Name, host: () => Host, changed: () => void, patience = PATIENCE) {
    this.#tool = tool
    this.#host = host
    this.#changed = changed
    this.#patience = patience
  }

  begin(): void {
    if (this.state.phase === 'waiting') this.#after(this.#patience.anything, () => this.#choose())
  }

  /** Arguments while the model writes them; values may be incomplete, so no request uses them. */
  partialInput(args: PartialArguments<Name> | undefined): void {
    if (this.state.answer !== null || this.#isOwn || this.#input !== null) return
    this.#show({ phase: 'working', args: args ?? {} })
    this.#after(this.#patience.result, () => {
      this.#show({ args: {} })
      this.#choose()
    })
  }

  /** The complete arguments; they supersede earlier requests, unless their result has arrived. */
  input(args: PartialArguments<Name> = {}): void {
    const text = JSON.stringify(args)
    const [isFirst, isSame] = [this.#input === null, this.#input === text]
    this.#input = text
    if (this.state.answer !== null && (isFirst || isSame)) {
      if (!this.#isOwn) this.#show({ args: { ...this.state.args, ...args } })
      return
    }
    this.#isOwn = false
    this.#lastRequest += 1
    this.#show({ phase: 'working', args, problem: null })
    this.#after(this.#patience.result, () => this.#askAgain())
  }

  result(result: Partial<CallToolResult>): void {
    if (this.#isOwn) return
    const reading = readResult(this.#tool, result)
    if (reading === null) return this.#askAgain()
    this.#stopWaiting()
    this.#lastRequest += 1
    if ('answer' in reading) this.#answered(reading.answer)
    else this.#show({ phase: 'idle', problem: problemOfRefusal(reading.refused, Date.now()) })
  }

  /** Ignored once a result has arrived. */
  cancelled(): void {
    if (this.#isOwn || this.state.answer !== null) return
    this.#stopWaiting()
    this.#lastRequest += 1
    this.#show({ phase: 'cancelled' })
  }

  /** Requests with other arguments after a delay that merges quick changes. */
  ask(args: PartialArguments<Name>): void {
    this.#isOwn = true
    this.#lastRequest += 1
    this.#show({ args, phase: 'working', problem: null })
    this.#after(this.#patience.change, () => void this.#call(args))
  }

  /** Requests without a delay. */
  askNow(args: PartialArguments<Name>): void {
    this.#isOwn = true
    void this.#call(args)
  }

  /** The host closed the view. */
  end(problem: Problem | null = null): void {
    this.#stopWaiting()
    this.#lastRequest += 1
    this.#show({ phase: 'ended', problem })
  }

  #askAgain(): void {
    const { args } = this.state
    if (args.appId === undefined || !this.#host().can.call) this.#choose()
    else void this.#call(args)
  }

  #choose(): void {
    this.#stopWaiting()
    if (this.state.answer === null) this.#show({ phase: 'choosing' })
    else this.#show({ phase: 'idle' })
  }

  async #call(args: PartialArguments<Name>): Promise<void> {
    this.#stopWaiting()
    if (this.state.phase === 'ended') return
    const request = ++this.#lastRequest
    this.#show({ args, phase: 'working', problem: null })
    await this.#lastCall
    if (request !== this.#lastRequest) return
    const call = this.#host().call(this.#tool, args)
    this.#lastCall = call
    const reply = await call
    if (request !== this.#lastRequest) return
    if ('answer' in reply) return this.#answered(reply.answer)
    this.#isOwn = false
    this.#show({ phase: 'idle', problem: reply.problem })
  }

  #answered(answer: Answer<Name>): void {
    // If the host sends no arguments, the app comes from the result.
    const args = { appId: answer.context.app.id, ...this.state.args } as PartialArguments<Name>
    this.#show({ phase: 'idle', answer, args, problem: null })
  }

  #show(part: Partial<ViewState<Name>>): void {
    if (this.state.phase === 'ended') return
    this.state = { ...this.state, ...part }
    this.#changed()
  }

  #after(ms: number, then: () => void): void {
    this.#stopWaiting()
    if (this.state.phase !== 'ended') this.#timer = setTimeout(then, ms)
  }

  #stopWaiting(): void {
    clearTimeout(this.#timer)
  }
}
