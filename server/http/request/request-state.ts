import type { Allowance } from '../../access/rate-limiter.ts'
import type { ProblemCode } from '../../checks/problem.ts'
import type { CalledTool, Caller } from '../../model/caller.ts'
import type { Work } from '../../model/work.ts'

/** Whose request it is. Requests from outside get this from a key, a login or a link; requests made within the process bring it. */
export interface LetIn extends Caller {
  /** Whether the request is part of one that was counted already. */
  counted: boolean
  /** Fires when nobody waits for the answer any more; absent where the request's own connection tells that. */
  gone?: AbortSignal
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string
    /** From `performance.now()`. */
    startedAt: number
    /** What the company has left; absent where nothing was counted. */
    allowance?: Allowance
    /** When the answer was ready to be sent, from `performance.now()`. */
    answeredAt?: number
    /** Why the request was refused, or failed; absent where it was not. */
    code?: ProblemCode
    /** Names of the contract's parameters at fault. */
    parameters?: readonly string[]
    /** The app that was asked for, once all parameters were right. */
    appId?: number
    /** Whether a list, an object or a file was there already; absent where none was answered. */
    cached?: boolean
    /** What an answer is sent from, where it is not sent at once. */
    stream?: { bytesRead: number }
    /** Tools that were called. */
    tools?: CalledTool[]
    /** See `workOf`. */
    work?: Work
  }

  interface AppCredentials extends LetIn {}
}
