import type { Allowance } from '../../access/rate-limiter.ts'
import type { Caller } from '../../model/caller.ts'
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
    /** See `workOf`. */
    work?: Work
  }

  interface AppCredentials extends LetIn {}
}
